"""Compare all models of a training on the same texts, as a page of tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from anonfilter_measure.evaluation.bootstrap import interval, interval_of_difference

from training.network_scores import Score, Texts, added, measured
from training.reading import WAYS, Network

BIASES = (1.0,)
_KEY = "{name}|{way}|{corpus}|{case}"
_HEAD = "masked | 95 % | precision | 95 % | false words per 1,000 | masked, {first} = 0"


class Scores:
    """The measured scores, stored in a file, so that an interrupted comparison can be resumed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known: dict[str, dict[str, list[list[int]]]] = {}
        if path.exists():
            self._known = json.loads(path.read_text(encoding="utf-8"))

    def measure(
        self,
        name: str,
        network: Callable[[], Network],
        tokenizer: Any,
        texts: Sequence[Texts],
        way: str = "lines",
    ) -> None:
        """Measure a model on the texts on which it has not been measured yet."""
        made: Network | None = None
        for some in texts:
            key = _KEY.format(name=name, way=way, corpus=some.corpus, case=some.case)
            if key in self._known:
                continue
            made = made or network()
            self._known[key] = {
                f"{label}|{bias}": [list(score) for score in scores]
                for bias, label, scores in measured(made, tokenizer, some, BIASES, way)
            }
            self._path.write_text(json.dumps(self._known, indent=0), encoding="utf-8")
            print(f"measured {key}", flush=True)

    def scores(
        self, name: str, some: Texts, label: str, bias: float, way: str = "lines"
    ) -> list[Score]:
        """Return the score of each text; [] if this model was not measured on these texts."""
        key = _KEY.format(name=name, way=way, corpus=some.corpus, case=some.case)
        own = self._known.get(key)
        return [Score(*counts) for counts in own[f"{label}|{bias}"]] if own else []

    def names(self) -> list[str]:
        return list(dict.fromkeys(key.split("|")[0] for key in self._known))


def page(scores: Scores, texts: Sequence[Texts], command: str, more: Sequence[str] = ()) -> str:
    """Return the comparison as Markdown."""
    return "\n".join(
        [
            "# What the models find of texts that none was trained on",
            "",
            f"Made by `{command}`. A network alone, each line read by itself, without the rules,",
            "the other detectors and the spreading of the product. *Masked*: share of mentions all",
            "of whose name tokens are found under any label but OTHER. *Precision*: share of finds",
            "that touch a mark of their label. *False words*: words of finds that touch no mark at",
            "all, of 1,000 words of text. *Bias* is taken off what speaks for an ordinary word.",
            "Marks that nobody vouches for, and bare words for bodies and places (the Court),",
            "count neither way. *95 %* are bootstrap intervals over documents, and the last column",
            "is that of the difference to the first model: where it holds 0, the texts do not say",
            "which of the two masks more.",
            "",
            *(line for bias in BIASES for line in _table(scores, texts, bias)),
            *_ways(scores, texts),
            *more,
        ]
    )


def _table(scores: Scores, texts: Sequence[Texts], bias: float) -> Iterator[str]:
    first, *others = scores.names() or [""]
    yield f"## Bias {bias:g}"
    yield ""
    yield f"| text | label (mentions) | model | {_HEAD.format(first=first)} |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for some in texts:
        for label in some.labels:
            base = scores.scores(first, some, label, bias)
            for name in (first, *others):
                if own := scores.scores(name, some, label, bias):
                    what = f"{label} ({added(own).gold})"
                    cells = " | ".join(_cells(own, base if name != first else []))
                    yield f"| {some.corpus}, {some.case} | {what} | {name} | {cells} |"
    yield ""


def _cells(own: Sequence[Score], base: Sequence[Score]) -> Iterator[str]:
    total = added(own)
    masked = [(score.masked, score.gold) for score in own]
    yield f"{total.masked_share:.3f}"
    yield str(interval(masked) or "")
    yield f"{total.precision:.3f}"
    yield str(interval([(score.right, score.seen) for score in own]) or "")
    yield f"{1000 * total.false / max(total.words, 1):.2f}"
    before = [(score.masked, score.gold) for score in base]
    yield str((interval_of_difference(before, masked) if base else None) or "")


def _ways(scores: Scores, texts: Sequence[Texts]) -> Iterator[str]:
    """Yield a table of three ways to read: single lines, lines with neighbours, whole texts."""
    lines = []
    for name in scores.names():
        for some in texts:
            for label in some.labels:
                found = [scores.scores(name, some, label, 1.0, way) for way in WAYS]
                if all(found):
                    totals = [added(own) for own in found]
                    cells = [f"{one.masked_share:.3f} at {one.precision:.3f}" for one in totals]
                    lines.append(
                        f"| {some.corpus}, {some.case} | {label} | {name} | {' | '.join(cells)} |"
                    )
    if lines:
        yield "## A line with its neighbours (bias 1; masked at precision)"
        yield ""
        yield "| text | label | model | each line alone | short ones with neighbours | one text |"
        yield "|---|---|---|---|---|---|"
        yield from lines
        yield ""
