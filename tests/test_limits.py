"""What takes longer than the rules allow ends as incomplete: nothing is half done."""

from __future__ import annotations

import signal
import threading

import pytest

from anonfilter import file_progress, limits
from anonfilter.contract.document import Source
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import parse_ruleset
from anonfilter.streams import parts_progress

AT_ONCE = "limits: {seconds: 0.000001, seconds_per_megabyte: 0}\n"


def test_a_library_gives_up_without_a_timer(terms_rules: str) -> None:
    engine = Engine(parse_ruleset(terms_rules + AT_ONCE, "hasty"))
    reported: list[Incomplete] = []

    def work() -> None:
        with pytest.raises(Incomplete) as raised:
            engine.redact(engine.read(Source("talk.txt", "Jane Smith came.")))
        reported.append(raised.value)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert "took longer than 0 seconds (" in str(reported[0])
    assert reported[0].where == "talk.txt"
    assert "limits:" in reported[0].hint


def test_each_file_has_its_own_time(terms_rules: str) -> None:
    engine = Engine(parse_ruleset(terms_rules + "limits: {seconds: 60}\n", "patient"))
    for _ in range(3):
        assert engine.redact(engine.read(Source("talk.txt", "Quill came."))).tagged


@pytest.mark.slow
def test_progress_follows_the_text_that_models_have_read(default_engine: Engine) -> None:
    source = Source("talk.txt", "Then we spoke of it with Jane Smith, who came late.\n\n" * 40)
    document = default_engine.read(source)
    seen: list[file_progress.Progress] = []
    before = signal.signal(signal.SIGALRM, lambda *_: seen.append(file_progress.progress()))
    signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
    try:
        default_engine.redact(document)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    shares = [one.share for one in seen]
    assert shares == sorted(shares)
    assert 0.4 < shares[-1] < 1
    assert {one.size for one in seen} <= {0, len(source.text)}
    assert file_progress.progress().share == 0


def test_more_readings_than_expected_are_not_shown_as_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = iter(range(1000))
    monkeypatch.setattr("time.monotonic", lambda: float(next(seconds)))
    shares: list[float] = []
    with limits.timed("talk.txt", 2000, readings=2):
        for _ in range(6):
            file_progress.reach(0.2)
            file_progress.reach(1.0)
            shares.append(file_progress.progress().share)
    assert shares[:2] == [0.45, 0.9]
    assert all(0.4 < share < 0.8 for share in shares[2:])


def test_a_file_that_is_read_again_is_not_done_before_its_end() -> None:
    file_progress.next_file()
    chunks = [b"a few words\n"] * 4
    size = sum(map(len, chunks))
    shares: list[list[float]] = []
    try:
        for _ in range(3):
            shares.append([])
            for _ in parts_progress.measured(chunks, size, 0.5):
                shares[-1].append(file_progress.progress().share)
                with limits.timed("talk.txt", 60):
                    pass
            shares[-1].append(file_progress.progress().share)
    finally:
        file_progress.next_file()
    first, *later = shares
    assert first == pytest.approx([part / 4 / 1.5 for part in (0, 1, 2, 3, 3)])
    assert all(0 < share < 1 for reading in later for share in reading)


def test_expected_later_readings_count_in_the_first() -> None:
    file_progress.next_file()
    try:
        shares = []
        for _ in parts_progress.measured([b"a few words\n"] * 2, 24, 0.5):
            parts_progress.expect_again(3.0)
            shares.append(file_progress.progress().share)
            with limits.timed("talk.txt", 60):
                pass
        assert shares == [0, pytest.approx(0.5 / 4)]
    finally:
        file_progress.next_file()
