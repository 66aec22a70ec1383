"""Surrogates are found again in a text that was edited, or the text is refused."""

from __future__ import annotations

import pytest
from anonfilter_surrogates.surrogate_map import SurrogateMap, replace_with_tags
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete
from anonfilter.sidecars import mapping
from anonfilter.sidecars.entries import Entry, Map, Occurrence

NAMES = ("Odile Fenwick", "Odile", "Fenwick", "(212) 555-0142", "May 3")
FILLER = (
    "the case of",
    "then",
    "a letter, signed;",
    "who said so",
    "4417",
    "\n",
    "again and again",
)


@st.composite
def texts(draw: st.DrawFn) -> tuple[str, str, SurrogateMap]:
    """A text with tags, the same with surrogates, and what its sidecar says of them."""
    tagged, add_surrogates = list[str](), list[str]()
    placed = list[tuple[int, str, str]]()
    for at, name in enumerate(draw(st.lists(st.sampled_from(NAMES), max_size=8))):
        between = " ".join(draw(st.lists(st.sampled_from(FILLER), max_size=4)))
        for parts in (tagged, add_surrogates):
            parts.append(f"{between} ")
        placed.append((len("".join(add_surrogates)), name, f"[TAG_{at + 1}]"))
        tagged.append(f"[TAG_{at + 1}]")
        add_surrogates.append(name)
        for parts in (tagged, add_surrogates):
            parts.append(" ")
    text = "".join(add_surrogates)
    return "".join(tagged), text, SurrogateMap.by(text, placed, {"ab": "Odile"}, -700)


@given(texts())
def test_the_text_with_tags_comes_back(case: tuple[str, str, SurrogateMap]) -> None:
    tagged, text, surrogates = case
    assert replace_with_tags(text, surrogates.locate(text, "any", whole=True)).text == tagged
    assert SurrogateMap.of(surrogates.payload()) == surrogates


@given(texts(), st.integers(0, 400), st.sampled_from(["Zed", "", "\n", "Odile Fenwick", " May 3 "]))
def test_an_edit_elsewhere_takes_nothing_for_a_surrogate(
    case: tuple[str, str, SurrogateMap], at: int, added: str
) -> None:
    """What was added stays, whatever it is, or the text is refused."""
    tagged, text, surrogates = case
    at = min(at, len(text))
    inside = any(one.start < at < one.end for one in surrogates.items)
    edited = text[:at] + added + text[at:]
    try:
        found = surrogates.locate(edited, "any", whole=True)
    except Incomplete:
        return
    assert len(found) == len(surrogates.items)
    assert not inside or not added or edited.count(added) > text.count(added)
    bare = replace_with_tags(edited, found).text
    assert len(bare) == len(tagged) + len(added)


@pytest.mark.parametrize("whole", [True, False])
def test_an_ambiguous_removal_is_not_guessed(whole: bool) -> None:
    text = "and then he met Odile here again " * 5
    places = [at for at in range(len(text)) if text.startswith("Odile", at)]
    surrogates = SurrogateMap.by(text, [(at, "Odile", "[PERSON_1]") for at in places], {}, 0)
    with pytest.raises(Incomplete, match="edited"):
        surrogates.locate("and then he met Odile here again " * 4, "a", whole=whole)


def test_a_missing_surrogate_is_an_error_only_for_restore() -> None:
    text = "Odile came to the house; much later on came Fenwick to the river"
    surrogates = SurrogateMap.by(
        text, [(0, "Odile", "[PERSON_1]"), (44, "Fenwick", "[PERSON_2]")], {}, 0
    )
    edited = text.replace("Odile", "She")
    assert [one.tag for one in surrogates.locate(edited, "a")] == ["[PERSON_2]"]
    with pytest.raises(Incomplete, match="or removed"):
        surrogates.locate(edited, "a", whole=True)


@pytest.mark.parametrize(
    "payload",
    ["", "[]", "{}", '["a",1,[],{}', '["a","b",[],{}]', '["a",1,[["x","y","z","",""]],{}]'],
)
def test_only_the_written_form_is_read(payload: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        SurrogateMap.of(payload)


def test_a_surrogate_that_reads_as_a_tag_is_restored() -> None:
    surrogates = SurrogateMap.by("[FENWICK]: yes.", [(1, "FENWICK", "[PERSON_1]")], {}, 0)
    entry = Entry("[PERSON_1]", "PERSON", (Occurrence("QUILL"),))
    known = Map("document", "talk.txt", entries={entry.tag: entry}, surrogates=surrogates)
    assert mapping.restore_original(b"[FENWICK]: yes.", "talk.txt", known) == b"[QUILL]: yes."
