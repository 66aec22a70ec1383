"""Filters a document, in this process or in a worker: read, redact, write; or some of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol

from anonfilter import workers
from anonfilter.checking.filtered import Filtered, KnownResults
from anonfilter.contract.document import Analysis, Finding, Redaction
from anonfilter.contract.plugin import Numbering
from anonfilter.engine.pipeline import Engine, apply_tags
from anonfilter.errors import AnonfilterError, Incomplete, ModelMissing, PluginError, RulesError
from anonfilter.files.read import Input, read_input
from anonfilter.reports.summary import Tally
from anonfilter.run.slots import Open, Slot
from anonfilter.session import redact
from anonfilter.streams.inputs import LongInput
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line
from anonfilter.text.values import hide_values

Read = Callable[[str], AbstractContextManager[Input | LongInput]]
Then = Callable[[Input, Redaction], None]


@hide_values
@dataclass(slots=True)
class Outcome:
    """What came of one document; plain data, which a worker sends back.

    ``text`` is what goes to standard output. All else is without values.
    """

    name: str
    size: int = 0
    tally: Tally = field(default_factory=Tally)
    findings: tuple[Finding, ...] = ()
    remarks: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    error: AnonfilterError | None = None
    text: Iterable[bytes] | None = None

    def told(self, styled: Callable[[str], str] = str, *, counting: bool = False) -> Iterator[str]:
        """What is left, where, and what else there is to say, without values; ``counting``: also
        how much was found."""
        shown = one_line(self.name)
        for one in self.findings:
            label = styled(one.label)
            yield f"{one_line(one.place)}: {label} ({one.detector}, {one.score:.2f})"
        found = [counted(self.tally.mentions, "mention")] if counting and self.tally.files else []
        for said in (*self.remarks, *found, *self.notes):
            yield f"{shown}: {one_line(said)}"

    def incomplete(self, error: AnonfilterError) -> Outcome:
        """The same, of a document that was not done to its end."""
        self.error = error
        self.tally.incomplete.append(self.name)
        return self


class InParts(Protocol):
    """Filters a long input and writes the result, if nothing is left in it."""

    def __call__(
        self, engine: Engine, source: LongInput, slot: Slot, outcome: Outcome, *, keep_output: bool
    ) -> None: ...


def died(name: str, how: str) -> Outcome:
    """The outcome of a document whose worker has ended."""
    what = f"the process that filtered it has ended: {how}"
    return Outcome(name).incomplete(Incomplete(what, where=name, hint=workers.HINT))


def filtered(
    engine: Engine,
    open_slot: Open,
    name: str,
    *,
    read: Read = lambda name: nullcontext(read_input(name)),
    parts: InParts | None = None,
    known: KnownResults | None = None,
    then: Then = lambda source, done: None,
    keep_output: bool = False,
    told: type[AnonfilterError] = Incomplete,
) -> Outcome:
    """Filter one document and write the result, and a sidecar with it, if nothing is left in it.

    A long input is left to ``parts``. ``known`` are the results of earlier runs. ``then`` is called
    with a new one when it is written, still under the document's lock. Errors that are ``told``
    are of this document alone; others, and those of the rules, are raised.
    """
    outcome = Outcome(name)
    try:
        with open_slot(name) as slot, read(name) as source:
            if isinstance(source, LongInput) and slot.take_parts is None:
                source = source.whole() or source
            if isinstance(source, LongInput):
                assert parts is not None
                parts(engine, source, slot, outcome, keep_output=keep_output)
                return outcome
            outcome.size = len(source.data)
            done = _done(engine, source, slot, known)
            outcome.tally.include(done.tally)
            outcome.findings = tuple(done.findings)
            outcome.remarks += done.remarks
            if keep_output or not done.findings:
                slot.take(source, done.redaction or done)
                outcome.notes += filter(None, [slot.remark])
                if done.redaction is not None:
                    outcome.notes += done.redaction.notes(sidecar=slot.keeps_sidecar)
                    then(source, done.redaction)
    except (ModelMissing, PluginError, RulesError):
        raise
    except told as error:
        return outcome.incomplete(error)
    return outcome


def _done(engine: Engine, source: Input, slot: Slot, known: KnownResults | None) -> Filtered:
    """Filter a file, or find what an earlier run made of the same bytes."""
    kept = known.name(source) if known is not None and not slot.keeps_sidecar else ""
    done = known.load(kept, source) if known is not None else None
    if done is None:
        done = Filtered.of(redact(engine, source, slot.memory(source)))
        if known is not None:
            known.save(kept, done)
    return done


def redact_only(
    engine: Engine,
    analysis: Analysis,
    wanted: Collection[tuple[int, int]],
    memory: Numbering | None = None,
) -> Redaction:
    """Replace only these stretches, by the tags that they would get if all were replaced.

    The output is not verified.
    """
    document = analysis.document
    tagged = [
        item
        for item in engine.tag_again(document, analysis.spans, memory)
        if (item.mention.span.start, item.mention.span.end) in wanted
    ]
    rewritten, output = apply_tags(document, tagged)
    done = Redaction(analysis, output, tuple(tagged), (), rewritten=rewritten)
    if not engine.makes_surrogates:
        return done
    from anonfilter.sidecars.surrogate_rules import let_out

    return let_out(engine, done, memory)
