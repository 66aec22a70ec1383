"""The annotated corpora that a model which ships may be trained on, with the labels they lack.

Where a corpus marks only some labels, a model would learn that the others are ordinary words; so
they are filled in by spaCy's. What a corpus does mark is taken as it is.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from training.example import Example, Mark, outermost

ALL = frozenset(("PERSON", "LOCATION", "ORGANIZATION", "NRP", "DATE", "TIME"))
_NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
SHIPPABLE = {
    "calls": ALL,
    "novels": frozenset(("PERSON", "LOCATION")),
    "judgments_in": _NAMES | {"DATE"},
    "tweets": _NAMES,
    "wikigold": _NAMES,
    "wnut17": _NAMES,
    "general": ALL,
}
GENRES = {"general": frozenset(("news", "academic", "bio", "voyage"))}
"""Corpora whose licence lets a model be shipped, the labels that are marked in them, and genres."""

_SPACY = {
    "PERSON": "PERSON", "GPE": "LOCATION", "LOC": "LOCATION", "FAC": "LOCATION",
    "ORG": "ORGANIZATION", "NORP": "NRP", "DATE": "DATE", "TIME": "TIME",
}  # fmt: skip
_CALENDAR = re.compile(
    r"(?i)\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|easter|thanksgiving|halloween)\b"
    r"|\b(?:1[5-9]|20)\d\d(?:s\b|\b)|'\d\ds?\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b"
)
_CLOCK = re.compile(
    r"(?i)\d:\d\d|\bo'?\s?clock\b|\d\s?[ap]\.?m\b|\b(?:noon|midnight)\b|\bpast\b|\bquarter\b"
)
_TITLE = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|Lord|Judge|Justice|Officer|Captain|Capt|Parson|"
    r"Reverend|Rev|Father|Sister|Brother|Aunt|Uncle|Colonel|Col|General|Doctor|Madame|Monsieur"
    r"|Mme|Mlle|Shri|Smt|President|Senator|Governor|Master|Mistress|Madam|Squire|"
    r"Countess|Queen|Princess|Duchess|Hon|Pt)\b\.?\s+|[a-z]+\s+|(?:The|A|An)\s+)+"
)


def read(folder: Path, corpus: str) -> Iterator[tuple[dict[str, Any], Example]]:
    """Each document, with only those marks that a reader made or that the model is to learn."""
    with gzip.open(folder / f"{corpus}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            text = record["text"]
            marks = (
                _trimmed(text, Mark(one["start"], one["end"], one["label"]))
                for one in record["entities"]
            )
            yield (
                record,
                Example(text, outermost(mark for mark in marks if _learnt(text, mark)), corpus),
            )


def shippable(folder: Path, nlp: Any) -> list[Example]:
    """Everything that may be trained on, with all labels."""
    found: list[Example] = []
    for corpus, marked in SHIPPABLE.items():
        genres = GENRES.get(corpus)
        own = [
            one for record, one in read(folder, corpus) if not genres or record["genre"] in genres
        ]
        found += own if marked == ALL else _completed(own, marked, nlp)
    return found


def _completed(examples: list[Example], marked: frozenset[str], nlp: Any) -> Iterator[Example]:
    for example, doc in zip(examples, nlp.pipe(one.text for one in examples), strict=True):
        others = (
            _trimmed(example.text, Mark(entity.start_char, entity.end_char, label))
            for entity in doc.ents
            if (label := _SPACY.get(entity.label_, "")) and label not in marked
        )
        free = [
            mark for mark in others if _learnt(example.text, mark) and _apart(mark, example.marks)
        ]
        yield Example(example.text, outermost([*example.marks, *free]), example.source)


def _apart(mark: Mark, others: Iterable[Mark]) -> bool:
    return all(mark.end <= other.start or other.end <= mark.start for other in others)


def _learnt(text: str, mark: Mark) -> bool:
    """Labels that the model has; of times those with a calendar or a clock in them."""
    name = text[mark.start : mark.end]
    if mark.label == "DATE":
        return bool(_CALENDAR.search(name))
    if mark.label == "TIME":
        return bool(_CLOCK.search(name))
    return mark.label in ALL and bool(name.strip())


def _trimmed(text: str, mark: Mark) -> Mark:
    """Without articles, titles and what else stands before a name, blanks and a final 's."""
    name = text[mark.start : mark.end]
    start, end = mark.start, mark.end - (len(name) - len(name.rstrip(" \n,;:")))
    if re.search(r"['\u2019]s\Z", text[start:end]):
        end -= 2
    title = _TITLE.match(text, start, end) if mark.label == "PERSON" else None
    if mark.label in ("LOCATION", "ORGANIZATION"):
        title = re.compile(r"(?:the|The|a|an)\s+").match(text, start, end)
    if title and title.end() < end:
        start = title.end()
    return Mark(start, end, mark.label)
