"""``anonfilter review``: decide about findings one by one, in a terminal."""

from __future__ import annotations

import os
import shlex
import signal
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import (
    on_terminal,
    show_error,
    stop_on_signals,
    use_color,
    with_progress,
)
from anonfilter.commands.options import (
    color_option,
    engine_options,
    open_session,
    reading_options,
)
from anonfilter.errors import AnonfilterError, Exit, Incomplete, ModelMissing
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.selection import Chosen
    from anonfilter.reviewing.inspection import Inspected
    from anonfilter.reviewing.items import Item
    from anonfilter.reviewing.rulings import Ruling, Support
    from anonfilter.reviewing.skipped import Skipped
    from anonfilter.reviewing.state import State
    from anonfilter.reviewing.writing import WriteResult
    from anonfilter.session import Session

_HANGUP = 129


@click.command(
    "review",
    epilog="\b\nExamples:\n"
    "  anonfilter review interview.txt      the findings of a check in it\n"
    "  anonfilter review essays             all documents of a folder\n"
    "  anonfilter review --staged           what would stop the next commit\n"
    "  anonfilter review --each log.txt     equal findings one by one\n\n"
    "Exit codes: 0 nothing left to decide, 1 findings left, 2 wrong usage or rules, or no "
    "terminal, 3 a file could not be read, scanned or written.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[FILE]...")
@click.option("--staged", is_flag=True, help="Review git's index, not the files on disk.")
@click.option(
    "--each", is_flag=True, help="Ask about each place, not once per group of equal findings."
)
@click.option("--again", is_flag=True, help="Ask again about findings that were skipped before.")
@engine_options
@reading_options
@color_option
def command(
    paths: tuple[str, ...],
    staged: bool,
    each: bool,
    again: bool,
    color: str,
    **rules: Any,
) -> int:
    """Decide about the findings in FILEs, one by one, in a terminal.

    This shows the personal data itself, in its context: review your own files only.

    Decisions are written at the end: into the files (redact), into FILE.decisions.yaml (allow
    once, another label, not a person), which filter and check follow, or into
    .anonfilter/allow.yaml (allow always). Decided and skipped findings do not come up again, so a
    review can be interrupted and continued.
    """
    if not (paths or staged):
        raise click.UsageError("name the files to review, or give --staged")
    if not on_terminal():
        raise click.UsageError("a review needs a terminal for input and output")  # fmt: skip
    from anonfilter.checking.target import Target
    from anonfilter.files.paths import is_sidecar

    stop_on_signals()
    for path in filter(is_sidecar, paths):
        raise click.UsageError(f"{one_line(path)} is a sidecar, not a document")
    target = Target(paths=paths, staged=staged)
    with target.policy_tree() as tree:
        session = open_session(**rules, minting=True, tree=tree)
        with target.choice(session) as choice:
            return _Review(session, staged).run(
                list(choice.chosen.values()), each=each, again=again, color=use_color(color)
            )


