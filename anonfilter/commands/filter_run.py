"""One run of the filter: its inputs, the destinations of its results, and reports on earlier
results.
"""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anonfilter.commands.console import notify
from anonfilter.commands.filter_report import FilterReport
from anonfilter.errors import PluginError
from anonfilter.run import loop
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.filtered_results import FilteredResults
from anonfilter.run.inputs import InputFile, is_long
from anonfilter.run.sinks import without_sidecars

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from anonfilter.commands.folders import Documents
    from anonfilter.contract.document import Replacement, Source
    from anonfilter.errors import Incomplete
    from anonfilter.files.read import Input
    from anonfilter.run.loop import Progress
    from anonfilter.run.result import Made
    from anonfilter.run.sinks import OpenSink
    from anonfilter.session import Session


@dataclass(frozen=True, slots=True)
class Request:
    """The inputs and options of a filter run.

    ``names`` are the inputs; ``piped`` is the name that is standard input, and ``folders`` are
    folders. ``unread`` are the errors of files that are left out.
    """

    names: Sequence[str]
    piped: str | None
    folders: Collection[str]
    unread: dict[str, Incomplete]
    output_dir: str | None
    rename: bool
    in_place: bool
    map_file: str | None
    diff: bool
    word_diff: bool
    keep_output: bool
    documents_only: bool
    jobs: int
    quiet: bool
    verbose: bool
    paint: bool | None
    rules: str | None

    @property
    def to_stdout(self) -> bool:
        return not self.in_place and self.output_dir is None


