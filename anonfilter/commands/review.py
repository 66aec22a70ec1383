"""``anonfilter review``: go through findings one by one, and say what is to become of each."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.common import (
    color_option,
    complain,
    engine_options,
    open_session,
    stop_on_signals,
    use_color,
    watched,
)
from anonfilter.errors import AnonfilterError, Exit, Incomplete, ModelMissing, one_file
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.selection import Chosen
    from anonfilter.reviewing.items import Item
    from anonfilter.reviewing.looking import Looked
    from anonfilter.reviewing.rulings import Obeyed, Ruling
    from anonfilter.reviewing.skipped import Skipped
    from anonfilter.reviewing.state import State
    from anonfilter.reviewing.writing import Written
    from anonfilter.session import Session

_HANGUP = 129


@click.command(
    "review",
    epilog="\b\nExamples:\n"
    "  anonfilter review interview.txt      what a check finds in it, to be decided\n"
    "  anonfilter review essays             all documents of a folder\n"
    "  anonfilter review --staged           what would stop the next commit\n"
    "  anonfilter review --each log.txt     equal findings one by one, too\n\n"
    "Exit codes: 0 nothing is left to decide, 1 something is, 2 usage or rules are wrong, or there "
    "is no terminal, 3 a file could not be read, scanned or written.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[FILE]...")
@click.option("--staged", is_flag=True, help="Review what git's index holds, not the files.")
@click.option("--each", is_flag=True, help="Ask about each place, not once for equal findings.")
@click.option("--again", is_flag=True, help="Ask about what was skipped before, too.")
@engine_options
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

    This shows the personal data itself, in its context: it is for looking at your own files.

    What you decide is written when you leave: into the files (redact), into
    FILE.decisions.yaml (allow once, another label, not a person), which filter and check obey,
    or into .anonfilter/allow.yaml (allow always). What was decided or skipped does not come up
    again, so a review can be broken off and goes on where it stopped.
    """
    if not (paths or staged):
        raise click.UsageError("name the files to review, or say --staged")
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        raise click.UsageError("a review asks questions, and shows what is found: it needs a "
                               "terminal, for input and output")  # fmt: skip
    from anonfilter.commands.check_what import What
    from anonfilter.files.paths import is_sidecar

    stop_on_signals()
    for path in filter(is_sidecar, paths):
        raise click.UsageError(f"{one_line(path)} is a sidecar, and no document")
    what = What(paths=paths, staged=staged)
    with what.going_by() as tree:
        session = open_session(**rules, minting=True, tree=tree)
        with what.choice(session) as choice:
            return _Review(session, staged).run(
                list(choice.chosen.values()), each=each, again=again, color=use_color(color)
            )


def _is_terminal(stream: Any) -> bool:
    return stream is not None and bool(stream.isatty())


