"""``anonfilter [FILE]...``: text in, text without identifiers out."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, show_error, stop_on_signals, use_color
from anonfilter.commands.early import announce_terminal, require_folder, unreadable
from anonfilter.commands.filter_options import (
    filter_options,
    require_consistent,
    require_of_lines,
    require_renamable,
)
from anonfilter.commands.options import open_session
from anonfilter.commands.progress import Progress
from anonfilter.errors import Exit, Incomplete
from anonfilter.files.read import STANDARD_INPUT, STDIN
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from anonfilter.checking.filtered import KnownResults
    from anonfilter.commands.folders import Documents
    from anonfilter.contract.document import Replacement, Source
    from anonfilter.engine.pipeline import Engine
    from anonfilter.errors import AnonfilterError
    from anonfilter.files.read import Input
    from anonfilter.filtering import Outcome
    from anonfilter.reports.summary import Tally
    from anonfilter.run.slots import Open, Result, Slot
    from anonfilter.session import Session
    from anonfilter.sidecars.policy import SidecarPolicy
    from anonfilter.streams.inputs import LongInput
    from anonfilter.workers import Numbered


@click.command(
    "filter",
    epilog="\b\nExamples:\n"
    "  cat interview.txt | anonfilter > redacted.txt\n"
    "  anonfilter -o redacted interviews/*.txt\n"
    "  anonfilter -j auto -o redacted interviews\n"
    "  anonfilter -o redacted --rename interviews\n"
    "  anonfilter --in-place --only PERSON notes.txt\n"
    "  anonfilter --diff notes.txt\n"
    "  anonfilter --word-diff notes.txt\n"
    "  tail -f call.log | anonfilter --live\n\n"
    "Text is written only if no personal data is left in it. Exit codes: 0 done, 1 personal data "
    "left, 2 wrong usage or rules, 3 a file could not be read, scanned or written.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@filter_options
def command(
    files: tuple[str, ...],
    output_dir: str | None,
    rename: bool,
    in_place: bool,
    map_file: str | None,
    diff: bool,
    word_diff: bool,
    live: bool,
    behind: str | None,
    stdin_filename: str | None,
    keep_output: bool,
    documents_only: bool,
    jobs: int,
    quiet: bool,
    verbose: bool,
    color: str,
    **rules: Any,
) -> int:
    """Replace personal data in FILEs, or in standard input, by tags.

    Each file is a document with its own numbers; `-` is standard input. The filtered texts go to
    standard output, one after the other, unless -o or -i is given. In folders, with -o, the rules'
    `documents:` select the files, and git-ignored files are left out.

    With -o, -i and --map, a sidecar keeps what each tag stands for, if the rules say so or the
    corpus has a key: the next run continues its numbers, and `anonfilter restore` undoes it.
    With --rename, it keeps the original name as well.

    With --live, a name that is known only after it was let out is told, and the exit code is 1.
    """
    diff = diff or word_diff
    require_renamable(rename, files, output_dir, in_place)
    require_consistent(files, output_dir, in_place, diff, stdin_filename, map_file, live, behind)
    require_of_lines(live, jobs=jobs > 1, documents_only=documents_only)
    for folder in filter(None, (output_dir, map_file and os.path.dirname(map_file))):
        require_folder(Path(folder))
    called = stdin_filename or STANDARD_INPUT
    piped = called if STDIN in (files or (STDIN,)) else None
    inputs = [called if name == STDIN else name for name in files or (STDIN,)]
    if in_place or output_dir is not None:  # the same file twice would be filtered twice
        inputs = list({os.path.realpath(name): name for name in reversed(inputs)}.values())[::-1]
    to_stdout = not in_place and output_dir is None
    apart = {piped, *(name for name in inputs if output_dir is not None and os.path.isdir(name))}
    named = () if documents_only else [name for name in inputs if name not in apart]
    unread = unreadable(named, in_place=in_place)
    for error in unread.values():
        show_error(error)
    if unread and len(unread) == len(inputs) and not rename:
        return _nothing_read(unread, output_dir)
    inputs = [name for name in inputs if name not in unread]
    if piped and not quiet:
        announce_terminal()
    from anonfilter.checking.filtered import KnownResults
    from anonfilter.reports.summary import Tally

    stop_on_signals()
    if live:
        return _follow(called, behind, rules, keep_output=keep_output, quiet=quiet, verbose=verbose)
    session = open_session(**rules, minting=True)
    if documents_only:
        from anonfilter.checking.selection import among

        matching = among(inputs, session.ruleset)
        inputs = [name for name in inputs if name in apart or name in matching]
    documents = None
    if apart - {piped}:
        documents = _in_folders(inputs, session, output_dir, quiet=quiet, verbose=verbose)
        inputs = documents.names
    run = _Run(session.engine, inputs, piped, documents, Tally(), KnownResults(session.engine),
               use_color(color),
               keep_output=keep_output, quiet=quiet, verbose=verbose, preview=diff, words=word_diff,
               rules=rules["rules"])  # fmt: skip
    renaming = jobs if rename else 0
    open_slot = _destination(
        run, session, files, output_dir=output_dir, in_place=in_place, map_file=map_file, diff=diff,
        renaming=renaming,
    )  # fmt: skip
    run.tally.incomplete += unread
    jobs = _jobs(run.wanted(jobs, session), run.inputs, in_place=in_place)
    code = run.filter(open_slot, jobs, to_stdout=to_stdout)
    if in_place and not quiet:
        _tell_of_loss(session, run.tally)
    run.report_earlier_results(output_dir, unread, session)
    return code


def _nothing_read(unread: Iterable[str], output_dir: str | None) -> Exit:
    """Report the earlier results of files of which none could be opened."""
    if output_dir is not None:
        from anonfilter.commands.destinations import relative_place
        from anonfilter.commands.earlier_results import report_earlier_results

        report_earlier_results(Path(output_dir, relative_place(name)) for name in unread)
    return Exit.INCOMPLETE


def _follow(
    name: str,
    written: str | None,
    rules: dict[str, Any],
    *,
    keep_output: bool,
    quiet: bool,
    verbose: bool,
) -> int:
    """Filter standard input line by line."""
    from anonfilter.commands.live import behind, follow
    from anonfilter.streams.live import Behind, Live

    limit = Behind() if written is None else behind(written)
    engine = open_session(**rules, minting=True).engine
    live = Live(engine, name, limit, keep_output=keep_output)
    return follow(live, engine, quiet=quiet, verbose=verbose)


def _in_folders(
    inputs: list[str], session: Session, output_dir: str | None, *, quiet: bool, verbose: bool
) -> Documents:
    """The inputs, with the documents in folders in their place; says what is left out."""
    from anonfilter.commands.folders import documents

    found = documents(inputs, session.ruleset, output_dir)
    if not quiet:
        found.tell(output_dir, verbose=verbose)
    return found


def _jobs(jobs: int, names: Sequence[str], *, in_place: bool) -> int:
    """How many processes may do these files: one, where a file has two names that are rewritten.
    To replace it under one changes it under the other, while that may be being read."""
    status = [os.stat(name) for name in names if in_place and os.path.isfile(name)]
    linked = [(one.st_dev, one.st_ino) for one in status if one.st_nlink > 1]
    return jobs if len(linked) == len(set(linked)) else 1


def _tell_of_loss(session: Session, tally: Tally) -> None:
    """Say that files were rewritten and nothing leads back, unless the rules want that."""
    keeping = session.keeping()
    if tally.mentions and keeping.kind is None and not keeping.never:
        notify("the originals were not kept: there is no corpus here (`anonfilter key new`)")


def _destination(
    run: _Run,
    session: Session,
    files: tuple[str, ...],
    *,
    output_dir: str | None,
    in_place: bool,
    map_file: str | None,
    diff: bool,
    renaming: int,
) -> Open:
    """Where the results go; ``renaming``: in how many processes names are filtered."""
    if not in_place and output_dir is None and map_file is None and not diff:
        from anonfilter.run.slots import without_sidecars

        return without_sidecars(run.keep_text, run.keep_parts)
    from anonfilter.commands.destinations import destinations
    from anonfilter.run import results

    keeping = session.keeping()
    if in_place:
        return results.in_place(session.engine, keeping, run.inputs)
    if output_dir is not None:
        folder = Path(output_dir)
        relative, originals = {} if run.documents is None else run.documents.places, {}
        if renaming:
            run.renamed = names = run.rename(keeping, folder, relative, renaming)
            relative, originals = names.places, names.originals
        places = destinations(folder, run.inputs, relative)
        return results.below(session.engine, keeping, places, originals)
    if map_file is not None:
        return results.with_map(session.engine, keeping, run.inputs[0], Path(map_file))
    return results.preview(keeping, files, run.keep_diff)


@dataclass(slots=True)
class _Run:
    """Filters inputs, of which ``piped`` is standard input, and counts what comes of them.

    ``documents`` are set if some of them were found in folders.
    ``kept`` is the text for standard output of the last input, ``stdout`` that of all: standard
    output gets all of them or none.
    """

    engine: Engine
    inputs: list[str]
    piped: str | None
    documents: Documents | None
    tally: Tally
    known: KnownResults
    paint: bool | None
    _: KW_ONLY
    keep_output: bool
    quiet: bool
    verbose: bool
    preview: bool
    words: bool
    rules: str | None
    first_left: tuple[str, str, int, int] | None = None
    kept: Iterable[bytes] | None = None
    stdout: list[Iterable[bytes]] = field(default_factory=list)
    hints: set[str] = field(default_factory=set)
    unwritten: list[str] = field(default_factory=list)
    renamed: Any = None

    def keep_text(self, source: Input, done: Result) -> None:
        self.kept = [done.output]

    def keep_parts(self, source: Input, data: Iterable[bytes]) -> None:
        whole = not self._is_long(source.name) and source.name != self.piped
        self.kept = [b"".join(data)] if whole else data  # a worker sends back only what is short

    def keep_diff(self, source: Input, done: Result) -> None:
        text = self.engine.source(source.data, source.name)
        self.kept = [_diff(text, done.edits, self.paint, words=self.words)]

    def filter(self, open_slot: Open, jobs: int, *, to_stdout: bool) -> int:
        """Filter all inputs and print the results and the summary; returns the exit code."""
        from anonfilter import parallel, workers
        from anonfilter.files.write import standard_output
        from anonfilter.filtering import died

        known = self.engine.options.known
        for unread in known.unread if known is not None else ():
            self._incomplete(unread, unread.named_place()[0])
        sizes = parallel.sizes_of(self.inputs)
        if len(sizes) > 1 and (
            self.piped or (to_stdout and any(map(self._may_be_long, self.inputs)))
        ):
            jobs = 1  # workers have no standard input, and do not send long texts back
        work = partial(self._filtered, open_slot)
        done = parallel.results(self.engine, work, self.inputs, sizes, jobs, died)
        with (
            Progress("filtering", len(sizes), sum(sizes), quiet=self.quiet) as shown,
            closing(done),
        ):
            for outcome in workers.in_order(shown.watch(done, _weighed)):
                self._take(outcome)
        written = self.keep_output or self.tally.exit is Exit.OK
        if self.stdout and written:
            standard_output(chain.from_iterable(self.stdout))
        if not self.quiet:
            self._tell(written, to_stdout=to_stdout)
        return self.tally.exit

    def rename(
        self, policy: SidecarPolicy, folder: Path, places: Mapping[str, Path], jobs: int
    ) -> Any:
        """Filter the names of the inputs; those of which that fails are not filtered."""
        from anonfilter.contract.extensions import RENAMING
        from anonfilter.contract.registry import extension

        renaming = extension(RENAMING).Renaming(self.engine, policy, folder, self._read)
        done = renaming(self.inputs, places, jobs, quiet=self.quiet)
        for name, error in done.incomplete.items():
            self._incomplete(error, name)
        self.inputs = [name for name in self.inputs if name in done.places]
        if not self.quiet:
            done.tell(verbose=self.verbose)
        return done

    def report_earlier_results(
        self, folder: str | None, unread: Iterable[str], session: Session
    ) -> None:
        """Report results of earlier runs in the folder that this run did not replace."""
        if folder is not None:
            from anonfilter.commands.earlier_results import report_earlier_results

            inputs = {os.path.realpath(name) for name in (*unread, *self.inputs, *self.unwritten)}
            places = (Path(folder, place) for place in self._unwritten_places(unread))
            results = (place for place in places if os.path.realpath(place) not in inputs)
            report_earlier_results(results, session.keeping())

    def _unwritten_places(self, unread: Iterable[str]) -> Iterator[Path | str]:
        from anonfilter.commands.destinations import relative_place

        found = {} if self.documents is None else self.documents.places
        earlier = {} if self.renamed is None else self.renamed.earlier
        for name in (*unread, *self.unwritten):
            place = found.get(name) or relative_place(name)
            yield earlier.get(place.as_posix(), place)
            yield place
        if self.renamed is not None:
            yield from self.renamed.superseded()

    def wanted(self, jobs: int, session: Session) -> int:
        """How many workers; one process, where earlier runs have filtered all inputs: workers
        would be given models that none of them needs."""
        may_be = jobs > 1 and not self.piped and session.keeping().kind is None
        return 1 if may_be and all(map(self._is_known, self.inputs)) else jobs

    def _is_known(self, name: str) -> bool:
        from anonfilter.files.read import Input

        try:
            with self._read(name) as source:
                return isinstance(source, Input) and self.known.has(source)
        except Incomplete:
            return False

    def _tell(self, written: bool, *, to_stdout: bool) -> None:
        """Print what was done, what was not, and what to do about it."""
        from anonfilter.reports.versions import versions

        replaced = written or not (to_stdout or self.tally.left)  # else each file was written
        for line in self.tally.summary_lines(replaced and not self.preview):
            notify(line)
        notify(versions(self.engine).line())
        if not written and to_stdout:
            notify("nothing was written to standard output")
        if self.first_left is not None:
            from anonfilter.checking.next_steps import told_of_filter

            for line in told_of_filter(*self.first_left, self.rules):
                notify(line)

    def _filtered(self, open_slot: Open, name: str) -> Outcome:
        """Filter one input, here or in a worker."""
        from anonfilter.filtering import filtered

        self.kept = None
        outcome = filtered(
            self.engine, open_slot, name, read=self._read, parts=self._in_parts,
            known=self.known, keep_output=self.keep_output,
        )  # fmt: skip
        outcome.text, self.kept = self.kept, None
        return outcome

    def _in_parts(
        self, engine: Engine, source: LongInput, slot: Slot, outcome: Outcome, *, keep_output: bool
    ) -> None:
        """Filter a long file."""
        from anonfilter.long_files import Parts

        parts = Parts(lambda line: None if self.quiet else notify(line))
        parts(engine, source, slot, outcome, keep_output=keep_output)

    def _read(self, name: str) -> AbstractContextManager[Input | LongInput]:
        from anonfilter.streams.inputs import in_parts_if_long, opened

        if self.documents is not None and name != self.piped and not self._is_long(name):
            return nullcontext(in_parts_if_long(self.engine, self.documents.read(name)))
        return opened(self.engine, STDIN if name == self.piped else name, name)

    def _is_long(self, name: str) -> bool:
        """Return True for a file that is too long to be read as a whole."""
        from anonfilter.containers.decoding import whole_bytes

        most = whole_bytes(
            name, self.engine.ruleset.model.limits.whole_megabytes,
            self.engine.tools.formats.declared,
        )  # fmt: skip
        return os.path.isfile(name) and os.path.getsize(name) > most

    def _may_be_long(self, name: str) -> bool:
        """Whether a file is long, or a pipe, of which nobody knows."""
        return self._is_long(name) or (os.path.exists(name) and not os.path.isfile(name))

    def _take(self, outcome: Outcome) -> None:
        """Count what came of an input, and print it: the values never."""
        self.tally.include(outcome.tally)
        if outcome.text is not None:
            self.stdout.append(outcome.text)
        if outcome.findings and self.first_left is None:
            first = outcome.findings[0]
            self.first_left = one_line(outcome.name), first.member, first.line, first.column
        for line in outcome.told(partial(click.style, fg="red"), counting=self.verbose):
            click.echo(line, err=True, color=self.paint)
        if outcome.error is not None:
            self._show(outcome.error, outcome.name)
        if outcome.error is not None or (outcome.findings and not self.keep_output):
            self.unwritten.append(outcome.name)

    def _incomplete(self, error: Incomplete, name: str) -> None:
        self._show(error, name)
        self.tally.incomplete.append(name)
        self.unwritten.append(name)

    def _show(self, error: AnonfilterError, name: str) -> None:
        """Print why a file is incomplete, and what mends it if that was not said yet."""
        again = error.hint in self.hints
        self.hints.add(error.hint)
        hint = "" if again else error.hint
        show_error(Incomplete(error.message, where=error.where or name, hint=hint))


def _weighed(done: Numbered[Outcome]) -> tuple[int, int, int]:
    _, outcome = done
    if isinstance(outcome, Exception):
        return 0, 0, 0
    return outcome.size, outcome.tally.words, outcome.tally.mentions


def _diff(
    source: Source, edits: Sequence[Replacement], paint: bool | None, *, words: bool
) -> bytes:
    """A diff in UTF-8. On a terminal without colour, changed words can only be marked."""
    from anonfilter.reports.diff import rendered, unified

    terminal = sys.stdout is not None and sys.stdout.isatty()
    color = terminal if paint is None else paint
    words = words or (terminal and not color)
    mark = source.bom.decode("utf-8") if source.codec == "utf-8" else ""
    lines = unified(source.text, edits, source.name, words=words, mark=mark)
    shown = (rendered(line, color=color, terminal=terminal) for line in lines)
    return "".join(shown).encode("utf-8", source.errors)
