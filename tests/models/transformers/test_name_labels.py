"""Labels of words are joined to names, in each notation of labels."""

from __future__ import annotations

import pytest
from anonfilter_models.token_classification.name_labels import (
    FoundName,
    LabelDecoder,
    columns,
    joined,
)
from anonfilter_models.token_classification.subword_windows import by_word, words

SCHEMES = {
    "BIO": (("O", "B-PER", "I-PER", "B-LOC", "I-LOC"), "B-PER I-PER O B-PER B-PER I-LOC I-LOC"),
    "IOB1": (("O", "B-PER", "I-PER", "B-LOC", "I-LOC"), "I-PER I-PER O I-PER B-PER I-LOC I-LOC"),
    "BIOES": (
        ("B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "I-LOC", "E-LOC", "S-LOC", "O"),
        "B-PER E-PER O S-PER S-PER B-LOC E-LOC",
    ),
    "ends alone": (("O", "I-PER", "E-PER", "I-LOC"), "I-PER E-PER O E-PER I-PER I-LOC I-LOC"),
}


def read(labels: tuple[str, ...], said: str, text: str, threshold: float = 0.5) -> list[str]:
    """What a model that says this of the words of a text has found in it."""
    reader = LabelDecoder(labels, ("PER", "LOC"), threshold)
    rows = [[0.94 if label == one else 0.01 for label in labels] for one in said.split()]
    found = joined(text, words(text), [reader.verdict(row) for row in rows])
    return [f"{text[name.start : name.end]}: {name.kind}" for name in found]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_labels_of_words_become_names(scheme: str) -> None:
    labels, said = SCHEMES[scheme]
    assert read(labels, said, "Ada Mbeki met Ina Jo Port Ellery") == [
        "Ada Mbeki: PER",
        "Ina: PER",
        "Jo: PER",
        "Port Ellery: LOC",
    ]


def test_plain_labels_join_neighbours_but_not_over_a_mark_or_a_line() -> None:
    text = "Ada Mbeki, Port Ellery\nPort Quill"
    assert read(("O", "PER", "LOC"), "PER PER O LOC LOC LOC LOC", text) == [
        "Ada Mbeki: PER",
        "Port Ellery: LOC",
        "Port Quill: LOC",
    ]


def test_a_prefix_is_one_only_where_all_labels_have_one() -> None:
    assert [one.kind for one in columns(("O", "B-PER", "I-PER"))] == ["O", "PER", "PER"]
    plain = ("S-BAHN", "PERSON", "O")
    assert [one.kind for one in columns(plain)] == list(plain)


def test_a_word_that_may_be_person_or_place_is_a_name() -> None:
    reader = LabelDecoder(("O", "PER", "LOC", "MISC"), ("PER", "LOC"), 0.5)
    verdict = reader.verdict((0.4, 0.25, 0.3, 0.05))
    assert verdict is not None
    assert (verdict.kind, verdict.score) == ("LOC", 0.55)
    assert reader.verdict((0.3, 0.1, 0.2, 0.4)) is None


def test_a_name_is_as_sure_as_its_least_sure_word() -> None:
    reader = LabelDecoder(("O", "PER"), ("PER",), 0.5)
    verdicts = [reader.verdict(row) for row in ((0.1, 0.9), (0.3, 0.7))]
    assert list(joined("Ada Jo", words("Ada Jo"), verdicts)) == [FoundName(0, 6, "PER", 0.7)]


def test_words_and_the_sub_words_that_they_are_made_of() -> None:
    text = "O'Neil's co-op"
    found = words(text)
    assert [text[start:end] for start, end in found] == ["O'Neil", "'", "s", "co", "-", "op"]
    assert by_word([(0, 6), (6, 7), (9, 11)], [(0, 1), (1, 2), (2, 6), (6, 8)]) == [
        [0, 1, 2],
        [3],
        [],
    ]
