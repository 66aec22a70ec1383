"""Filters the inputs of one command, and writes and reports their results."""

from __future__ import annotations

import os
import sys
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, show_error, use_color
from anonfilter.errors import AnonfilterError, Exit, Incomplete, PluginError
from anonfilter.files.write import standard_output
from anonfilter.reports.summary import Tally
from anonfilter.run import loop
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.filtered_results import FilteredResults
from anonfilter.run.inputs import InputFile, Reading, plan_reading
from anonfilter.run.sinks import without_sidecars
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from anonfilter.commands.filter import FilterOptions
    from anonfilter.commands.folders import FoundDocuments
    from anonfilter.contract.document import Redaction, Replacement, Source
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import LoadedFile
    from anonfilter.run.result import FilteredFile, Result
    from anonfilter.run.session import Session
    from anonfilter.run.sinks import OpenSink


@dataclass(frozen=True, slots=True)
class Request:
    """The inputs and options of a filter run.

    ``names`` are the inputs; ``piped`` is the name that is standard input, and ``folders`` are the
    names of folders. ``unread`` are the errors of files that are left out. ``rules`` is the value
    of --rules.
    """

    names: Sequence[str]
    piped: str | None
    folders: Collection[str]
    unread: dict[str, Incomplete]
    options: FilterOptions
    rules: str | None


class FilterReport:
    """A report on standard error that counts the results of a run. It contains no personal data."""

    def __init__(self, engine: Engine, request: Request) -> None:
        self.tally = Tally()
        self._engine = engine
        self._request, self._options = request, request.options
        self._first_left: tuple[str, str, int, int] | None = None
        self._hints: set[str] = set()

    def add(self, result: Result) -> None:
        """Count and report the result of one input."""
        self.tally.include(result.tally)
        if result.findings and self._first_left is None:
            first = result.findings[0]
            self._first_left = one_line(result.name), first.member, first.line, first.column
        for line in result.lines(partial(click.style, fg="red"), counting=self._options.verbose):
            click.echo(line, err=True, color=use_color(self._options.color))
        if result.error is not None:
            self._show(result.error, result.name)

    def incomplete(self, error: Incomplete, name: str) -> None:
        """Count and report an input that was not processed."""
        self._show(error, name)
        self.tally.incomplete.append(name)

    def summarise(self, *, written: bool) -> None:
        """Print what was replaced, which files are incomplete, and the next commands.

        ``written`` is True if the run may write the results of all inputs.
        """
        from anonfilter.reports.versions import versions

        # Unless the texts go to standard output, each file was written separately.
        replaced = written or not (self._options.to_stdout or self.tally.left)
        for line in self.tally.summary_lines(replaced and not self._options.shows_diff):
            notify(line)
        notify(versions(self._engine).line())
        if not written and self._options.to_stdout:
            notify("nothing was written to standard output")
        if self._first_left is not None:
            from anonfilter.commands.next_steps import steps_after_filter

            for line in steps_after_filter(*self._first_left, self._request.rules):
                notify(line)

    def _show(self, error: AnonfilterError, name: str) -> None:
        """Print why a file is incomplete, and the hint unless it was printed earlier."""
        hint = "" if error.hint in self._hints else error.hint
        self._hints.add(error.hint)
        show_error(Incomplete(error.message, where=error.where or name, hint=hint))


