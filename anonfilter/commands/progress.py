"""Shows the progress of long work on standard error: a bar on a terminal, else a line a minute.

The signal of a timer draws it. A thread could not, since workers are forked from this process, and
a fork has no threads.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self

from anonfilter import file_progress
from anonfilter.commands.console import notify
from anonfilter.errors import AnonfilterError
from anonfilter.run import loop
from anonfilter.text.plural import counted, sized
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from rich.progress import Progress as Bar


_ON_TERMINAL = 1.5, 0.25  # seconds until the first display, and between later ones
_ELSEWHERE = 60.0, 60.0
_MINUTE = 60


class Progress(loop.Progress):
    """Shows how many of the files, or of their bytes if the total is known, are done.

    Progress is drawn only while the command waits for the next result.
    """

    def __init__(self, what: str, files: int, size: int = 0, *, quiet: bool = False) -> None:
        self._what = what
        self._all_files, self._all_bytes = files, size
        self._files = self._bytes = self._words = self._found = 0
        self._shown = not quiet and sys.stderr is not None
        self._terminal = self._shown and sys.stderr.isatty()
        self._waiting = False
        self._began = time.monotonic()
        self._bar: Bar | None = None

    def __enter__(self) -> Self:
        free = signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
        self._timed = self._shown and free and threading.current_thread() is threading.main_thread()
        if self._timed:
            signal.signal(signal.SIGALRM, self._tick)
            signal.siginterrupt(signal.SIGALRM, False)
            signal.setitimer(signal.ITIMER_REAL, *(_ON_TERMINAL if self._terminal else _ELSEWHERE))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if self._bar is not None:
            self._bar.stop()
        stopped = isinstance(raised, KeyboardInterrupt | SystemExit)
        if stopped and self._shown and self._all_files > 1:
            files = counted(self._all_files, "file")
            notify(f"interrupted while {self._what}: {self._files:,} of {files} done")

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Draw progress inside this context, in which the caller waits for a result."""
        file_progress.next_file()  # forget what was read before
        self._waiting = True
        try:
            yield
        finally:
            self._waiting = False
            file_progress.next_file()

    def count(self, weight: loop.Weight) -> None:
        """Add a finished file to the progress."""
        size, words, found = weight
        self._files += 1
        self._bytes += size
        self._words += words
        self._found += found

    def _tick(self, number: int, frame: FrameType | None) -> None:
        """Show progress when the timer fires.

        If that fails, stop the timer: an error of the display must not make the file incomplete.
        """
        if not self._waiting or _importing(frame):
            return
        try:
            self._show()
        except AnonfilterError:  # the time limit of the file, whose signal may arrive in `_show`
            raise
        except Exception:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _show(self) -> None:
        current = file_progress.progress()
        done = self._files + current.share
        if self._all_bytes:
            done = min(self._all_bytes, self._bytes + current.share * current.size)
        figures = self._message(done, self._words + current.words)
        if not self._terminal:
            notify(f"{self._what}: {figures}")
            return
        bar = self._bar or _bar(self._what)
        name, doing = file_progress.current_work()
        message = f"{figures}: {one_line(name)}, {doing}" if name else figures
        bar.update(
            bar.task_ids[0], completed=done, total=self._total if done else None, message=message
        )
        if self._bar is None:
            self._bar = bar
            bar.start()
        bar.refresh()

    @property
    def _total(self) -> int:
        return self._all_bytes or self._all_files

    def _message(self, done: float, words: int) -> str:
        """Return the known figures, such as "3 of 9 files, 12 kB of 4.0 MB, 0:30 left".

        With several files on a terminal, the bar shows the share of bytes instead.
        """
        passed = time.monotonic() - self._began
        alone = self._all_files == 1 and self._all_bytes
        parts = [] if alone else [f"{self._files:,} of {counted(self._all_files, 'file')}"]
        if self._all_bytes and (alone or not self._terminal):
            parts.append(f"{sized(round(done))} of {sized(self._all_bytes)}")
        if done:
            parts.append(f"{_clock(passed * (self._total - done) / done)} left")
        else:
            parts.append(_clock(passed))
        if words:
            parts.append(f"{words / passed:,.0f} words/s")
        if self._found:
            parts.append(f"{self._found:,} found")
        return ", ".join(parts)


def _clock(seconds: float) -> str:
    """Return a duration as "1:05:09" or "5:09"."""
    minutes, seconds = divmod(round(seconds), _MINUTE)
    hours, minutes = divmod(minutes, _MINUTE)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _importing(frame: FrameType | None) -> bool:
    """Return True if this frame runs during an import, when a module may be only partly loaded."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _bar(what: str) -> Bar:
    """Return a progress bar that is followed by figures; a line that is too long is cut off."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn
    from rich.table import Column

    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[message]}", markup=False, table_column=rest),
    )
    console = Console(stderr=True, soft_wrap=True)
    made = Progress(
        *columns,
        console=console,
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        expand=True,
    )
    made.add_task(what, total=None, message="")
    return made
