"""The annotated corpora, the labels that each marks completely, and the handling of other labels.

If a corpus does not mark a label completely, its unmarked names must not be taught as ordinary
words. Another reader (the *filler*, spaCy) finds such names. Dates, times and groups that it finds
become marks. Other finds are left out of the loss: either completely (UNSURE), or so that both
"ordinary" and OTHER are right (EITHER), if the corpus shows that no person, place or organisation
is meant.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from anonfilter.text.words import common_words
from training.apart import kept_apart
from training.example import EITHER, UNSURE, Example, Mark, outermost
from training.names import behind_title, given_names

NAMES = frozenset(("PERSON", "LOCATION", "ORGANIZATION"))
CLOCKED = frozenset(("DATE", "TIME"))
ALL = NAMES | CLOCKED | {"NRP", "OTHER"}
_FILLED = CLOCKED | {"NRP"}


@dataclass(frozen=True, slots=True)
class Corpus:
    """How far the marks of a corpus can be trusted, by label.

    - ``complete``: labels of which every name is marked.
    - ``weak``: labels whose marks count only if the filler agrees.
    - ``unsure``: labels whose marks are left out of the loss.
    - ``genres``: the genres that may be used for training; all if empty.
    - ``nameless``: True if first names by which people are addressed may be unmarked.
    """

    complete: frozenset[str]
    weak: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    genres: frozenset[str] = frozenset()
    nameless: bool = False


SHIPPABLE = {
    "ami_ne": Corpus(NAMES | CLOCKED),
    "calls": Corpus(frozenset(), weak=NAMES | {"OTHER"}),
    "crossner_wiki5": Corpus(NAMES | {"OTHER"}),
    "general": Corpus(ALL, genres=frozenset(("news", "academic", "bio", "voyage"))),
    "harpervalley_calls": Corpus(frozenset(("PERSON", "ORGANIZATION"))),
    "judgments_in": Corpus(NAMES | {"DATE"}, unsure=frozenset(("OTHER",))),
    "multidogo_customers": Corpus(frozenset(), nameless=True),
    "nlu_eval_commands": Corpus(frozenset(("PERSON", "LOCATION")) | CLOCKED),
    "novels": Corpus(frozenset(("PERSON", "LOCATION"))),
    "redocred_wiki": Corpus(ALL - {"TIME"}),
    "sgd_dialogues": Corpus(ALL - {"NRP"}),
    "slue_voxpopuli": Corpus(ALL),
    "snips_commands": Corpus(ALL - {"NRP"}),
    "tweets": Corpus(NAMES),
    "uner_ewt_pud": Corpus(NAMES),
    "wikigold": Corpus(NAMES),
    "wnut17": Corpus(NAMES),
}
"""Corpora whose licence lets a model be shipped."""

UNLABELLED = tuple(
    """
    u_ami_rest u_common_voice_sentences u_congress_hearings u_earnings22_calls u_fomc_meetings
    u_icsi_meetings u_nasa_missions
    """.split()
)

_FILLER = {
    "PERSON": "PERSON",
    "GPE": "LOCATION",
    "LOC": "LOCATION",
    "FAC": "LOCATION",
    "ORG": "ORGANIZATION",
    "NORP": "NRP",
    "DATE": "DATE",
    "TIME": "TIME",
    "WORK_OF_ART": "OTHER",
    "PRODUCT": "OTHER",
    "EVENT": "OTHER",
    "LAW": "OTHER",
    "LANGUAGE": "OTHER",
}
_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?"
)
_DAYS = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?"
_CALENDAR = re.compile(
    rf"(?i)\b(?:{_MONTHS}|{_DAYS}|christmas|easter|thanksgiving|halloween)\b"
    r"|\b(?:1[5-9]|20)\d\d(?:s\b|\b)|'\d\ds?\b|\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b"
    r"|\b(?:nineteen|twenty) (?:hundred|oh|\w+teen|ten|eleven|twelve|\w+ty)\b"
    r"|\btwo thousand(?: and)? \w+"
)
_DAY = re.compile(
    rf"(?i)\b(?:{_DAYS}|january|february|april|june|july|august|september|october|november"
    r"|december)\b"
)
_CLOCK = re.compile(
    r"(?i)\d:\d\d|\bo'?\s?clock\b|\d\s?[ap]\.?m\b|\b[ap] m\b|\b(?:noon|midnight)\b|\bpast\b"
    r"|\bquarter\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) [ap]\.?m\b"
)
_STATUTE = re.compile(
    r"\b(?:[A-Z][\w.]*(?: (?:of|and|the|for|in|to))*,? ){1,8}"
    r"(?:Act|Code|Rules|Constitution|Ordinance)\b(?:, (?:1[89]|20)\d\d)?"
)
_TITLE = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|Lord|Judge|Justice|Officer|Captain|Capt|Parson|"
    r"Reverend|Rev|Father|Sister|Brother|Aunt|Uncle|Colonel|Col|General|Doctor|Madame|Monsieur"
    r"|Mme|Mlle|Shri|Smt|President|Senator|Governor|Master|Mistress|Madam|Squire|Commissioner|"
    r"Countess|Queen|Princess|Duchess|Hon|Pt)\b\.?\s+|[a-z]+\s+|(?:The|A|An)\s+)+"
)
_LOWER_TITLE = re.compile(
    r"(?:(?:mr|mrs|ms|miss|dr|professor|doctor|president|commissioner)\.?\s+)+"
)
_ARTICLE = re.compile(r"(?:the|The|a|an)\s+")


def read(folder: Path, corpus: str) -> Iterator[tuple[dict[str, Any], Example]]:
    """Yield the record of each document, and its text with the marks that the model shall learn."""
    plan = SHIPPABLE.get(corpus, Corpus(ALL))
    with gzip.open(folder / f"{corpus}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            text = record["text"]
            marks = (_mark(text, one, plan) for one in record.get("entities", ()))
            yield record, Example(text, outermost(one for one in marks if one), corpus)


def _mark(text: str, one: dict[str, Any], plan: Corpus) -> Mark | None:
    mark = _trimmed(text, Mark(one["start"], one["end"], one["label"]))
    name = text[mark.start : mark.end]
    if not _learnt(name, mark.label):
        return None
    if mark.label in plan.unsure or (
        mark.label == "OTHER" and name == name.lower() != text.lower()
    ):
        return Mark(mark.start, mark.end, UNSURE)
    if mark.label in plan.weak and one.get("gold") != "gold-speaker":
        return Mark(mark.start, mark.end, f"{_WEAK}{mark.label}")
    return mark


_WEAK = "?"


def trainable(folder: Path) -> Iterator[Example]:
    """Yield all texts that may be used for training, with the marks of their corpora."""
    for corpus, plan in SHIPPABLE.items():
        if not (folder / f"{corpus}.jsonl.gz").exists():
            continue
        for record, example in read(folder, corpus):
            if plan.genres and record["genre"] not in plan.genres:
                continue
            if plan.genres or not kept_apart(corpus, record["id"]):
                yield example


def shippable(folder: Path, nlp: Any) -> Iterator[Example]:
    """Yield the texts for training; names that a corpus does not mark are filled in or left out.

    Names that are left out have marks, but do not count in the loss.
    """
    examples = list(trainable(folder))
    docs = nlp.pipe((one.text for one in examples), batch_size=32)
    for example, doc in zip(examples, docs, strict=True):
        finds = [
            _trimmed(example.text, Mark(entity.start_char, entity.end_char, label))
            for entity in doc.ents
            if (label := _FILLER.get(entity.label_))
        ]
        yield completed(example, finds, SHIPPABLE[example.source])


def completed(example: Example, finds: Sequence[Mark], plan: Corpus) -> Example:
    """Return an example with the marks of its corpus, and marks for finds between them."""
    own = [_agreed(mark, finds) for mark in example.marks]
    added = [*_statutes(example.text, plan), *_filled(example.text, finds, plan)]
    added += _days(example.text, plan)
    if plan.nameless:
        added += _addressed(example.text)
    marks = outermost(own)
    for mark in outermost(added):
        if all(mark.end <= other.start or other.end <= mark.start for other in marks):
            marks = (*marks, mark)
    return Example(example.text, outermost(marks), example.source)


def _agreed(mark: Mark, finds: Iterable[Mark]) -> Mark:
    if not mark.label.startswith(_WEAK):
        return mark
    label = mark.label.removeprefix(_WEAK)
    agreed = any(
        find.label == label and find.start < mark.end and mark.start < find.end for find in finds
    )
    return Mark(mark.start, mark.end, label if agreed else UNSURE)


def _filled(text: str, finds: Iterable[Mark], plan: Corpus) -> Iterator[Mark]:
    for find in finds:
        name = text[find.start : find.end]
        if find.label in _FILLED and find.label not in plan.complete:
            if _learnt(name, find.label):
                yield find
        elif "OTHER" not in plan.complete and (
            plan.complete >= NAMES or find.label in plan.complete
        ):
            if name != name.lower():
                yield Mark(find.start, find.end, EITHER)
        elif find.label not in plan.complete and find.label not in CLOCKED:
            yield Mark(find.start, find.end, UNSURE)


def _days(text: str, plan: Corpus) -> Iterator[Mark]:
    if "DATE" not in plan.complete:
        for match in _DAY.finditer(text):
            yield Mark(*match.span(), "DATE")


def _statutes(text: str, plan: Corpus) -> Iterator[Mark]:
    if "OTHER" not in plan.complete:
        for match in _STATUTE.finditer(text):
            start = (
                article.end() if (article := _ARTICLE.match(text, match.start())) else match.start()
            )
            yield Mark(start, match.end(), "OTHER")


@cache
def _only_names() -> frozenset[str]:
    return frozenset(name.lower() for name in given_names()) - common_words()


def _addressed(text: str) -> Iterator[Mark]:
    for match in re.finditer(r"[^\W\d_]{3,}", text):
        if match[0].lower() in _only_names():
            yield Mark(*match.span(), UNSURE)


def _learnt(name: str, label: str) -> bool:
    """Return True if the model learns such a name, else False.

    It learns its labels, but dates only with a calendar word, and times only with a clock time.
    """
    if label == "DATE":
        return bool(_CALENDAR.search(name))
    if label == "TIME":
        return bool(_CLOCK.search(name))
    return label in ALL and bool(name.strip())


def _trimmed(text: str, mark: Mark) -> Mark:
    """Return the mark without articles and titles before a name, blanks, and a final 's."""
    name = text[mark.start : mark.end]
    start, end = mark.start, mark.end - (len(name) - len(name.rstrip(" \n,;:")))
    if re.search(r"['\u2019]s\Z", text[start:end]):
        end -= 2
    title = None
    if mark.label == "PERSON":
        lower = name == name.lower()
        title = (_LOWER_TITLE if lower else _TITLE).match(text, start, end)
    elif mark.label in ("LOCATION", "ORGANIZATION", "NRP"):
        title = _ARTICLE.match(text, start, end)
    if title and title.end() < end:
        start = title.end()
    if mark.label == "PERSON":
        start = behind_title(text, start, end)
    return Mark(start, end, mark.label)