class FilterRun:
    """A run that filters the inputs of a request, and decides what is written.

    Standard output gets the texts of all inputs, or nothing.
    """

    def __init__(self, request: Request, session: Session) -> None:
        self._request = request
        self._options = request.options
        self._session = session
        self._documents: FoundDocuments | None = None  # set if an input is a folder
        self._renamed: Any = None  # set if the results get other names
        self._report = FilterReport(session.engine, request)
        self._output: list[Iterable[bytes]] = []
        self._unwritten = [*request.unread]  # the inputs without a new result
        self._inputs = self._find_inputs()

    def run(self) -> int:
        """Filter all inputs, report the results, and return the exit code."""
        request, options, report = self._request, self._options, self._report
        if options.rename:
            self._rename()
        open_sink = self._open_sink()
        report.tally.incomplete += request.unread
        self._filter(open_sink)
        written = options.keep_output or report.tally.exit is Exit.OK
        if self._output and written:
            standard_output(chain.from_iterable(self._output))
        if not options.quiet:
            report.summarise(written=written)
        if options.in_place and not options.quiet and report.tally.mentions:
            keeping = self._session.keeping()
            if keeping.kind is None and not keeping.never:
                notify(
                    "the originals were not kept: there is no corpus here (`anonfilter key new`)"
                )
        if options.output_dir is not None:
            self._report_earlier_results(Path(options.output_dir))
        return report.tally.exit

    # inputs

    def _find_inputs(self) -> list[InputFile]:
        """Return the inputs, with each folder replaced by the documents in it."""
        request, options, names = self._request, self._options, self._request.names
        if options.documents_only:
            from anonfilter.selection.choice import named_documents

            apart = {request.piped, *request.folders}
            matching = {*named_documents(names, self._session.ruleset), *apart}
            names = [name for name in names if name in matching]
        inputs = [InputFile(name, is_stdin=name == request.piped) for name in names]
        if not request.folders:
            return inputs
        from anonfilter.commands.folders import find_documents

        found = find_documents(inputs, self._session.ruleset, options.output_dir)
        if not options.quiet:
            found.report(options.output_dir, verbose=options.verbose)
        self._documents = found
        return found.files

    def _rename(self) -> None:
        """Filter the names of the inputs; leave out inputs whose names cannot be filtered."""
        from anonfilter.contract.extensions import RENAMING
        from anonfilter.contract.features import how_to_install
        from anonfilter.contract.registry import extension

        options = self._options
        places = {} if self._documents is None else self._documents.places
        feature, folder = extension(RENAMING), Path(str(options.output_dir))
        if feature is None:
            raise PluginError(
                "--rename needs the feature documents, which is not installed",
                hint=how_to_install("documents"),
            )
        renaming = feature.Renaming(self._session.engine, self._session.keeping(), folder)
        renamed = renaming(self._inputs, places, options.jobs, quiet=options.quiet)
        for name, error in renamed.incomplete.items():
            self._leave_out(error, name)
        self._inputs = [file for file in self._inputs if file.name in renamed.places]
        if not options.quiet:
            renamed.report(verbose=options.verbose)
        self._renamed = renamed

    # results

    def _open_sink(self) -> OpenSink:
        """Return the sink for the results: standard output, files, or a diff."""
        options, session = self._options, self._session
        if options.to_stdout and options.map_file is None and not options.shows_diff:
            return without_sidecars(lambda source, made: [made.output], self._parts)
        from anonfilter.run import sidecar_sinks

        keeping = session.keeping()
        names = [file.name for file in self._inputs]
        if options.in_place:
            return sidecar_sinks.in_place(session.engine, keeping, names)
        if options.output_dir is not None:
            from anonfilter.commands.result_paths import paths_for_results

            relative = {} if self._documents is None else self._documents.places
            originals: dict[str, str] = {}
            if self._renamed is not None:
                relative, originals = self._renamed.places, self._renamed.originals
            places = paths_for_results(Path(options.output_dir), names, relative)
            return sidecar_sinks.below(session.engine, keeping, places, originals)
        if options.map_file is not None:
            return sidecar_sinks.with_map(session.engine, keeping, names[0], Path(options.map_file))
        on_disk = [file.name for file in self._inputs if not file.is_stdin]
        return sidecar_sinks.preview(keeping, on_disk, self._diff)

    def _parts(self, source: LoadedFile, parts: Iterable[bytes]) -> Iterable[bytes]:
        """Return the parts of a result, joined into one if a worker may have filtered it."""
        whole = source.name != self._request.piped and not self._is_long(source.name)
        return [b"".join(parts)] if whole else parts

    def _diff(self, source: LoadedFile, made: FilteredFile) -> Iterable[bytes]:
        text = self._session.engine.decode_file(source.data, source.name)
        return [_diff(text, made.edits, self._options)]

    # the run

    def _filter(self, open_sink: OpenSink) -> None:
        """Filter the inputs, and report each result."""
        options, inputs = self._options, self._inputs
        engine = self._session.engine
        known = engine.options.known
        for unread in known.unread if known is not None else ():
            self._leave_out(unread, unread.named_place()[0])
        job = FilterJob(
            engine,
            open_sink,
            FilteredResults(engine),
            keep_output=options.keep_output,
            notify=(lambda line: None) if options.quiet else notify,
        )
        if options.output_dir is not None and not options.rename:
            job = replace(job, then=self._note_name)
        jobs = self._jobs()
        # Workers would load models that files with an earlier result do not need.
        ask_first = jobs > 1 and not self._request.piped and self._session.keeping().kind is None
        sizes = loop.sizes_of(file.name for file in inputs)
        if options.quiet:
            progress = None
        else:
            from anonfilter.commands.progress import Progress

            progress = Progress("filtering", len(sizes), sum(sizes))
        with (
            nullcontext() if progress is None else progress as shown,
            closing(
                loop.results(
                    job,
                    inputs,
                    job.died,
                    engine=engine,
                    sizes=sizes,
                    jobs=jobs,
                    stored=job.stored if ask_first else None,
                    progress=shown,
                )
            ) as results,
        ):
            for result in results:
                self._report.add(result)
                if result.output is not None:
                    self._output.append(result.output)
                if result.error is not None or (result.findings and not options.keep_output):
                    self._unwritten.append(result.name)

    def _note_name(self, loaded: LoadedFile, made: Redaction, result: Result) -> None:
        """Add a note if the name of the file, which the result keeps, has personal data."""
        from anonfilter.contract.extensions import NAMES, Names
        from anonfilter.contract.registry import extension
        from anonfilter.files.paths import stem_of
        from anonfilter.run.risks import NAMES as PEOPLE

        names: Names | None = extension(NAMES)
        if names is None:
            return
        stem = stem_of(os.path.basename(loaded.name))
        people = {(one.mention.label.name, one.mention.surface) for one in made.tagged}
        of_people = [person for person in people if person[0] in PEOPLE]
        found = [
            *names.by_rules(self._session.engine, [stem]).get(stem, ()),
            *names.people_in_text(stem, of_people),
        ]
        if labels := sorted({one.label for one in found}):
            result.notes.append(
                f"the name of the file has personal data ({', '.join(labels)}), and the result "
                "keeps it; --rename replaces it"
            )

    def _leave_out(self, error: Incomplete, name: str) -> None:
        """Report an input that cannot be filtered, and record that it has no new result."""
        self._report.incomplete(error, name)
        self._unwritten.append(name)

    def _jobs(self) -> int:
        """Return the number of processes that may filter the inputs."""
        inputs, options = self._inputs, self._options
        if options.in_place and _has_links(inputs):
            return 1
        if len(inputs) > 1 and (
            self._request.piped or (options.to_stdout and any(map(self._may_be_long, inputs)))
        ):
            return 1  # workers have no standard input, and do not send long texts back
        return options.jobs

    def _may_be_long(self, file: InputFile) -> bool:
        """Return True if a file is long, or is a pipe, whose length is unknown."""
        is_pipe = os.path.exists(file.name) and not os.path.isfile(file.name)
        return is_pipe or self._is_long(file.name)

    def _is_long(self, name: str) -> bool:
        """Return True if a file on disk is too long to be read as a whole."""
        if not os.path.isfile(name):
            return False
        plan = plan_reading(self._session.engine, name, os.path.getsize(name))
        return plan is Reading.IN_PARTS

    def _report_earlier_results(self, folder: Path) -> None:
        """Report the results of earlier runs in the output folder that this run did not replace."""
        from anonfilter.commands.result_paths import report_earlier_results

        read = {os.path.realpath(name) for name in self._unwritten}
        read |= {os.path.realpath(file.name) for file in self._inputs}
        places = (folder / place for place in self._earlier_places())
        results = (place for place in places if os.path.realpath(place) not in read)
        report_earlier_results(results, self._session.keeping())

    def _earlier_places(self) -> Iterator[Path | str]:
        """Yield the paths, below the output folder, of earlier results that may be out of date."""
        from anonfilter.commands.result_paths import relative_result_path

        found = {} if self._documents is None else self._documents.places
        earlier = {} if self._renamed is None else self._renamed.earlier
        for name in self._unwritten:
            place = found.get(name) or relative_result_path(name)
            yield earlier.get(place.as_posix(), place)
            yield place
        if self._renamed is not None:
            yield from self._renamed.superseded()


def _has_links(inputs: Iterable[InputFile]) -> bool:
    """Return True if two of the inputs are hard links to one file.

    Rewriting the file under one name changes it under the other, which another process may read.
    """
    found = [os.stat(file.name) for file in inputs if os.path.isfile(file.name)]
    linked = [(status.st_dev, status.st_ino) for status in found if status.st_nlink > 1]
    return len(linked) != len(set(linked))


def _diff(source: Source, edits: Sequence[Replacement], options: FilterOptions) -> bytes:
    """Return a diff in UTF-8. On a terminal without colours, brackets mark the changed words."""
    from anonfilter.reports.diff import rendered, unified

    terminal = sys.stdout is not None and sys.stdout.isatty()
    paint = use_color(options.color)
    color = terminal if paint is None else paint
    words = options.word_diff or (terminal and not color)
    mark = source.bom.decode("utf-8") if source.codec == "utf-8" else ""
    lines = unified(source.text, edits, source.name, words=words, mark=mark)
    shown = (rendered(line, color=color, terminal=terminal) for line in lines)
    return "".join(shown).encode("utf-8", source.errors)
