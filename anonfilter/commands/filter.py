"""``anonfilter [FILE]...``: text in, text without identifiers out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import (
    notify,
    show_error,
    show_remarks,
    stop_on_signals,
    use_color,
)
from anonfilter.commands.early import announce_terminal, require_folder, unreadable
from anonfilter.commands.options import (
    color_option,
    documents_only_option,
    engine_options,
    exclusive,
    open_session,
    quiet_option,
    stdin_filename_option,
)
from anonfilter.errors import Exit, Incomplete, ModelMissing
from anonfilter.files.read import STANDARD_INPUT, STDIN
from anonfilter.session import redact
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding, Redaction
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import Input
    from anonfilter.pseudonyms.results import Open, Slot
    from anonfilter.reports.summary import Tally
    from anonfilter.session import Session
    from anonfilter.streams.inputs import LongInput


@click.command(
    "filter",
    epilog="\b\nExamples:\n"
    "  cat interview.txt | anonfilter > redacted.txt\n"
    "  anonfilter -o redacted interviews/*.txt\n"
    "  anonfilter --in-place --only PERSON notes.txt\n"
    "  anonfilter --diff notes.txt\n"
    "  anonfilter --word-diff notes.txt\n\n"
    "Text is written only if no personal data is left in it. Exit codes: 0 done, 1 personal data "
    "left, 2 wrong usage or rules, 3 a file could not be read, scanned or written.",
)
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILE]...")
@click.option("-o", "--output-dir", metavar="DIR", type=click.Path(),
              help="Write each file below DIR, in the same tree.")  # fmt: skip
@click.option("-i", "--in-place", is_flag=True, help="Rewrite the files themselves.")
@click.option("--map", "map_file", metavar="FILE", type=click.Path(),
              help="The sidecar of standard input; its name ends in .pseudonyms.yaml.")  # fmt: skip
@click.option("--diff", is_flag=True, help="Print the changes instead, with the original values.")
@click.option("--word-diff", is_flag=True,
              help="Print them with each changed line once: [-value-]{+tag+}.")  # fmt: skip
@click.option("--live", is_flag=True,
              help="Let lines of standard input out as they come (tail -f LOG | ...).")  # fmt: skip
@click.option("--behind", metavar="LINES,SECONDS", default="3,2s", show_default=True,
              help="How far --live may be behind, whichever comes first.")  # fmt: skip
@stdin_filename_option
@click.option("--keep-output", is_flag=True,
              help="Write text even with personal data left in it; still exits 1.")  # fmt: skip
@documents_only_option
@engine_options
@quiet_option
@click.option("-v", "--verbose", is_flag=True, help="Print what was found in each file.")
@color_option
def command(
    files: tuple[str, ...],
    output_dir: str | None,
    in_place: bool,
    map_file: str | None,
    diff: bool,
    word_diff: bool,
    live: bool,
    behind: str,
    stdin_filename: str | None,
    keep_output: bool,
    documents_only: bool,
    quiet: bool,
    verbose: bool,
    color: str,
    **rules: Any,
) -> int:
    """Replace personal data in FILEs, or in standard input, by tags.

    Each file is a document with its own numbers; `-` is standard input. The filtered texts go to
    standard output, one after the other, unless -o or -i is given.

    With -o, -i and --map, a sidecar keeps what each tag stands for, if the rules say so or the
    corpus has a key: the next run continues its numbers, and `anonfilter restore` undoes it.

    With --live, a name that is known only after it was let out is told, and the exit code is 1.
    """
    diff = diff or word_diff
    _require_consistent(files, output_dir, in_place, diff, stdin_filename, map_file, live)
    for folder in filter(None, (output_dir, map_file and os.path.dirname(map_file))):
        require_folder(Path(folder))
    called = stdin_filename or STANDARD_INPUT
    piped = called if STDIN in (files or (STDIN,)) else None
    inputs = [called if name == STDIN else name for name in files or (STDIN,)]
    if in_place or output_dir is not None:  # the same file twice would be filtered twice
        inputs = list({os.path.realpath(name): name for name in reversed(inputs)}.values())[::-1]
    to_stdout = not in_place and output_dir is None
    named = () if documents_only else [name for name in inputs if name != piped]
    unread = unreadable(named, in_place=in_place)
    for error in unread.values():
        show_error(error)
    if unread and len(unread) == len(inputs):
        return Exit.INCOMPLETE
    inputs = [name for name in inputs if name not in unread]
    if piped and not quiet:
        announce_terminal()
    from anonfilter.reports.summary import Tally

    stop_on_signals()
    if live:
        return _follow(called, behind, rules, quiet=quiet)
    session = open_session(**rules, minting=True)
    if documents_only:
        from anonfilter.checking.selection import among

        documents = among(inputs, session.ruleset)
        inputs = [name for name in inputs if name == piped or name in documents]
    run = _Run(session.engine, inputs, piped, Tally(), use_color(color),
               keep_output=keep_output, quiet=quiet, verbose=verbose, preview=diff, words=word_diff,
               rules=rules["rules"])  # fmt: skip
    open_slot = _destination(
        run, session, files, output_dir=output_dir, in_place=in_place, map_file=map_file, diff=diff
    )
    run.tally.incomplete += unread
    code = run.filter(open_slot, to_stdout=to_stdout)
    if in_place and not quiet:
        _tell_of_loss(session, run.tally)
    return code


def _follow(name: str, written: str, rules: dict[str, Any], *, quiet: bool) -> int:
    """Filter standard input line by line."""
    from anonfilter.commands.live import behind, follow

    limit = behind(written)
    return follow(open_session(**rules, minting=True).engine, name, limit, quiet=quiet)


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
) -> Open:
    """Where the results go."""
    from anonfilter.commands.destinations import destinations
    from anonfilter.pseudonyms import results

    keeping = session.keeping()
    if in_place:
        return results.in_place(session.engine, keeping, run.inputs)
    if output_dir is not None:
        places = destinations(Path(output_dir), run.inputs)
        return results.below(session.engine, keeping, places)
    if map_file is not None:
        return results.with_map(session.engine, keeping, run.inputs[0], Path(map_file))
    return (
        results.preview(keeping, files, run.keep_diff)
        if diff
        else results.without_sidecars(run.keep_text, run.keep_parts)
    )


def _require_consistent(
    files: tuple[str, ...],
    output_dir: str | None,
    in_place: bool,
    diff: bool,
    stdin_filename: str | None,
    map_file: str | None,
    live: bool,
) -> None:
    piped = files.count(STDIN) if files else 1
    exclusive({"--output-dir": output_dir, "--in-place": in_place, "--map": map_file,
               "--diff": diff, "--live": live})  # fmt: skip
    if live and set(files) - {STDIN}:
        raise click.UsageError("--live filters standard input; name no files")
    if map_file is not None and (len(files) > 1 or not piped):
        raise click.UsageError("--map is for standard input; -i and -o write a sidecar per file")
    if piped > 1:
        raise click.UsageError("standard input (-) can be read only once")
    if piped and in_place:
        raise click.UsageError("--in-place rewrites files; name them")
    if piped and output_dir is not None and not stdin_filename:
        raise click.UsageError("--output-dir needs --stdin-filename to name standard input's file")
    if stdin_filename is not None and (not piped or stdin_filename in files):
        raise click.UsageError("--stdin-filename names standard input; give `-` or no file")


@dataclass(slots=True)
class _Run:
    """Filters inputs, of which ``piped`` is standard input, and counts what comes of them.

    ``stdout`` are the texts for standard output, which gets all of them or none.
    """

    engine: Engine
    inputs: list[str]
    piped: str | None
    tally: Tally
    paint: bool | None
    _: KW_ONLY
    keep_output: bool
    quiet: bool
    verbose: bool
    preview: bool
    words: bool
    rules: str | None
    first_left: tuple[str, int, int] | None = None
    stdout: list[Iterable[bytes]] = field(default_factory=list)
    hints: set[str] = field(default_factory=set)

    def keep_text(self, source: Input, redaction: Redaction) -> None:
        self.stdout.append([redaction.output])

    def keep_parts(self, source: Input, data: Iterable[bytes]) -> None:
        self.stdout.append(data)

    def keep_diff(self, source: Input, redaction: Redaction) -> None:
        self.stdout.append([_diff(redaction, self.paint, words=self.words)])

    def filter(self, open_slot: Open, *, to_stdout: bool) -> int:
        """Filter all inputs and print the results and the summary; returns the exit code."""
        from anonfilter.files.write import standard_output

        known = self.engine.options.known
        for unread in known.unread if known is not None else ():
            self._incomplete(unread, unread.named_place()[0])
        for name in self.inputs:
            try:
                self._filter(name, open_slot)
            except ModelMissing:
                raise
            except Incomplete as error:
                self._incomplete(error, name)
        written = self.keep_output or self.tally.exit is Exit.OK
        if self.stdout and written:
            standard_output(chain.from_iterable(self.stdout))
        if not self.quiet:
            self._tell(written, to_stdout=to_stdout)
        return self.tally.exit

    def _tell(self, written: bool, *, to_stdout: bool) -> None:
        """Print what was done, what was not, and what to do about it."""
        from anonfilter.reports.versions import versions

        for line in self.tally.told(written and not self.preview):
            notify(line)
        notify(versions(self.engine).line())
        if not written and to_stdout:
            notify("nothing was written to standard output")
        if self.first_left is not None:
            from anonfilter.checking.next_steps import told_of_filter

            for line in told_of_filter(*self.first_left, self.rules):
                notify(line)

    def _filter(self, name: str, open_slot: Open) -> None:
        from anonfilter.streams.inputs import LongInput

        with open_slot(name) as slot, ExitStack() as closing:
            source = self._read(name, closing)
            if isinstance(source, LongInput):
                self._filter_parts(source, slot)
                return
            redaction = redact(self.engine, source, slot.memory(source))
            self.tally.add(redaction)
            self._show_findings(redaction.findings)
            if redaction.analysis.remarks:
                show_remarks(redaction.analysis, name)
            if self.verbose:
                self._note(name, counted(len(redaction.tagged), "mention"))
            if self.keep_output or not redaction.findings:
                slot.take(source, redaction)
                if slot.remark:
                    self._note(name, slot.remark)

    def _read(self, name: str, closing: ExitStack) -> Input | LongInput:
        from anonfilter.streams.inputs import opened

        if name != self.piped and len(self.inputs) > 1 and sys.stderr.isatty():
            notify(name)
        most = self.engine.ruleset.model.limits.whole_megabytes
        return closing.enter_context(opened(STDIN if name == self.piped else name, most, name))

    def _filter_parts(self, source: LongInput, slot: Slot) -> None:
        from anonfilter.commands.long_files import filter_in_parts, tell_of_parts

        name = source.source.name
        tell_of_parts(slot, name, self.engine, quiet=self.quiet)
        output, clean = filter_in_parts(self.engine, source, self.tally, self._show_findings)
        if self.keep_output or clean:
            assert slot.take_parts is not None
            slot.take_parts(source.source, output)

    def _note(self, name: str, message: str) -> None:
        click.echo(f"{one_line(name)}: {message}", err=True)

    def _incomplete(self, error: Incomplete, name: str) -> None:
        """Print why a file is incomplete, what mends it if that was not said yet, and count it."""
        again = error.hint in self.hints
        self.hints.add(error.hint)
        error = error.of(name)
        show_error(Incomplete(error.message, where=error.where) if again else error)
        self.tally.incomplete.append(name)

    def _show_findings(self, findings: Iterable[Finding]) -> None:
        """Print what is left after filtering: place, label and detector, never the value."""
        for found in findings:
            path = one_line(found.path)
            self.first_left = self.first_left or (path, found.line, found.column)
            label = click.style(found.label, fg="red")
            click.echo(
                f"{path}:{found.line}:{found.column}: {label} "
                f"({found.detector}, {found.score:.2f})",
                err=True, color=self.paint,
            )  # fmt: skip


def _diff(redaction: Redaction, paint: bool | None, *, words: bool) -> bytes:
    """A diff in UTF-8. On a terminal without colour, changed words can only be marked."""
    from anonfilter.reports.diff import rendered, unified

    source = redaction.analysis.document.source
    terminal = sys.stdout is not None and sys.stdout.isatty()
    color = terminal if paint is None else paint
    words = words or (terminal and not color)
    mark = source.bom.decode("utf-8") if source.codec == "utf-8" else ""
    edits = redaction.rewritten.edits
    lines = unified(source.text, edits, source.name, words=words, mark=mark)
    shown = (rendered(line, color=color, terminal=terminal) for line in lines)
    return "".join(shown).encode("utf-8", source.errors)
