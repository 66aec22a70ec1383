"""The ways in which a review ends, continues later, or is refused."""

from __future__ import annotations

import signal

import pytest

from tests.review.commands.review.answering import BESIDE, TEXT, WILMA, answer, decided, leave

pytestmark = pytest.mark.slow


def test_a_review_goes_on_where_it_stopped(review, talk):
    terminal = review()
    answer(terminal, "s", "o", "q")
    assert leave(terminal) == 1
    terminal = review()
    terminal.expect("2 findings skipped before; --again asks about them")
    terminal.expect("1 of 1  talk.txt:3:30  CASE")
    answer(terminal, "r")
    assert leave(terminal) == 1
    terminal = review()
    terminal.expect("nothing to decide in 1 file")
    assert terminal.end() == 1
    terminal = review("--again", "talk.txt")
    terminal.expect("1 of 1  talk.txt:2:7  PERSON")
    answer(terminal, "n")
    assert leave(terminal) == 0
    terminal = review("--again", "talk.txt")
    terminal.expect("nothing to decide in 1 file")
    assert terminal.end() == 0


def test_nothing_is_written_if_it_is_discarded(review, talk, folder):
    terminal = review()
    answer(terminal, "r", "o", "q")
    assert leave(terminal, "d") == 1
    assert talk.read_text() == TEXT
    assert not (folder / BESIDE).exists()


def test_quitting_asks_and_may_go_on(review, talk):
    terminal = review()
    answer(terminal, "r", "q")
    terminal.expect("redact: 2, open: 2")
    terminal.expect("c continue")
    terminal.press("c")
    terminal.expect("2 of 3")
    answer(terminal, "\x04")
    assert leave(terminal) == 1
    assert "Quillfeather" not in talk.read_text()


@pytest.mark.parametrize(("second", "written"), [("d", False), ("\x03", False), ("w", True)])
def test_ctrl_c_writes_nothing_but_asks_first(review, talk, second, written):
    terminal = review()
    answer(terminal, "r", "\x03")
    terminal.expect("2 findings decided, not written yet")
    terminal.expect("d discard")
    terminal.press(second)
    assert terminal.end(pressing=second) == 1
    assert (talk.read_text() != TEXT) is written


def test_ctrl_c_before_anything_was_decided_just_ends(review, talk):
    terminal = review()
    answer(terminal, "\x03")
    assert terminal.end() == 1


@pytest.mark.parametrize("how", ["window", "SIGTERM"])
def test_decisions_are_written_if_the_terminal_closes(review, talk, how):
    terminal = review()
    answer(terminal, "r")
    terminal.expect("2 of 3")
    if how == "window":
        terminal.hang_up()
        assert terminal.process.wait(60) == 129
    else:
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == 143
    assert talk.read_text() == "Hello.\n" + WILMA + "1234 there.\n"


def test_decisions_move_along_if_the_file_changes(review, talk, folder):
    terminal = review()
    answer(terminal, "s", "o", "r")
    terminal.expect("no more questions")
    talk.write_text("A new first line.\n" + "\n" * 70 + TEXT.replace("21-CV-1234", "22-CV-9876"))
    assert leave(terminal) == 1
    assert "has changed since it was scanned; 1 decision could not be carried over" in " ".join(
        terminal.screen.split()
    )
    assert talk.read_text().endswith(TEXT.replace("21-CV-1234", "22-CV-9876"))
    assert decided(folder) == ["keep: [[124, 135]]"]


def test_unreadable_files_are_reported_and_the_others_are_reviewed(review, talk, folder):
    (folder / "broken.txt").write_bytes(b"\0\0")
    talk.write_text("Wilma Quillfeather.\n")
    terminal = review("broken.txt", "talk.txt")
    terminal.expect("broken.txt: holds a NUL byte")
    answer(terminal, "r")
    assert leave(terminal) == 3
    assert talk.read_text() == "[PERSON_1] [PERSON_2].\n"


def test_a_file_that_cannot_be_written_does_not_stop_other_decisions(review, talk, folder):
    talk.chmod(0o444)
    terminal = review()
    answer(terminal, "r", "o", "q")
    assert leave(terminal) == 1
    assert "talk.txt: is read-only" in terminal.screen
    assert talk.read_text() == TEXT
    assert decided(folder) == ["keep: [[36, 47]]"]


def test_a_review_needs_a_terminal(run, rules, talk):
    result = run("review", "talk.txt")
    assert result.code == 2
    assert "needs a terminal" in result.err
    assert "Wilma" not in result.out + result.err


def test_a_review_needs_files(run, rules):
    assert run("review").code == 2


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--web", "--each"), "--each cannot be used with --web"),
        (("--reviewer", "A. Marsh"), "--reviewer needs --web"),
    ],
)
def test_options_of_terminal_and_browser_do_not_mix(run, rules, talk, options, why):
    result = run("review", *options, "talk.txt")
    assert result.code == 2
    assert why in result.err


def test_help_says_that_values_are_shown(run):
    assert "shows the personal data itself" in run("review", "--help").out
