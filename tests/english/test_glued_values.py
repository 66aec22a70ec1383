"""Values that touch letters or other values, and the codes that must stay as they are."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.file_name_check import by_rules
from anonfilter_english.knowledge.glued_values import separated

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset
from anonfilter.testing.growth import grows_no_faster

ENGINES = {name: Engine(load_ruleset(name)) for name in ("fast", "default")}

VALUES = {
    "SSN": ["536228714", "536-22-8714"],
    "Phone": ["4155552671", "(415) 555-2671", "415-555-2671", "+44 20 7946 0958", "07700 900123"],
    "Email": ["chidi.nwosu@post.example"],
    "IBAN": ["GB82WEST12345698765432", "GB82 WEST 1234 5698 7654 32"],
    "Card": ["4111111111111111", "4111 1111 1111 1111"],
    "DOB": ["03/14/1951", "1951-03-14"],
    "IP": ["192.0.2.177"],
    "MAC": ["00:1B:44:11:3A:B7"],
    "Passport": ["C01234567"],
    "MRN": ["00482137"],
    "VIN": ["1M8GDM9AXKP042788"],
    "NINO": ["AB123456C"],
}
GLUE = [
    "{label}{value}",
    "{label} {value}and then she left",
    "{label} {value}Then she left",
    "{label} {value}Fax",
    "{label}{value}Fax",
    "{label} {value}a",
    "{label} {value}_2",
    "Adaeze Okafor{label}{value}",
    "call_{lower}_{value}_a",
    "{lower}_{value}.wav",
    "{lower}{value}.wav",
    "x?{lower}={value}&b=1",
    "{upper}{value}THEN SHE LEFT",
    "{label}{value}{label}{value}",
]


def filtered(text: str, rules: str) -> str:
    engine = ENGINES[rules]
    return engine.redact(engine.read_document(text.encode(), "a.txt")).rewritten.text


@pytest.mark.parametrize("rules", ENGINES)
@pytest.mark.parametrize("glue", GLUE)
def test_a_value_that_touches_a_word_is_replaced(glue: str, rules: str) -> None:
    for label, values in VALUES.items():
        for value in values:
            written = glue.format(
                label=label, lower=label.lower(), upper=label.upper(), value=value
            )
            left = filtered(f"So. {written}\n", rules)
            assert not [part for part in re.findall(r"\w{3,}", value) if part in left], left
            assert "Okafor" not in left


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Phone(415)555-2671Fax(415)555-2672", "Phone[PHONE_NUMBER_1]Fax[PHONE_NUMBER_2]"),
        ("536-22-8714415-555-2671", "[US_SSN_1][PHONE_NUMBER_1]"),
        ("phone4155552671extension12", "phone[PHONE_NUMBER_1]"),
        ("\u7535\u8bdd4155552671\u548c", "\u7535\u8bdd[PHONE_NUMBER_1]\u548c"),
        ("on2021-03-12the end", "on[DATE]the end"),
        ("The IP is 10.2.3.4and ok.", "The IP is [IP_ADDRESS_1]and ok."),
        ("sort code 20-44-17and so on", "sort code [ROUTING_NUMBER_1]and so on"),
        ("seen 14March1951.", "seen [DATE]."),
        ("seen March14,1951and 14March 1951.", "seen [DATE]and [DATE]."),
        ("rec4155552671.wav", "rec[PHONE_NUMBER_1].wav"),
        ("chidi.nwosu@mail.example1", "[EMAIL_ADDRESS_1]1"),
        ("ssn=536228714&phone=4155552671", "ssn=[US_SSN_1]&phone=[PHONE_NUMBER_1]"),
        ("ssn=536228714&amp;id=4", "ssn=[US_SSN_1]&amp;id=4"),
    ],
)
def test_only_the_value_is_replaced(text: str, expected: str) -> None:
    assert filtered(f"{text}\n", "fast") == f"{expected}\n"


@pytest.mark.parametrize("rules", ENGINES)
def test_codes_stay_as_they_are(rules: str) -> None:
    text = """
the utf8 tables of tz2020a, an RTX4090 and a GTX1080Ti

sha1 da39a3ee5e6b4b0d3255bfef95601890afd80709, a4155552671b4155552671c

v4.18.20230101, 2.10.0rc and numpy1.26.4, cp311-manylinux_2_17_x86_64

ISBN9780306406157 and ISBN 978-0-306-40615-7

checksum 4294967295 and crc32=3735928559, memory_usage_bytes: 4155552672

dGhpcyBpcyBh4155552673Zm9vYmFyYmF6, part WX4155552674QZ

mm512_set1_epi8 and int32_t x = 2147483647u
"""
    assert filtered(text, rules) == text


def test_the_name_of_a_file_may_have_a_number_that_touches_its_label() -> None:
    names = ["SSN536228714", "deadbeef4155552671", "session1700000000"]
    found = by_rules(ENGINES["fast"], names)
    assert {name: {hit.label for hit in hits} for name, hits in found.items() if hits} == {
        "SSN536228714": {"US_SSN"}
    }


@pytest.mark.parametrize("glued", ["1", "1 2 ", "A1", "call_4155552671_a ", "ab12345678", "(415)"])
def test_time_grows_with_the_length_of_a_text(glued: str) -> None:
    def read(size: int) -> None:
        list(separated(glued * (size // len(glued))))

    assert grows_no_faster(read, 40_000)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("He lives at 47MapleAve in Dayton.", "MapleAve"),
        ("Send it to 9OakfieldRoad please.", "OakfieldRoad"),
        ("The number plate wasAB12CDE on it.", "AB12CDE"),
        ("Her number plate is AB12CDEand she drives.", "AB12CDE"),
        ("His number plate is KX19 ZPOand he drives.", "KX19"),
    ],
)
def test_addresses_and_plates_that_touch_a_word_are_replaced(text: str, value: str) -> None:
    output = filtered(text + "\n", "fast")
    assert value not in output
    assert output.split()[-1] in (text.split()[-1], "[CITY_1].")


@pytest.mark.parametrize(
    "text",
    [
        "Use 3DeskPlane as key.",
        "the 2FactorAuth and 4WayStop",
        "isAB12CDE or AB12CDEnd",
        "v2RC1and",
    ],
)
def test_codes_that_touch_a_word_without_context_stay(text: str) -> None:
    assert filtered(text + "\n", "fast") == text + "\n"
