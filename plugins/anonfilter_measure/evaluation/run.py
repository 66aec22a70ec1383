"""Filter gold, and map the replacements to places in the gold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby

from anonfilter.contract.document import Redaction, Source
from anonfilter.engine import spans
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing
from anonfilter.reports.spans import span_objects
from anonfilter.run import loop
from anonfilter.run.loop import Numbered
from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention, Stretch

Done = Iterable[Numbered[Redaction]]
Watch = Callable[[Done, Sequence[int]], Done]
"""Passes results on as they are finished, and shows the progress for documents of these sizes."""


@hide_values
@dataclass(frozen=True, slots=True)
class Found:
    """A mention that the rules replace by ``tag``. ``category`` is the finer label, or "".

    ``score`` is the score by the ``detector`` that found the label.
    """

    start: int
    end: int
    label: str
    category: str
    entity: str
    tag: str = ""
    detector: str = ""
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class Masked:
    """A gold document and its masked mentions."""

    gold: GoldDocument
    found: tuple[Found, ...]
    masked: tuple[Stretch, ...]

    def bare(self, mention: GoldMention) -> tuple[Stretch, ...]:
        """Return the words of a mention that are not fully masked."""
        return tuple(
            (start, end)
            for start, end in mention.tokens
            if not spans.covered(self.masked, start, end)
        )

    def leaks(self, mention: GoldMention) -> bool:
        return bool(self.bare(mention))


@hide_values
@dataclass(frozen=True, slots=True)
class Scored(Masked):
    """A gold document and the result of the rules for it."""

    redaction: Redaction = field(repr=False)


def as_it_stands(gold: GoldDocument) -> Masked:
    """Return the result for a reviewed text: its tags are the finds."""
    tags = [one for one in gold.mentions if not one.tokens]
    found = tuple(Found(one.start, one.end, one.label, one.named, "") for one in tags)
    return Masked(gold, found, tuple((one.start, one.end) for one in tags))


def score(
    engine: Engine,
    documents: Iterable[GoldDocument],
    jobs: int = 1,
    watch: Watch = lambda done, sizes: done,
) -> Iterator[Scored]:
    """Filter each document; a text with several annotators is filtered once."""
    same = [list(group) for _, group in groupby(documents, key=lambda gold: gold.text)]
    texts = [group[0] for group in same]
    sizes = [len(gold.text) for gold in texts]
    done = loop.numbered_results(
        partial(_redacted, engine), texts, _died, engine=engine, sizes=sizes, jobs=jobs
    )
    with closing(done):
        redactions = loop.in_order(watch(done, sizes))
        for group, redaction in zip(same, redactions, strict=True):
            for gold in group:
                yield _scored(gold, redaction)


def _died(gold: GoldDocument, how: str) -> Redaction:
    what = f"the process that filtered it has ended: {how}"
    raise Incomplete(what, where=f"{gold.file}:{gold.line}", hint=loop.HINT)


def _redacted(engine: Engine, gold: GoldDocument) -> Redaction:
    """Filter the text under a fixed name, so that the format does not depend on the file's name."""
    try:
        return engine.redact(engine.read(Source("gold.txt", gold.text)))
    except ModelMissing:
        raise
    except Incomplete as error:
        raise Incomplete(error.message, where=f"{gold.file}:{gold.line}") from None


def _scored(gold: GoldDocument, redaction: Redaction) -> Scored:
    document = redaction.analysis.document
    found = tuple(
        Found(
            one["start"],
            one["end"],
            one["label"],
            one["category"] or "",
            one["entity"],
            one["replacement"],
            one["detectors"][0],
            one["score"],
        )
        for one in span_objects(document, redaction.tagged)
    )
    return Scored(
        gold, found, tuple(spans.merged((one.start, one.end) for one in found)), redaction
    )


def alone(engine: Engine) -> Mapping[str, Engine]:
    """Return the engine with each detector alone."""
    return {name: engine.with_detectors({name}) for name in _detectors(engine)}


def without(engine: Engine) -> Mapping[str, Engine]:
    """Return the engine without each detector in turn."""
    names = _detectors(engine)
    if len(names) < 2:
        raise AnonfilterError("the rules have only one detector; none is left without it")
    return {name: engine.with_detectors(set(names) - {name}) for name in names}


def _detectors(engine: Engine) -> list[str]:
    return [one.name for one in engine.ruleset.instances["detectors"]]
