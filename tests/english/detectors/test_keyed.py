"""Values are found by their key, column title or label."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge import label_values

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from anonfilter.testing.growth import grows_no_faster

ENGINE = Engine(
    parse_ruleset("anonfilter: 1\nextends: fast\nlabels: {LOCATION: {tag: numbered}}\n", "keyed")
)


def filtered(text: str, name: str) -> str:
    done = ENGINE.redact(ENGINE.read_document(text.encode(), name))
    assert done.findings == ()
    again = ENGINE.redact(ENGINE.read_document(done.output, name))
    assert again.output == done.output
    return done.output.decode()


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('{"first_name": "adaobi"}', '{"first_name": "[PERSON_1]"}'),
        ('{"lastName": "Said"}', '{"lastName": "[PERSON_1]"}'),
        ('{"Patient Name": "Said, Bo"}', '{"Patient Name": "[PERSON_1]"}'),
        ('{"user": {"username": "dez"}}', '{"user": {"username": "[USERNAME_1]"}}'),
        ('{"dob": "1986-03-14"}', '{"dob": "[DATE_OF_BIRTH]"}'),
        ('{"homePhone": 5550142}', '{"homePhone": "[PHONE_NUMBER_1]"}'),
        (
            '{"nicknames": ["bo"], "nickname": ["bo", "dez"]}',
            '{"nicknames": ["[PERSON_1]"], "nickname": ["[PERSON_1]", "[PERSON_2]"]}',
        ),
        ('{"name": "Adaobi Eze"}', '{"name": "[PERSON_1]"}'),
        ('{"contact": "Ada Press"}', '{"contact": "[PERSON_1]"}'),
        ('{"contact": "Tyra Bank"}', '{"contact": "[PERSON_1]"}'),
        ('{"witness": "Brother Blessing Okoro"}', '{"witness": "Brother [PERSON_1]"}'),
    ],
)
def test_values_of_telling_keys_are_found(written: str, expected: str) -> None:
    assert filtered(written, "one.json") == expected


@pytest.mark.parametrize(
    "written",
    [
        '{"name": "Kettle and tray"}',
        '{"name": "invoice"}',
        '{"first_name": "unknown", "surname": "N/A", "nickname": ""}',
        '{"file_name": "report", "colour": "green"}',
        '{"witness": "none of the people who were there saw what happened that day"}',
    ],
)
def test_values_that_are_no_names_are_not_found(written: str) -> None:
    assert filtered(written, "one.json") == written


def test_values_in_columns_of_a_table_are_found() -> None:
    table = "First Name,Notes,City\nmeenakshi,came late,enugu\nadaobi,meenakshi called,\n"
    assert filtered(table, "people.csv") == (
        "First Name,Notes,City\n[PERSON_1],came late,[LOCATION_1]\n[PERSON_2],[PERSON_3] called,\n"
    )


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("0171 5550 122, in the evening", "0171 5550 122"),
        ("555-0137), and by mail", "555-0137"),
        ("(0171) 5550 122 ext. 4", "(0171) 5550 122 ext. 4"),
        ("ZX 88213 T (expired)", "ZX 88213 T"),
        ("555 0137.? He said", "555 0137"),
        ("on deal 763736 for May", ""),
        ("at a cost of $61,000,000", ""),
    ],
)
def test_a_number_ends_where_words_begin(value: str, number: str) -> None:
    assert label_values.leading_number(value) == number


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("{'born': '03/11/1961', 'x': 1}\n", "{'born': '[DATE_OF_BIRTH]', 'x': 1}\n"),
        ("{'mrn': 'MRN-48213', 'x': 1}\n", "{'mrn': '[MEDICAL_RECORD_1]', 'x': 1}\n"),
    ],
)
def test_a_tag_does_not_divide_a_line_into_cells(written: str, expected: str) -> None:
    assert filtered(written, "one.txt") == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("WHERE phone = '07700 900418' AND x", "WHERE phone = '[PHONE_NUMBER_1]' AND x"),
        ('f(phone="614-555-0182")\n', 'f(phone="[PHONE_NUMBER_1]")\n'),
    ],
)
def test_quotes_around_a_value_are_not_part_of_it(written: str, expected: str) -> None:
    assert filtered(written, "one.txt") == expected


_TABLE = "CREATE TABLE patients (id int, name text, ssn text);\n\n"


def test_rows_far_after_create_table_get_its_column_names() -> None:
    far = _TABLE + "-- nothing of note\n\n" * 8_000
    row = "INSERT INTO patients VALUES (1, 'low', '536228714');\n"
    assert filtered(far + row, "d.sql").endswith("(1, 'low', '[US_SSN_1]');\n")


def test_time_grows_linearly_with_rows_in_paragraphs() -> None:
    detector = ENGINE.tools.detectors["keyed"]

    def read(rows: int) -> None:
        text = "".join(f"INSERT INTO patients VALUES (1, 'a', 'b{n}');\n\n" for n in range(rows))
        document = ENGINE.read_document((_TABLE + text).encode(), "d.sql")
        list(detector.detect(document, document.fields))
        assert len(set(detector.contexts(document).values())) == 1

    assert grows_no_faster(read, 1_600)


@pytest.mark.parametrize(
    "unit", [" & \\x y", "  a b", "\ta b", "Name\n", "a - ", "x -> ", "[a] ", "\\item[a] ", "& "]
)
def test_time_grows_linearly_with_lines_of_labels(unit: str) -> None:
    detector = ENGINE.tools.detectors["keyed"]

    def detect(times: int) -> None:
        document = ENGINE.read_document((unit * times).encode(), "a.txt")
        list(detector.detect(document, document.fields))

    assert grows_no_faster(detect, 8_000)
