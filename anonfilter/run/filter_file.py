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
from anonfilter.files.read import LoadedFile
from anonfilter.run.filtered_results import FilteredResults
from anonfilter.run.inputs import InputFile, OpenedFile, Reading, open_input
from anonfilter.run.loop import worker_ended
from anonfilter.run.result import FilteredFile, Result, remarks_of
from anonfilter.run.sinks import OpenSink, Sink
from anonfilter.text.values import hide_values

Opener = Callable[[Engine, InputFile], AbstractContextManager[OpenedFile]]


@hide_values
@dataclass(frozen=True, slots=True)
class FilterJob:
    """A job that filters one file, and gives the result to its sink if it may be written.

    - ``keep_output``: a result with remaining findings may be written, too.
    - ``filtered``: the results of earlier runs.
    - ``then``: called with a new result after the sink took it, still under the document's lock.
    - ``notify``: called with a line for the user about each long file. ``replaced``: called with
      the replacements in each part of a long file.
    - ``isolated``: errors that stop only their own file; other errors, and those of the rules, are
      raised.
    - ``verb``: completes the message about a worker that has ended.
    """

    engine: Engine
    open_sink: OpenSink
    filtered: FilteredResults | None = None
    keep_output: bool = False
    then: Callable[[LoadedFile, Redaction, Result], None] = lambda loaded, made, result: None
    notify: Callable[[str], None] = lambda line: None
    replaced: Callable[[Iterable[TaggedMention]], None] = lambda tagged: None
    isolated: type[AnonfilterError] = Incomplete
    opener: Opener = open_input
    verb: str = "filtered"

    def __call__(self, file: InputFile) -> Result:
        result = Result(file.name)
        try:
            with self.open_sink(file.name) as sink, self.opener(self.engine, file) as opened:
                if opened.reading.is_in_parts(if_possible=sink.take_parts is not None):
                    from anonfilter.run.long_files import filter_long  # most files are shorter

                    filter_long(self, opened, sink, result)
                    return result
                loaded = opened.loaded
                result.size = opened.size
                filtered = None if sink.keeps_sidecar else self.filtered
                key = None if filtered is None else filtered.key(loaded)
                made: FilteredFile | None = None
                if filtered is not None:
                    made = filtered.load(key, loaded, result)
                if made is None:
                    with one_file(loaded.name):
                        document = self.engine.read_document(loaded.data, loaded.name)
                        made = self.engine.redact(document, sink.memory(loaded))
                    describe(made, result)
                    if filtered is not None:
                        filtered.save(key, made, result)
                if self.keep_output or not result.findings:
                    self._finish(loaded, made, sink, result)
        except (ModelMissing, PluginError, RulesError):
            raise
        except self.isolated as error:
            return result.incomplete(error)
        return result

    def stored(self, file: InputFile) -> Result | int:
        """Return a file's result of an earlier run; without one, its size (0 if unreadable)."""
        try:
            with self.opener(self.engine, file) as opened:
                is_whole = opened.reading is Reading.WHOLE
                if not is_whole or self.filtered is None or not self.filtered.has(opened.loaded):
                    return opened.size
        except Incomplete:
            return 0
        return self(file)

    def died(self, file: InputFile, how: str) -> Result:
        """Return the result of a file whose worker has ended."""
        error = worker_ended(f"the process that {self.verb} it", file.name, how)
        return Result(file.name).incomplete(error)

    def _finish(self, loaded: LoadedFile, made: FilteredFile, sink: Sink, result: Result) -> None:
        """Give the output to the sink, and add the notes about it to the result."""
        result.output = sink.take(loaded, made)
        result.notes += filter(None, [sink.remark])
        if isinstance(made, Redaction):
            result.notes += made.notes(sidecar=sink.keeps_sidecar)
            self.then(loaded, made, result)


def describe(made: Redaction, result: Result) -> None:
    """Add the counts, the remaining findings and the remarks of a redaction to a result."""
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
    """Return a redaction that replaces only the ``wanted`` spans, given by their start and end.

    They get the tags that they would have if all spans were replaced. The output is not verified.
    """
    document = analysis.document
    tagged = [
        item
        for item in engine.tag(document, analysis.spans, memory)
        if (item.mention.span.start, item.mention.span.end) in wanted
    ]
    rewritten, output = apply_tags(document, tagged)
    done = Redaction(analysis, output, tuple(tagged), (), rewritten=rewritten)
    return engine.add_surrogates(done, memory)
