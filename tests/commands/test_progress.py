"""Progress without a terminal: a line from time to time, on standard error."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from anonfilter import file_progress
from anonfilter.commands import progress
from anonfilter.commands.progress import Progress
from anonfilter.engine.pipeline import Engine
from anonfilter.streams import parts_progress


def waited(number: int) -> Iterator[int]:
    """Each result comes after a sign of progress."""
    for one in range(number):
        signal.pause()
        yield one


def test_progress_is_printed_as_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress("filtering", 3, 3_000_000) as shown:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        for _ in shown.watch(waited(1), lambda _: (0, 0, 0)):
            pass
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        for _ in shown.watch(waited(1), lambda _: (1_500_000, 9_000, 7)):
            pass
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        list(shown.watch(waited(1), lambda _: (0, 0, 0)))
    out, err = capsys.readouterr()
    first, second, third = err.splitlines()
    assert out == ""
    assert first == "filtering: 0 of 3 files, 0 kB of 3.0 MB, 0:00"
    assert second == "filtering: 1 of 3 files, 0 kB of 3.0 MB, 0:00"
    assert third.startswith("filtering: 2 of 3 files, 1.5 MB of 3.0 MB, 0:00 left, ")
    assert third.endswith(" words/s, 7 found")
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL


def test_one_long_file_shows_how_much_of_it_is_done(
    terms_engine: Engine, capsys: pytest.CaptureFixture[str]
) -> None:
    part = b"nothing of note was\n" * 50

    def filtered() -> Iterator[int]:
        for chunk in parts_progress.measured([part] * 5, 5 * len(part)):
            terms_engine.redact(terms_engine.read_document(chunk, "a.txt"))
            signal.setitimer(signal.ITIMER_REAL, 0.01)
            signal.pause()
        yield 1

    with Progress("filtering", 1, 5 * len(part)) as shown:
        list(shown.watch(filtered(), lambda _: (5 * len(part), 1_500, 0)))
    reported = capsys.readouterr().err.splitlines()
    assert reported[0] == "filtering: 0 kB of 5 kB, 0:00"
    shares = [line.split(",")[0] for line in reported[1:]]
    assert shares == [f"filtering: {kilobytes} kB of 5 kB" for kilobytes in (1, 2, 3, 4)]
    assert all(" left, " in line and line.endswith(" words/s") for line in reported[1:])
    assert file_progress.progress().share == 0


def test_quiet_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), Progress("filtering", 3, quiet=True):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == ""


def test_an_interrupted_run_reports_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> Iterator[int]:
        yield from range(2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Progress("scanning", 3) as shown:
        list(shown.watch(interrupted(), lambda _: (0, 0, 0)))
    assert capsys.readouterr().err == "interrupted while scanning: 2 of 3 files done\n"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (61.6, "1:02"), (3_600, "1:00:00"), (7_325, "2:02:05")]
)
def test_durations_are_written_like_clock_times(seconds: float, shown: str) -> None:
    assert progress._clock(seconds) == shown