class _Review:
    """One review: inspects files, asks, and writes the decisions."""

    def __init__(self, session: Session, staged: bool) -> None:
        from anonfilter.cache import Cache
        from anonfilter.checking.accepted import allow_list as allow
        from anonfilter.reviewing.inspection import Inspector

        self._engine = engine = session.engine
        allowed = allow.read(Path.cwd())  # from disk even with --staged: it is written there
        self._staged = staged
        self._inspector = Inspector(engine, allowed)
        self._keeping = session.keeping()
        self._cache = Cache.of_user()
        self._incomplete = False
        self._differing: set[str] = set()

    def run(self, chosen: Sequence[Chosen], *, each: bool, again: bool, color: bool | None) -> int:
        from anonfilter.reviewing.items import grouped
        from anonfilter.reviewing.state import State

        inspected = self._inspect(chosen)
        items = [item for one in inspected.values() for item in one.items]
        asked = items if again else [*self._not_skipped(inspected.values())]
        hidden = len(items) - len(asked)
        if hidden:
            _notify(f"{counted(hidden, 'finding')} skipped before; --again asks about them")
        if not asked:
            _notify(f"nothing to decide in {counted(len(inspected), 'file')}")
            return self._exit(hidden)
        support = self._obeyed({item.file for item in asked}, inspected)
        state = State.begin(grouped(asked, each=each))
        return self._exit(hidden + self._asked(state, support, inspected, color))

    def _exit(self, left: int) -> int:
        """Findings left outrank files that could not be scanned or written."""
        if left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self._incomplete else Exit.OK

    def _inspect(self, chosen: Sequence[Chosen]) -> dict[str, Inspected]:
        inspected = {}
        for one in with_progress(chosen, "scanning file"):
            try:
                inspected[one.name] = self._inspector.inspect(one)
            except ModelMissing:
                raise
            except Incomplete as error:
                self._incomplete = True
                show_error(error.of(one.name))
        return inspected

    def _skipped(self, file: str) -> Skipped:
        from anonfilter.reviewing.skipped import Skipped

        return Skipped(self._cache, file)

    def _not_skipped(self, inspected: Iterable[Inspected]) -> Iterator[Item]:
        for one in inspected:
            skipped = set(self._skipped(one.name).among(one.items))
            yield from (item for item in one.items if item not in skipped)

    def _obeyed(self, files: Collection[str], inspected: Mapping[str, Inspected]) -> Support:
        from anonfilter_plugins.resolvers.decisions.decisions import Decisions

        from anonfilter.reviewing.rulings import Support

        closed = {}
        for file in sorted(files):
            reason = self._closed(inspected[file])
            if reason:
                closed[file] = f"{file} cannot be rewritten: {reason}"
        for _, plugin in self._engine.parts():
            if isinstance(plugin, Decisions):
                return Support(True, plugin.people, plugin.names, closed)
        return Support(closed=closed)

    def _closed(self, inspected: Inspected) -> str:
        """Why a file cannot be redacted; "" if it can."""
        from anonfilter.files.read import read_file
        from anonfilter.pseudonyms import results

        try:
            if self._staged and read_file(inspected.name).data != inspected.data:
                self._differing.add(inspected.name)
                return "the index and the working tree have different texts"
            results.in_place(self._engine, self._keeping, [inspected.name])
        except AnonfilterError as error:
            return error.message
        return ""

    def _asked(
        self, state: State, support: Support, inspected: Mapping[str, Inspected], color: bool | None
    ) -> int:
        """Ask and write; returns how many findings are left. Decisions are written even if the
        terminal is closed or an error occurs."""
        from anonfilter.reviewing.context import Page
        from anonfilter.reviewing.dialogue import Dialogue
        from anonfilter.reviewing.screen import Gone, Screen

        screen = Screen({name: Page(one.text) for name, one in inspected.items()}, color=color)
        labels = [name for name, label in self._engine.labels.items() if label.redact]
        talk = Dialogue(state, screen, support, labels)
        try:
            with screen.open():
                wanted = talk.run()
        except Gone:
            self._write(talk.state, support, inspected)
            raise SystemExit(_HANGUP) from None
        except BaseException:
            self._write(talk.state, support, inspected)
            raise
        if not wanted:
            _notify("nothing was written")
            return sum(len(one.group.items) for one in talk.state.questions)
        return self._write(talk.state, support, inspected)

    def _write(self, state: State, support: Support, inspected: Mapping[str, Inspected]) -> int:
        """Write the decisions; returns how many findings are left."""
        from anonfilter.pseudonyms import results
        from anonfilter.reviewing.rulings import rulings
        from anonfilter.reviewing.state import Verdict
        from anonfilter.reviewing.writing import Writer

        def slot(name: str) -> AbstractContextManager[results.Slot]:
            return results.in_place(self._engine, self._keeping, [name])(name)

        ruled = list(rulings(state))
        writer = Writer(
            self._engine, self._inspector, support, slot, _notify, frozenset(self._differing)
        )
        with _undisturbed():
            written = writer.write(ruled, inspected)
            self._remember(ruled, inspected, written)
        self._incomplete |= written.incomplete
        if self._staged and written.paths:
            paths = shlex.join(os.path.relpath(path) for path in dict.fromkeys(written.paths))
            _notify(f"the index is unchanged; to commit this: git add -- {paths}")
        settled = sum(one.answer not in (None, Verdict.SKIP) for one in ruled)
        total = sum(len(one.group.items) for one in state.questions)
        return total - settled + written.missed

    def _remember(
        self, ruled: Sequence[Ruling], inspected: Mapping[str, Inspected], written: WriteResult
    ) -> None:
        """Remember skipped findings, by what they are in the files as written."""
        from anonfilter.reviewing.items import after_rewriting
        from anonfilter.reviewing.state import Verdict

        labels = {one.item: one.label for one in ruled if one.answer is Verdict.SKIP}
        answered = {one.item for one in ruled}
        for name, one in inspected.items():
            skipped = self._skipped(name)
            before = [item for item in skipped.among(one.items) if item not in answered]
            now = {item: item for item in one.items}
            if name in written.rewritten:
                now = after_rewriting(one.items, written.rewritten[name])
            keys = [
                skipped.key(now[item], labels.get(item, ""))
                for item in (*before, *(item for item in one.items if item in labels))
                if item in now
            ]
            skipped.add(keys, {skipped.key(item) for item in one.items})


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Ignore Ctrl-C and signals while decisions are written."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _notify(line: str) -> None:
    """Print a line on standard error, if that is still open."""
    with suppress(OSError):
        click.echo(one_line(line), err=True)
