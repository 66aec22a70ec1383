"""The job of the filter: read one file, replace the findings, and give the result to its sink."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from anonfilter.containers.encodings import guess_of
from anonfilter.contract.document import Analysis, Redaction, TaggedMention
from anonfilter.contract.plugin import Numbering
from anonfilter.engine.pipeline import Engine, apply_tags
from anonfilter.errors import (
    AnonfilterError,
    Incomplete,
    ModelMissing,
    PluginError,
    RulesError,
    one_file,
)
from anonfilter.files.read import Input
from anonfilter.run.filtered_results import FilteredResults
from anonfilter.run.inputs import InputFile, LongInput, open_input
from anonfilter.run.loop import HINT
from anonfilter.run.result import Made, Result, remarks_of
from anonfilter.run.sinks import OpenSink, Sink
from anonfilter.text.values import hide_values

Opener = Callable[[Engine, InputFile], AbstractContextManager[Input | LongInput]]


@hide_values
@dataclass(frozen=True, slots=True)
class FilterJob:
    """A job that filters files, and gives each result to its sink if no personal data is left in
    it.

    Results of earlier runs are in ``filtered``. ``then`` is called with a new result after the sink
    took it, still under the document's lock. Long files are reported to ``notify``, and their
    replacements to ``replaced``. ``isolated`` errors stop one file; other errors, and errors of the
    rules, are raised. ``verb`` completes the message about a worker that died.
    """

    engine: Engine
    open_sink: OpenSink
    filtered: FilteredResults | None = None
    keep_output: bool = False
    then: Callable[[Input, Redaction, Result], None] = lambda source, made, result: None
    notify: Callable[[str], None] = lambda line: None
    replaced: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None
    isolated: type[AnonfilterError] = Incomplete
    opener: Opener = open_input
    verb: str = "filtered"

    def __call__(self, file: InputFile) -> Result:
        result = Result(file.name)
        try:
            with self.open_sink(file.name) as sink, self.opener(self.engine, file) as source:
                if isinstance(source, LongInput) and sink.take_parts is None:
                    source = source.whole() or source
                if isinstance(source, LongInput):
                    self._filter_long(source, sink, result)
                    return result
                result.size = len(source.data)
                filtered = None if sink.keeps_sidecar else self.filtered
                key = None if filtered is None else filtered.key(source)
                made: Made | None = None
                if filtered is not None:
                    made = filtered.load(key, source, result)
                if made is None:
                    with one_file(source.name):
                        document = self.engine.decode(source.data, source.name)
                        made = self.engine.redact(document, sink.memory(source))
                    describe(made, result)
                    if filtered is not None:
                        filtered.save(key, made, result)
                if self.keep_output or not result.findings:
                    self._finish(source, made, sink, result)
        except (ModelMissing, PluginError, RulesError):
            raise
        except self.isolated as error:
            return result.incomplete(error)
        return result

    def stored(self, file: InputFile) -> Result | int:
        """Return the result of an earlier run for a file; else the size of the file."""
        try:
            with self.opener(self.engine, file) as source:
                if isinstance(source, LongInput):
                    return source.size
                if self.filtered is None or not self.filtered.has(source):
                    return len(source.data)
        except Incomplete:
            return 0
        return self(file)

    def died(self, file: InputFile, how: str) -> Result:
        """Return the result of a file whose worker has ended."""
        what = f"the process that {self.verb} it has ended: {how}"
        return Result(file.name).incomplete(Incomplete(what, where=file.name, hint=HINT))

    def _finish(self, source: Input, made: Made, sink: Sink, result: Result) -> None:
        """Give the output to the sink."""
        result.output = sink.take(source, made)
        result.notes += filter(None, [sink.remark])
        if isinstance(made, Redaction):
            result.notes += made.notes(sidecar=sink.keeps_sidecar)
            self.then(source, made, result)

    def _filter_long(self, source: LongInput, sink: Sink, result: Result) -> None:
        from anonfilter.run.long_files import filter_long  # most runs read no long file

        filter_long(
            self.engine,
            source,
            sink,
            result,
            keep_output=self.keep_output,
            notify=self.notify,
            replaced=self.replaced,
        )


def describe(made: Redaction, result: Result) -> None:
    """Count the replacements in the result, and describe the remaining findings."""
    result.tally.add(made)
    result.findings = made.findings
    result.remarks += remarks_of(made.analysis)
    source = made.source
    if not source.undecodable and guess_of(source):  # undecodable bytes are counted
        result.remarks.append(f"encoding: {guess_of(source)}")


def redact_only(
    engine: Engine,
    analysis: Analysis,
    wanted: Collection[tuple[int, int]],
    memory: Numbering | None = None,
) -> Redaction:
    """Replace only these stretches, by the tags that they would get if everything were replaced.

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
    return engine.add_surrogates(done, memory)
