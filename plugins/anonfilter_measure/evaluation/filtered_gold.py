"""Filter annotated documents, and map the replacements to places in them."""

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

NumberedRedactions = Iterable[Numbered[Redaction]]
Watch = Callable[[NumberedRedactions, Sequence[int]], NumberedRedactions]
"""A function that yields results unchanged and shows the progress; it gets the texts' sizes."""


@hide_values
@dataclass(frozen=True, slots=True)
class FoundMention:
    """A mention that the rules replace by ``tag``, at its place in the gold.

    ``category`` is the finer label, or "". ``score`` is the score that ``detector`` gave.
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
class GoldResult:
    """A gold document with the mentions that were found and the stretches that were masked."""

    gold: GoldDocument
    found: tuple[FoundMention, ...]
    masked: tuple[Stretch, ...]

    def unmasked_words(self, mention: GoldMention) -> tuple[Stretch, ...]:
        """Return the words of a mention that are not fully masked."""
        return tuple(
            (start, end)
            for start, end in mention.tokens
            if not spans.covered(self.masked, start, end)
        )


@hide_values
@dataclass(frozen=True, slots=True)
class FilteredGold(GoldResult):
    """A gold document with the redaction that the rules made of it."""

    redaction: Redaction = field(repr=False)


def reviewed_result(gold: GoldDocument) -> GoldResult:
    """Return the result of a reviewed text, which is not filtered: its tags are what was found."""
    tags = [one for one in gold.mentions if not one.tokens]
    found = tuple(FoundMention(one.start, one.end, one.label, one.named, "") for one in tags)
    return GoldResult(gold, found, tuple((one.start, one.end) for one in tags))


def filter_gold(
    engine: Engine,
    documents: Iterable[GoldDocument],
    jobs: int = 1,
    watch: Watch = lambda done, sizes: done,
) -> Iterator[FilteredGold]:
    """Filter each document; successive documents with the same text are filtered once.

    Such documents are the annotations of one text by several annotators.
    """
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
                yield _with_mentions(gold, redaction)


def _died(gold: GoldDocument, how: str) -> Redaction:
    raise loop.worker_ended(
        "the process that filtered this document", f"{gold.file}:{gold.line}", how
    )


def _redacted(engine: Engine, gold: GoldDocument) -> Redaction:
    """Filter the text under a fixed name, so that the format does not depend on the file's name."""
    try:
        return engine.redact(engine.read(Source("gold.txt", gold.text)))
    except ModelMissing:
        raise
    except Incomplete as error:
        raise Incomplete(error.message, where=f"{gold.file}:{gold.line}") from None


def _with_mentions(gold: GoldDocument, redaction: Redaction) -> FilteredGold:
    document = redaction.analysis.document
    found = tuple(
        FoundMention(
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
    masked = spans.merged((one.start, one.end) for one in found)
    return FilteredGold(gold, found, tuple(masked), redaction)


def engines_with_one_detector(engine: Engine) -> Mapping[str, Engine]:
    """Return for each detector the engine with this detector alone."""
    return {name: engine.with_detectors({name}) for name in _detectors(engine)}


def engines_without_one_detector(engine: Engine, only: Sequence[str] = ()) -> Mapping[str, Engine]:
    """Return for each detector, or for those in ``only``, the engine with all other detectors."""
    names = _detectors(engine)
    for name in only:
        if name not in names:
            known = ", ".join(names)
            raise AnonfilterError(f"the rules have no detector {name!r}; they have: {known}")
    if len(names) < 2:
        raise AnonfilterError("the rules have only one detector; none is left without it")
    return {name: engine.with_detectors(set(names) - {name}) for name in only or names}


def _detectors(engine: Engine) -> list[str]:
    return [one.name for one in engine.ruleset.instances["detectors"]]