class FilterRun:
    """A run that filters the inputs of a request.

    ``documents`` are set if some inputs were found in folders, ``renamed`` if results get other
    names.
    """

    def __init__(self, request: Request, session: Session) -> None:
        self._request = request
        self._session = session
        self._documents: Documents | None = None
        self._renamed: Any = None
        self._report = FilterReport(
            session.engine,
            request.paint,
            keep_output=request.keep_output,
            verbose=request.verbose,
            to_stdout=request.to_stdout,
        )
        self._inputs = self._chosen()

    def run(self) -> int:
        """Filter all inputs, report the results, and return the exit code."""
        request, report = self._request, self._report
        if request.rename:
            self._rename()
        open_sink = self._sinks()
        report.tally.incomplete += request.unread
        self._filter(open_sink)
        code = report.finish(quiet=request.quiet, preview=request.diff, rules=request.rules)
        if request.in_place and not request.quiet:
            self._warn_of_loss()
        if request.output_dir is not None:
            self._report_earlier_results(Path(request.output_dir))
        return code

    # inputs

    def _chosen(self) -> list[InputFile]:
        """Return the inputs, with each folder replaced by the documents in it."""
        request, names = self._request, self._request.names
        if request.documents_only:
            from anonfilter.selection.choice import among

            apart = {request.piped, *request.folders}
            matching = {*among(names, self._session.ruleset), *apart}
            names = [name for name in names if name in matching]
        inputs = [InputFile(name, is_stdin=name == request.piped) for name in names]
        if not request.folders:
            return inputs
        from anonfilter.commands.folders import documents

        found = documents(inputs, self._session.ruleset, request.output_dir)
        if not request.quiet:
            found.report(request.output_dir, verbose=request.verbose)
        self._documents = found
        return found.files

    def _rename(self) -> None:
        """Filter the names of the inputs; leave out files whose names cannot be filtered."""
        from anonfilter.contract.extensions import RENAMING
        from anonfilter.contract.features import how_to_install
        from anonfilter.contract.registry import extension

        request = self._request
        places = {} if self._documents is None else self._documents.places
        feature, folder = extension(RENAMING), Path(str(request.output_dir))
        if feature is None:
            raise PluginError(
                "--rename needs the feature documents, which is not installed",
                hint=how_to_install("documents"),
            )
        renaming = feature.Renaming(self._session.engine, self._session.keeping(), folder)
        renamed = renaming(self._inputs, places, request.jobs, quiet=request.quiet)
        for name, error in renamed.incomplete.items():
            self._report.incomplete(error, name)
        self._inputs = [file for file in self._inputs if file.name in renamed.places]
        if not request.quiet:
            renamed.report(verbose=request.verbose)
        self._renamed = renamed

    # destinations

    def _sinks(self) -> OpenSink:
        request, session = self._request, self._session
        if request.to_stdout and request.map_file is None and not request.diff:
            return without_sidecars(lambda source, made: [made.output], self._parts)
        from anonfilter.run import sidecar_sinks

        keeping = session.keeping()
        names = [file.name for file in self._inputs]
        if request.in_place:
            return sidecar_sinks.in_place(session.engine, keeping, names)
        if request.output_dir is not None:
            from anonfilter.commands.destinations import destinations

            relative = {} if self._documents is None else self._documents.places
            originals: dict[str, str] = {}
            if self._renamed is not None:
                relative, originals = self._renamed.places, self._renamed.originals
            places = destinations(Path(request.output_dir), names, relative)
            return sidecar_sinks.below(session.engine, keeping, places, originals)
        if request.map_file is not None:
            return sidecar_sinks.with_map(session.engine, keeping, names[0], Path(request.map_file))
        on_disk = [file.name for file in self._inputs if not file.is_stdin]
        return sidecar_sinks.preview(keeping, on_disk, self._diff)

    def _parts(self, source: Input, parts: Iterable[bytes]) -> Iterable[bytes]:
        """Return the parts of a long result, joined if a worker may have to send them."""
        name = source.name
        whole = name != self._request.piped and not is_long(self._session.engine, InputFile(name))
        return [b"".join(parts)] if whole else parts

    def _diff(self, source: Input, made: Made) -> Iterable[bytes]:
        text = self._session.engine.source(source.data, source.name)
        return [_diff(text, made.edits, self._request.paint, words=self._request.word_diff)]

    # the run

    def _filter(self, open_sink: OpenSink) -> None:
        """Filter the inputs, and report each result."""
        request, inputs, report = self._request, self._inputs, self._report
        engine = self._session.engine
        known = engine.options.known
        for unread in known.unread if known is not None else ():
            report.incomplete(unread, unread.named_place()[0])
        job = FilterJob(
            engine,
            open_sink,
            FilteredResults(engine),
            keep_output=request.keep_output,
            notify=(lambda line: None) if request.quiet else notify,
        )
        jobs = self._jobs()
        sizes = loop.sizes_of(file.name for file in inputs)
        with (
            self._progress(sizes) as shown,
            closing(
                loop.results(
                    job,
                    inputs,
                    job.died,
                    engine=engine,
                    sizes=sizes,
                    jobs=jobs,
                    stored=job.stored if self._may_be_known(jobs) else None,
                    progress=shown,
                )
            ) as results,
        ):
            for result in results:
                report.add(result)

    def _progress(self, sizes: Sequence[int]) -> AbstractContextManager[Progress | None]:
        if self._request.quiet:
            return nullcontext()
        from anonfilter.commands import progress  # a quiet run shows no progress

        return progress.Progress("filtering", len(sizes), sum(sizes))

    def _jobs(self) -> int:
        """Return the number of processes that may filter the inputs."""
        inputs, request = self._inputs, self._request
        if request.in_place and _has_links(inputs):
            return 1
        if len(inputs) > 1 and (
            request.piped or (request.to_stdout and any(map(self._may_be_long, inputs)))
        ):
            return 1  # workers have no standard input, and do not send long texts back
        return request.jobs

    def _may_be_known(self, jobs: int) -> bool:
        """Return True if earlier results should be looked up before workers are started.

        Workers would otherwise load models that files with an earlier result do not need.
        """
        return jobs > 1 and not self._request.piped and self._session.keeping().kind is None

    def _may_be_long(self, file: InputFile) -> bool:
        """Return True if a file is long, or is a pipe, whose length is unknown."""
        name = file.name
        long = is_long(self._session.engine, file)
        return long or (os.path.exists(name) and not os.path.isfile(name))

    # afterwards

    def _warn_of_loss(self) -> None:
        """Warn that files were rewritten without sidecars, unless the rules want that."""
        keeping = self._session.keeping()
        if self._report.tally.mentions and keeping.kind is None and not keeping.never:
            notify("the originals were not kept: there is no corpus here (`anonfilter key new`)")

    def _report_earlier_results(self, folder: Path) -> None:
        """Report results of earlier runs in the folder that this run did not replace."""
        from anonfilter.commands.earlier_results import report_earlier_results

        unwritten = [*self._request.unread, *self._report.unwritten]
        read = {os.path.realpath(name) for name in unwritten}
        read |= {os.path.realpath(file.name) for file in self._inputs}
        places = (folder / place for place in self._earlier_places(unwritten))
        results = (place for place in places if os.path.realpath(place) not in read)
        report_earlier_results(results, self._session.keeping())

    def _earlier_places(self, unwritten: Iterable[str]) -> Iterator[Path | str]:
        """Yield the possible paths of results in the folder that this run did not write."""
        from anonfilter.commands.destinations import relative_place

        found = {} if self._documents is None else self._documents.places
        earlier = {} if self._renamed is None else self._renamed.earlier
        for name in unwritten:
            place = found.get(name) or relative_place(name)
            yield earlier.get(place.as_posix(), place)
            yield place
        if self._renamed is not None:
            yield from self._renamed.superseded()


def _has_links(inputs: Iterable[InputFile]) -> bool:
    """Return True if two names belong to one file.

    Rewriting the file under one name changes it under the other, which another process may read.
    """
    status = [os.stat(file.name) for file in inputs if os.path.isfile(file.name)]
    linked = [(one.st_dev, one.st_ino) for one in status if one.st_nlink > 1]
    return len(linked) != len(set(linked))


def _diff(
    source: Source, edits: Sequence[Replacement], paint: bool | None, *, words: bool
) -> bytes:
    """Return a diff in UTF-8. On a terminal without colour, changed words can only be marked."""
    from anonfilter.reports.diff import rendered, unified

    terminal = sys.stdout is not None and sys.stdout.isatty()
    color = terminal if paint is None else paint
    words = words or (terminal and not color)
    mark = source.bom.decode("utf-8") if source.codec == "utf-8" else ""
    lines = unified(source.text, edits, source.name, words=words, mark=mark)
    shown = (rendered(line, color=color, terminal=terminal) for line in lines)
    return "".join(shown).encode("utf-8", source.errors)
