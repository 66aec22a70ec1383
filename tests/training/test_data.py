"""From marks to tags, and scenes that hold names of things."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from anonfilter_english.detectors.caseless.caseless import FOLDER
from anonfilter_english.detectors.caseless.pieces import TAGS, pieces
from tokenizers import Tokenizer

from training.corpora import ALL
from training.data import EITHER_TAG, NO_LABEL, parts, tagged
from training.example import EITHER, UNSURE, Example, Mark
from training.store import stored, write

EXAMPLE = Example(
    "Ask Oona Brackwater. Or the Perhaps, or Maybe.",
    (Mark(4, 19, "PERSON"), Mark(28, 35, EITHER), Mark(40, 45, UNSURE)),
    "calls",
)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    found.no_truncation()
    return found


def test_tags(tokenizer: Tokenizer) -> None:
    read = pieces(tokenizer, EXAMPLE.text)
    words = [EXAMPLE.text[word.start : word.end] for word in read.words]
    tags = dict(zip(words, tagged(EXAMPLE, read), strict=False))
    assert TAGS[tags["Oona"]] == "B-PERSON"
    assert TAGS[tags["Brackwater"]] == "I-PERSON"
    assert (tags["Ask"], tags["Perhaps"], tags["Maybe"]) == (0, EITHER_TAG, NO_LABEL)


def test_stretches_lose_neither_text_nor_marks() -> None:
    for seed in range(20):
        found = list(parts(EXAMPLE, random.Random(seed)))
        assert "".join(one.text for one in found) == EXAMPLE.text
        names = [one.text[mark.start : mark.end] for one in found for mark in one.marks]
        assert names == ["Oona Brackwater", "Perhaps", "Maybe"]


def test_examples_come_back_from_disk(tmp_path: Path) -> None:
    write([EXAMPLE], tmp_path / "some.jsonl.gz")
    assert list(stored(tmp_path / "some.jsonl.gz")) == [EXAMPLE]


def test_scenes_mark_things_or_leave_them_open() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.scenes import filled

    scene = "I drove [[OTH Thunder]] to the Horseshoe with {a.first}."
    for source, labels in (
        ("other-9", ["OTHER", "PERSON"]),
        ("talk-9", ["OTHER", EITHER, "PERSON"]),
    ):
        found = filled(scene, source, random.Random(1))
        assert [mark.label for mark in found.marks] == labels


def test_all_scenes_can_be_filled() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.scenes import filled, scenes

    chance = random.Random(1)
    for source, scene in scenes():
        example = filled(scene, source, chance)
        assert "{" not in example.text
        assert "[[" not in example.text


def test_names_beside_each_other_are_one() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.scenes import filled

    found = filled(
        "{a.first} {a.initial}. {a.last} saw {b.last}, {b.first}.", "talk", random.Random(1)
    )
    assert len(found.marks) == 3


def test_passages_can_be_filled_and_are_not_the_same_twice() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.passages import kinds, passages
    from training.scenes import filled

    made = passages(random.Random(1), 40)
    assert len(set(made)) > 0.9 * len(made)
    assert made == passages(random.Random(1), 40)
    labels = set()
    for source, scene in made:
        example = filled(scene, source, random.Random(2))
        assert not {"{", "[["} & set(example.text.split())
        labels |= {mark.label for mark in example.marks}
    assert labels == ALL | {EITHER}
    assert len(kinds()) > 10


def test_new_people_are_others_in_each_line() -> None:
    pytest.importorskip("names")
    pytest.importorskip("faker")
    from training.passages import Kind, passage
    from training.scenes import filled

    kind = Kind("lists", "lines", (), ("{new.last} {new.last} {a.last}",) * 2)
    for seed in range(60):
        lines = filled(passage(kind, random.Random(seed)), "lists", random.Random(seed)).text.split(
            "\n"
        )
        if len(lines) == 2:
            (one, again, same), (two, _, same_too) = (line.rsplit(" ", 2) for line in lines)
            assert one == again
            assert one != two
            assert same == same_too
            return
    raise AssertionError("no passage of two lines")


def test_letters_of_a_body_are_none_of_the_household() -> None:
    pytest.importorskip("names")
    from training.names import Names, table
    from training.things import abbreviation, household_letters

    names = Names(random.Random(1))
    bodies = {abbreviation(names).replace(" ", "").replace(".", "").upper() for _ in range(300)}
    household = {
        household_letters(names).replace(" ", "").replace(".", "").upper() for _ in range(300)
    }
    assert not bodies & household
    assert household <= set(table("household_letters"))


def test_a_scanned_text_keeps_its_names() -> None:
    from training.noise import scanned

    changed = 0
    for seed in range(60):
        found = scanned(EXAMPLE, random.Random(seed))
        assert [mark.label for mark in found.marks] == [mark.label for mark in EXAMPLE.marks]
        changed += found.text != EXAMPLE.text
    assert changed > 10


@pytest.mark.parametrize(
    ("text", "marked", "name"),
    [
        ("Then Pres. Vane spoke.", "Pres. Vane", "Vane"),
        ("the Secretary of State Oona Vane", "State Oona Vane", "Oona Vane"),
        ("the Ruritanian Gen. Lew Oake", "Ruritanian Gen. Lew Oake", "Lew Oake"),
        ("so Don Vane spoke", "Don Vane", "Don Vane"),
        ("so Oona Vane", "Oona Vane", "Oona Vane"),
        ("Judge", "Judge", "Judge"),
    ],
)
def test_a_title_that_is_marked_is_no_part_of_a_name(text: str, marked: str, name: str) -> None:
    from training.names import behind_title

    start = text.index(marked)
    end = start + len(marked)
    assert text[behind_title(text, start, end) : end] == name