class _Review:
    """One review, from looking at the files to writing what was decided."""

    def __init__(self, session: Session, staged: bool) -> None:
        from anonfilter.checking.accepted import allow_list as allow
        from anonfilter.files.cache import Cache
        from anonfilter.reviewing.looking import Looker

        self._engine = engine = session.engine
        # of the disk, also where the index is looked at: it is written there
        allowed = allow.read(Path.cwd())
        self._staged = staged
        self._looker = Looker(engine, allowed, one_file)
        self._keeping = session.keeping()
        self._cache = Cache.of_user()
        self._incomplete = False
        self._differing: set[str] = set()

    def run(self, chosen: Sequence[Chosen], *, each: bool, again: bool, color: bool | None) -> int:
        from anonfilter.reviewing.items import grouped
        from anonfilter.reviewing.state import State

        looked = self._look(chosen)
        items = [item for one in looked.values() for item in one.items]
        asked = items if again else [*self._not_skipped(looked.values())]
        hidden = len(items) - len(asked)
        if hidden:
            _tell(f"{counted(hidden, 'finding')} skipped before; --again asks about them, too")
        if not asked:
            _tell(f"nothing to decide in {counted(len(looked), 'file')}")
            return self._exit(hidden)
        obeyed = self._obeyed({item.file for item in asked}, looked)
        state = State.begin(grouped(asked, each=each))
        return self._exit(hidden + self._asked(state, obeyed, looked, color))

    def _exit(self, left: int) -> int:
        """What is left outranks what could not be scanned or written."""
        if left:
            return Exit.FOUND
        return Exit.INCOMPLETE if self._incomplete else Exit.OK

    # before

    def _look(self, chosen: Sequence[Chosen]) -> dict[str, Looked]:
        looked = {}
        for one in watched(chosen, "looking at file"):
            try:
                looked[one.name] = self._looker.look(one)
            except ModelMissing:
                raise
            except Incomplete as error:
                self._incomplete = True
                complain(error.placed(one.name, one.name))
        return looked

    def _skipped(self, file: str) -> Skipped:
        from anonfilter.reviewing.skipped import Skipped

        return Skipped(self._cache, file)

    def _not_skipped(self, looked: Iterable[Looked]) -> Iterator[Item]:
        for one in looked:
            skipped = set(self._skipped(one.name).among(one.items))
            yield from (item for item in one.items if item not in skipped)

    def _obeyed(self, files: Collection[str], looked: Mapping[str, Looked]) -> Obeyed:
        from anonfilter_plugins.resolvers.decisions.decisions import Decisions

        from anonfilter.reviewing.rulings import Obeyed

        closed = {}
        for file in sorted(files):
            reason = self._closed(looked[file])
            if reason:
                closed[file] = f"{file} cannot be rewritten: {reason}"
        for _, plugin in self._engine.parts():
            if isinstance(plugin, Decisions):
                return Obeyed(True, plugin.people, plugin.names, closed)
        return Obeyed(closed=closed)

    def _closed(self, looked: Looked) -> str:
        """Why nothing can be redacted in a file; "" if it can."""
        from anonfilter.files.read import read_file
        from anonfilter.pseudonyms import results

        try:
            if self._staged and read_file(looked.name).data != looked.data:
                self._differing.add(looked.name)
                return "the index holds another text than the working tree"
            results.in_place(self._engine, self._keeping, [looked.name])
        except AnonfilterError as error:
            return error.message
        return ""

    # asking, and after

    def _asked(
        self, state: State, obeyed: Obeyed, looked: Mapping[str, Looked], color: bool | None
    ) -> int:
        """Ask, and write; how many findings are left. A terminal that is gone, or an error of
        ours, loses nothing that was decided."""
        from anonfilter.reviewing.context import Page
        from anonfilter.reviewing.screen import Gone, Screen
        from anonfilter.reviewing.talking import Talk

        screen = Screen({name: Page(one.text) for name, one in looked.items()}, color=color)
        labels = [name for name, label in self._engine.labels.items() if label.redact]
        talk = Talk(state, screen, obeyed, labels)
        try:
            with screen.open():
                wanted = talk.run()
        except Gone:
            self._write(talk.state, obeyed, looked)
            raise SystemExit(_HANGUP) from None
        except BaseException:
            self._write(talk.state, obeyed, looked)
            raise
        if not wanted:
            _tell("nothing was written")
            return sum(len(one.group.items) for one in talk.state.questions)
        return self._write(talk.state, obeyed, looked)

    def _write(self, state: State, obeyed: Obeyed, looked: Mapping[str, Looked]) -> int:
        """How many findings are left."""
        from anonfilter.pseudonyms import results
        from anonfilter.reviewing.rulings import rulings
        from anonfilter.reviewing.state import Verdict
        from anonfilter.reviewing.writing import Writer

        def slot(name: str) -> AbstractContextManager[results.Slot]:
            return results.in_place(self._engine, self._keeping, [name])(name)

        ruled = list(rulings(state))
        writer = Writer(self._engine, self._looker, obeyed, slot, _tell, frozenset(self._differing))
        with _undisturbed():
            written = writer.write(ruled, looked)
            self._remember(ruled, looked, written)
        self._incomplete |= written.incomplete
        if self._staged and written.paths:
            paths = shlex.join(os.path.relpath(path) for path in dict.fromkeys(written.paths))
            _tell(f"the index is as it was; to commit this: git add -- {paths}")
        settled = sum(one.answer not in (None, Verdict.SKIP) for one in ruled)
        total = sum(len(one.group.items) for one in state.questions)
        return total - settled + written.missed

    def _remember(
        self, ruled: Sequence[Ruling], looked: Mapping[str, Looked], written: Written
    ) -> None:
        """What was skipped does not come up again, where it stands now."""
        from anonfilter.reviewing.items import in_rewritten
        from anonfilter.reviewing.state import Verdict

        labels = {one.item: one.label for one in ruled if one.answer is Verdict.SKIP}
        answered = {one.item for one in ruled}
        for name, one in looked.items():
            skipped = self._skipped(name)
            before = [item for item in skipped.among(one.items) if item not in answered]
            now = {item: item for item in one.items}
            if name in written.rewritten:
                now = in_rewritten(one.items, written.rewritten[name])
            keys = [
                skipped.key(now[item], labels.get(item, ""))
                for item in (*before, *(item for item in one.items if item in labels))
                if item in now
            ]
            skipped.add(keys, {skipped.key(item) for item in one.items})


@contextmanager
def _undisturbed() -> Iterator[None]:
    """In here no Ctrl-C and no signal ends us: what was decided is written to the end."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_IGN) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell(line: str) -> None:
    """On standard error, if anybody still reads it."""
    with suppress(OSError):
        click.echo(one_line(line), err=True)
