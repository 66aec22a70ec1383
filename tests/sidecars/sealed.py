"""Maps of invented people for tests of sidecars, and the key they are sealed with."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from anonfilter.keys.key import Key
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars.codec import MarksOf, no_marks, plain_map, seal_map
from anonfilter.sidecars.entries import LITERAL, Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar

KEY = Key(bytes(range(32)), bytes(range(32, 64)))
OTHER_KEY = Key(bytes(range(64, 96)), bytes(range(32, 64)))
CORPUS = "corpus" + 20 * "a"
OTHER_CORPUS = "corpus" + 20 * "b"
DOCUMENT = "document" + 18 * "a"
OTHER_DOCUMENT = "document" + 18 * "b"

NAME = "hearing.txt"
TEXT = b"[PERSON_1] [PERSON_2] met [PERSON_1] in [MONTH] and in [MONTH], see [DAY].\n"
ENTRIES = (
    Entry("[PERSON_1]", "PERSON", (Occurrence("Mirela"),), ("Mirela Quarnby",)),
    Entry("[PERSON_2]", "PERSON", (Occurrence("Quarnby", "", "\n"),)),
    Entry(
        "[MONTH]",
        "DATE",
        (Occurrence("June", around=("12ab", "0f0f")), Occurrence("May", around=("3c3c", "77aa"))),
    ),
    Entry("[DAY]", LITERAL, (Occurrence("[DAY]"),)),
)


def known(*entries: Entry, document: str = DOCUMENT, name: str = NAME, text: bytes = TEXT) -> Map:
    """Return the map of a document of this text."""
    found = {entry.tag: entry for entry in entries or ENTRIES}
    return Map(document, name, digest_of(text, document), found)


def person(number: int, name: str) -> Entry:
    return Entry(f"[PERSON_{number}]", "PERSON", (Occurrence(name),))


def initials(entry: Entry) -> bytes:
    """Return stand-ins for marks: none for literal tags."""
    text = entry.occurrences[0].text[:1]
    return b"" if entry.label == LITERAL else text.encode("utf-8", "surrogatepass")


def sealed(
    one: Map, marks_of: MarksOf = no_marks, *, key: Key = KEY, corpus: str = CORPUS
) -> Sidecar:
    state = seal_map(one, corpus, key, marks_of)
    return Sidecar(Kind.SEALED, corpus, one.document, state)


def plain(one: Map) -> Sidecar:
    return Sidecar(Kind.PLAIN, "", one.document, plain_map(one))


# Maps of any kind: every character that a decoded file may hold, halves of characters included,
# but not two halves side by side, which JSON makes one of.
_texts = st.text(st.characters(exclude_categories=()), max_size=40).filter(
    lambda text: json.loads(json.dumps(text)) == text
)
_stems = st.from_regex(r"[A-Z][A-Z0-9]{0,5}(_[A-Z0-9]{1,4}){0,2}", fullmatch=True)
_numbers = st.one_of(
    st.just(""),
    st.integers(1, 9_999_999).map(lambda number: f"_{number}"),
    st.from_regex("_[a-z2-7]{10}", fullmatch=True),
)
_tags = st.builds(lambda stem, number: f"[{stem}{number}]", _stems, _numbers)
_labels = st.one_of(
    st.sampled_from(["PERSON", "NULL", "TRUE", "NO", "ON", "Y"]),
    st.from_regex("[A-Z][A-Z0-9_]{0,8}", fullmatch=True),
)
_checks = st.tuples(*[st.from_regex("[0-9a-f]{4}", fullmatch=True)] * 2)
_same = st.builds(Occurrence, _texts, _texts, _texts).map(lambda one: (one,))
_each = st.lists(
    st.one_of(
        st.builds(Occurrence, _texts, _texts, _texts, around=_checks),
        st.builds(Occurrence, st.just(""), inside=st.just(True), around=_checks),
    ),
    min_size=1,
    max_size=4,
).map(tuple)
_entries = st.builds(
    Entry,
    _tags,
    _labels,
    st.one_of(_same, _each),
    st.lists(_texts, max_size=2).map(tuple),
    found=st.lists(_texts, max_size=2).map(tuple),
)
maps = st.builds(
    lambda name, entries: known_or_empty(name, entries), _texts, st.lists(_entries, max_size=6)
)


def known_or_empty(name: str, entries: list[Entry]) -> Map:
    found = {entry.tag: entry for entry in entries}
    return Map(DOCUMENT, name, digest_of(TEXT, DOCUMENT), found)
