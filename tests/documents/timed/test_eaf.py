"""ELAN's annotations: what they say, in the order in which it is said, and all names."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_documents.timed.eaf import EAF
from hypothesis import given
from hypothesis import strategies as st
from pympi.Elan import Eaf

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

NAME = "Wilma Quillfeather"


def written(folder: Path, name: str = NAME, call: str = "415 555 0100") -> str:
    """An EAF as pympi writes it: turns, the words of one, and sounds."""
    given_name, family = name.split()
    made = Eaf(author=name)
    made.add_linked_file(f"/data/{given_name}_{family}.wav", relpath=f"./{name}.wav")
    made.add_linguistic_type("words", constraints="Symbolic_Subdivision", timealignable=False)
    made.add_tier(name, part=name, ann=name)
    made.add_tier("Visitor", part="Visitor")
    made.add_tier(f"{name}-words", ling="words", parent=name)
    made.add_tier("phones")
    made.add_annotation(name, 100, 2000, f"I am {name} & <so>")
    made.add_annotation("Visitor", 1900, 2500, "")
    made.add_annotation("Visitor", 2500, 4000, f"call {call}, {family}")
    before = None
    for word in ("I", "am", given_name, family):
        made.add_ref_annotation(f"{name}-words", name, 150, word, prev=before)
        before = list(made.tiers[f"{name}-words"][1])[-1]
    made.add_annotation("phones", 200, 500, "W")
    made.add_annotation("phones", 5000, 5500, "S")
    made.add_language("und")
    made.add_controlled_vocabulary("people", "und")
    made.add_cv_entry("people", "cveid0", [(name, "und", f"the {name}")])
    path = folder / "made.eaf"
    made.to_file(str(path))
    return path.read_text("utf-8")


def opened(path: Path) -> Eaf:
    return Eaf(str(path))


def test_names_everywhere(run, folder):
    text = written(folder)
    cleared(run, folder, "eaf", "a.eaf", text.encode())
    after, before = opened(folder / "a.eaf"), opened(folder / "made.eaf")
    both = "[PERSON_1] [PERSON_2]"
    assert after.adocument["AUTHOR"] == both
    assert list(after.tiers) == ["default", both, "Visitor", f"{both}-words", "phones"]
    assert after.tiers[f"{both}-words"][2]["PARENT_REF"] == both
    assert after.tiers[both][2]["PARTICIPANT"] == after.tiers[both][2]["ANNOTATOR"] == both
    assert after.get_annotation_data_for_tier(both) == [(100, 2000, f"I am {both} & <so>")]
    assert sorted(after.get_annotation_data_for_tier("Visitor")) == [
        (1900, 2500, ""),
        (2500, 4000, "call [PHONE_1], [PERSON_2]"),
    ]
    words = after.get_ref_annotation_data_for_tier(f"{both}-words")
    assert [one[2] for one in words] == ["I", "am", "[PERSON_1]", "[PERSON_2]"]
    assert sorted(one[2] for one in after.get_annotation_data_for_tier("phones")) == ["", "S"]
    assert after.timeslots == before.timeslots
    assert after.adocument["DATE"] == before.adocument["DATE"]


def test_nothing_to_redact(run, folder):
    text = written(folder, "Child One", "me").replace("\n", "\r\n")
    unchanged(run, folder, "eaf", "a.eaf", text.encode("utf-8-sig"))


def test_detect_reports_the_time_of_a_finding(run, folder):
    found = reported(run, folder, "eaf", "a.eaf", written(folder).encode())
    assert ("[PHONE_1]", [2.5, 4.0]) in found
    assert found.count(("[PERSON_1] [PERSON_2]", [0.1, 2.0])) == 2


def eaf(*tiers: str, slots: int = 5) -> str:
    made = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="ts{at}" TIME_VALUE="{at}000"/>' for at in range(slots)
    )
    return (
        f'<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT AUTHOR="">\n<TIME_ORDER>{made}</TIME_ORDER>'
        f"{''.join(tiers)}</ANNOTATION_DOCUMENT>\n"
    )


def tier(name: str, *values: tuple[int, str]) -> str:
    made = "".join(
        f'<ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}{at}" TIME_SLOT_REF1="ts{at}" TIME_SLOT_REF2='
        f'"ts{at + 1}"><ANNOTATION_VALUE>{value}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>'
        for at, value in values
    )
    return f'<TIER TIER_ID="{name}" LINGUISTIC_TYPE_REF="default-lt">{made}</TIER>\n'


def test_turns_are_in_the_order_of_time() -> None:
    asked = tier("a", (0, "What is your name?"), (2, "So it is &amp; <![CDATA[<will>]]> be."))
    document = read(EAF, eaf(asked, tier("b", (1, "My name is Ada."), (9, "At no time."))), "a.eaf")
    assert texts(document)[:4] == [
        "What is your name?",
        "My name is Ada.",
        "At no time.",
        "So it is & <will> be.",
    ]
    assert [time for _, time in times(document)] == [(0, 1), (1, 2), None, (2, 3)]


def test_replacements_are_escaped_as_xml() -> None:
    text = eaf(tier("Ada", (0, "so Quill &lt;is&gt;")))
    document = read(EAF, text, "a.eaf")
    assert fields(document)[:2] == [("speech", "so Quill <is>"), ("speaker", "Ada")]
    assert replaced(document, "Quill", "<&>") == text.replace("Quill", "&lt;&amp;&gt;")


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "1:1", "outside of the root element"),
        (eaf(tier("a", (0, "so"))).replace("</TIER>", ""), "4:1", "no start tag"),
        (eaf(tier("a", (0, "&so;"))), "3:", "not one that XML defines"),
    ],
)
def test_invalid_eaf_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(EAF, text, "a.eaf")
    assert f"a.eaf:{place}" in caught.value.where


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    text = eaf(tier("words", (0, "so"), (1, "Ada")), tier("phones", (1, "A")))
    stands_damage(EAF, text, "a.eaf", at, put)


@pytest.mark.parametrize(
    "text",
    [
        lambda size: eaf(tier("a", *((at % 4, "so it is") for at in range(size)))),
        lambda size: eaf(tier("a", (0, "so<!-- -->" * size))),
        lambda size: eaf(tier("a", *[(0, "so")] * size), tier("phones", *[(0, "s")] * (size // 9))),
    ],
    ids=["annotations", "parts", "sounds"],
)
def test_time_grows_with_size(text) -> None:
    assert grows_no_faster(lambda size: read(EAF, text(size), "a.eaf"), 8_000)
