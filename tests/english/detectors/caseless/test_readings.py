"""A long text that was edited: what was found in its windows is known again."""

from __future__ import annotations

from random import Random

import pytest
from anonfilter_english.detectors.caseless.caseless import CaselessDetector
from anonfilter_english.detectors.caseless.decode import Find
from anonfilter_english.detectors.caseless.pieces import Pieces, Window, Word
from anonfilter_english.detectors.caseless.readings import Reading, key
from anonfilter_english.detectors.caseless.stretches import Stretch

from anonfilter.contract.document import Document, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

RULES = """
anonfilter: 1
labels: {PERSON: {}, LOCATION: {}, ORGANIZATION: {}, NRP: {}, DATE: {}, TIME: {}, OTHER: {}}
formats: [{use: text}]
detectors: [{use: caseless, version: 2}]
taggers: [{use: numbered}]
"""
SAID = "Then Wilma Quillfeather said on day {} that nobody at Harrow Bank {}had asked for it.\n"
LENGTHS = Random(2)
TEXT = "".join(SAID.format(day, "really " * LENGTHS.randrange(25)) for day in range(80))


class Kept(dict[bytes, bytes]):
    """Counts what is new."""

    added = 0

    def add(self, key: bytes, found: bytes) -> None:
        self.added += 1
        self[key] = found


@pytest.mark.slow
@pytest.mark.parametrize(
    "edited",
    [
        TEXT.replace("on day 30 ", "to Abel Tamsin on day 30 "),
        TEXT.replace("day 30 that", "day 30.\nThat"),
        f"Abel Tamsin\n{TEXT}",
        TEXT[: len(TEXT) // 2],
    ],
)
def test_an_edited_text_is_read_where_it_changed(edited: str) -> None:
    engine = Engine(parse_ruleset(RULES, "here.yaml"))
    engine.load()
    (detector,) = (made for _, made in engine.parts() if isinstance(made, CaselessDetector))

    def found(text: str) -> list[Span]:
        document: Document = engine.read_document(text.encode(), "talk.txt")
        return list(detector.detect(document, document.fields))

    again = found(edited)
    kept = Kept()
    detector.use_pieces(kept)
    found(TEXT)
    windows, kept.added = kept.added, 0
    assert windows > 8
    assert found(edited) == again
    assert kept.added <= windows // 2
    assert not any(b"Wilma" in data for data in kept.values())
    kept.added = 0
    assert found(edited) == again
    assert kept.added == 0


WORDS = (Word(0, 4, 0, 1), Word(5, 10, 1, 3), Word(10, 11, 3, 4, mark=True))
READ = Pieces((7, 8, 9, 3), (0, 1, 1, 0), WORDS)
WINDOW = Window(0, 3, 0, 3)


def moved(by: int) -> Pieces:
    """The same behind a word."""
    words = [
        Word(one.start + by, one.end + by, one.first + 1, one.last + 1, mark=one.mark)
        for one in WORDS
    ]
    return Pieces((5, *READ.ids), (2, *READ.shapes), (Word(0, 3, 0, 1), *words))


def test_a_window_is_known_at_any_offset() -> None:
    assert key(moved(9), Window(1, 4, 1, 4)) == key(READ, WINDOW)


@pytest.mark.parametrize(
    ("read", "window"),
    [
        (Pieces((7, 8, 9, 4), READ.shapes, WORDS), WINDOW),
        (Pieces(READ.ids, (0, 1, 2, 0), WORDS), WINDOW),
        (Pieces(READ.ids, READ.shapes, (*WORDS[:2], Word(11, 12, 3, 4, mark=True))), WINDOW),
        (Pieces(READ.ids, READ.shapes, (*WORDS[:2], Word(10, 11, 3, 4))), WINDOW),
        (Pieces(READ.ids, READ.shapes, (Word(0, 4, 0, 2), Word(5, 10, 2, 3), WORDS[2])), WINDOW),
        (READ, Window(0, 3, 1, 3)),
        (READ, Window(0, 3, 0, 2)),
        (READ, Window(0, 2, 0, 2)),
    ],
)
def test_all_that_is_gone_by_is_in_the_key(read: Pieces, window: Window) -> None:
    assert key(read, window) != key(READ, WINDOW)


def test_finds_come_back_at_the_place_of_the_window() -> None:
    first = Reading(Stretch((), ""), (READ, WINDOW))
    data = first.packed([Find(5, 10, "PERSON", 0.1 + 0.2)])
    again = Reading(Stretch((), ""), (moved(9), Window(1, 4, 1, 4)), known=data)
    assert again.found() == [Find(14, 19, "PERSON", 0.1 + 0.2)]
