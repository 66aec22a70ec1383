"""``anonfilter review``, in a real terminal."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.terminal import Terminal

pytestmark = pytest.mark.slow

TEXT = """\
Hello.
I met Wilma Quillfeather and Abel Tamsin.
Then Wilma Quillfeather left 21-CV-1234 there.
"""
WILMA = "I met [PERSON_1] [PERSON_2] and Abel Tamsin.\nThen [PERSON_1] [PERSON_2] left 21-CV-"
BESIDE = "talk.txt.decisions.yaml"


@pytest.fixture
def rules(run, tmp_path, monkeypatch):
    """Rules that obey decisions; a cache of the test's own."""
    path = Path(os.environ["ANONFILTER_RULES"])
    path.write_text(path.read_text() + "resolvers:\n  - use: decisions\n")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return path


@pytest.fixture
def talk(folder):
    path = folder / "talk.txt"
    path.write_text(TEXT)
    return path


@pytest.fixture
def review(rules, folder):
    """Begins a review; its terminal."""
    begun: list[Terminal] = []

    def begin(*arguments: str) -> Terminal:
        program = [sys.executable, "-m", "anonfilter", "review", *(arguments or ("talk.txt",))]
        begun.append(Terminal(program, folder))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


def answer(terminal: Terminal, *keys: str) -> None:
    """A key for each question."""
    for key in keys:
        terminal.expect("q quit")
        terminal.press(key)


def leave(terminal: Terminal, key: str = "w") -> int:
    terminal.expect("w write and quit")
    terminal.press(key)
    return terminal.end()


def decided(folder: Path) -> list[str]:
    """The decisions beside the file, as they are written."""
    lines = (folder / BESIDE).read_text().splitlines()
    return [line.removeprefix("  - ") for line in lines if line.startswith("  - ")]


def test_each_finding_is_shown_in_context_and_equal_ones_together(review, talk):
    terminal = review()
    terminal.expect("1 of 3  talk.txt:2:7  PERSON")
    terminal.expect("2 places")
    terminal.expect("     1  Hello.\n     2  I met Wilma Quillfeather and Abel Tamsin.\n")
    terminal.expect("talk.txt:3:6  Then Wilma Quillfeather left 21-CV-1234 there.")
    answer(terminal, "q")
    assert terminal.end() == 1
    assert talk.read_text() == TEXT


def test_what_is_redacted_is_replaced_as_the_filter_would(review, talk, folder, run):
    terminal = review()
    answer(terminal, "r", "s", "s")
    assert leave(terminal) == 1
    assert talk.read_text() == "Hello.\n" + WILMA + "1234 there.\n"
    assert not (folder / BESIDE).exists()
    assert ": 2 findings in" in run("check").last


def test_what_is_allowed_once_passes_there_and_nowhere_else(review, talk, folder, run):
    terminal = review()
    answer(terminal, "s", "o", "o")
    assert leave(terminal) == 1
    assert decided(folder) == ["keep: [[36, 47]]", "{keep: [[78, 88]], label: CASE}"]
    (folder / "other.txt").write_text("Abel Tamsin.\n")
    assert [line.split(":")[0] for line in run("check").out.splitlines()] == [
        "other.txt", "talk.txt", "talk.txt",
    ]  # fmt: skip
    run("--in-place", "talk.txt")
    assert talk.read_text() == "Hello.\n" + WILMA + "1234 there.\n"


def test_what_is_always_allowed_is_an_entry_with_a_reason(review, talk, folder, run):
    terminal = review("--each", "talk.txt")
    answer(terminal, "a")
    terminal.expect("Why is it allowed?")
    terminal.press("\n")
    terminal.expect("not allowed without a reason")
    terminal.press("a")
    terminal.expect("Why is it allowed?")
    terminal.press("the author\n")
    answer(terminal, "q")
    assert leave(terminal) == 1
    assert (
        (folder / ".anonfilter" / "allow.yaml")
        .read_text()
        .endswith("- value: Wilma Quillfeather\n  label: PERSON\n  reason: the author\n")
    )
    assert ": 2 findings in" in run("check").last


def test_another_label_and_then_what_is_to_become_of_it(review, talk, folder, run):
    terminal = review()
    answer(terminal, "s", "l")
    terminal.expect("Label? (CASE, PERSON)")
    terminal.press("ca\n")
    terminal.expect("now CASE")
    answer(terminal, "r", "l")
    terminal.expect("Label?")
    terminal.press("person\n")
    answer(terminal, "s")
    assert leave(terminal) == 1
    assert talk.read_text().startswith("Hello.\nI met Wilma Quillfeather and [CASE_1].\n")
    assert decided(folder) == ["{add: [[75, 85]], label: PERSON}"]
    run("--in-place", "talk.txt")
    assert talk.read_text().endswith("left [PERSON_3]-[PERSON_4]-[PERSON_5] there.\n")


def test_what_is_no_person_stays(review, talk, folder, run):
    terminal = review()
    answer(terminal, "n", "s", "n")
    terminal.expect("not found as a name")
    terminal.press("q")
    assert leave(terminal) == 1
    assert decided(folder) == ["not_a_person: [[13, 31], [54, 72]]"]
    run("--in-place", "talk.txt")
    assert talk.read_text().count("Wilma Quillfeather") == 2


def test_the_last_answer_can_be_undone_also_if_all_was_skipped(review, talk):
    terminal = review()
    answer(terminal, "s", "s", "s")
    terminal.expect("u undo  d discard")
    terminal.press("u")
    terminal.expect("3 of 3")
    answer(terminal, "r")
    assert leave(terminal) == 1
    assert "[CASE_1]" in talk.read_text()


def test_undo_takes_back_the_last_answer_also_that_to_the_last_question(review, talk):
    terminal = review()
    answer(terminal, "r", "u")
    terminal.expect("1 of 3")
    answer(terminal, "s", "r", "r")
    terminal.expect("no more questions")
    terminal.expect("w write and quit")
    terminal.press("u")
    terminal.expect("3 of 3")
    answer(terminal, "s")
    assert leave(terminal) == 1
    assert talk.read_text() == TEXT.replace("Abel Tamsin", "[PERSON_3] [PERSON_4]")


def test_a_group_can_be_taken_apart(review, talk):
    terminal = review()
    answer(terminal, "e")
    terminal.expect("1 of 4")
    answer(terminal, "s")
    terminal.expect("2 of 4  talk.txt:3:6")
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert talk.read_text().count("Wilma Quillfeather") == 1
    assert "Then [PERSON_1] [PERSON_2] left" in talk.read_text()


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
def test_what_was_decided_is_written_when_the_terminal_goes_away(review, talk, how):
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


def test_what_was_decided_goes_along_when_the_file_changes_meanwhile(review, talk, folder):
    terminal = review()
    answer(terminal, "s", "o", "r")
    terminal.expect("no more questions")
    talk.write_text("A new first line.\n" + "\n" * 70 + TEXT.replace("21-CV-1234", "22-CV-9876"))
    assert leave(terminal) == 1
    assert "has changed meanwhile; 1 decision could not be carried over" in " ".join(
        terminal.screen.split()
    )
    assert talk.read_text().endswith(TEXT.replace("21-CV-1234", "22-CV-9876"))
    assert decided(folder) == ["keep: [[124, 135]]"]


def test_the_sidecar_gives_the_original_back(review, talk, rules, folder, run):
    rules.write_text(rules.read_text() + "sidecar: plain\n")
    terminal = review()
    answer(terminal, "r", "o", "s")
    assert leave(terminal) == 1
    terminal = review("--again", "talk.txt")
    answer(terminal, "r")
    assert leave(terminal) == 0
    assert talk.read_text().endswith("left [CASE_1] there.\n")
    assert decided(folder) == ["keep: [[39, 50]]"]
    assert run("restore", "talk.txt").out == TEXT


def test_other_decisions_beside_the_file_stay_and_move(review, talk, folder):
    (folder / BESIDE).write_text(
        f"anonfilter: 1\ncharacters: {len(TEXT)}\ndecisions:\n  - add: [[0, 5], [32, 35]]\n"
    )
    terminal = review()
    terminal.expect("talk.txt:1:1  PERSON")
    answer(terminal, "s", "r", "q")
    assert leave(terminal) == 1
    assert "I met [PERSON_2] [PERSON_3] and Abel" in talk.read_text()
    assert decided(folder) == ["add: [[0, 5], [35, 38]]"]


def test_decisions_that_name_tags_are_not_made_wrong(review, talk, folder):
    beside = f"anonfilter: 1\ncharacters: {len(TEXT)}\ndecisions:\n  - keep: ['[PERSON_3]']\n"
    (folder / BESIDE).write_text(beside)
    terminal = review()
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert "names mentions by tags" in terminal.screen
    assert talk.read_text() == TEXT
    assert (folder / BESIDE).read_text() == beside


def test_without_the_resolver_once_is_an_entry_for_the_file(run, review, talk, rules, folder):
    rules.write_text(rules.read_text().replace("resolvers:\n  - use: decisions\n", ""))
    terminal = review()
    answer(terminal, "n")
    terminal.expect("the rules have no resolver `decisions`")
    terminal.press("l")
    terminal.expect("the rules have no resolver `decisions`")
    terminal.press("o")
    terminal.expect("Why is it allowed?")
    terminal.press("our guest\n")
    answer(terminal, "q")
    assert leave(terminal) == 1
    assert "paths: [/talk.txt]" in (folder / ".anonfilter" / "allow.yaml").read_text()
    (folder / "other.txt").write_text("Wilma Quillfeather.\n")
    assert ": 3 findings in" in run("check").last


def test_several_files_share_one_answer(review, talk, folder, run):
    (folder / "more").mkdir()
    (folder / "more" / "other.txt").write_text("Wilma Quillfeather.\n")
    terminal = review(".")
    terminal.expect("3 places in 2 files")
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert (folder / "more" / "other.txt").read_text() == "[PERSON_1] [PERSON_2].\n"
    assert "Quillfeather" not in talk.read_text()


def test_what_cannot_be_read_is_told_and_the_others_are_reviewed(review, talk, folder):
    (folder / "broken.txt").write_bytes(b"\0\0")
    talk.write_text("Wilma Quillfeather.\n")
    terminal = review("broken.txt", "talk.txt")
    terminal.expect("broken.txt: holds a NUL byte")
    answer(terminal, "r")
    assert leave(terminal) == 3
    assert talk.read_text() == "[PERSON_1] [PERSON_2].\n"


def test_a_file_that_cannot_be_written_keeps_no_decision_from_being_so(review, talk, folder):
    talk.chmod(0o444)
    terminal = review()
    answer(terminal, "r", "o", "q")
    assert leave(terminal) == 1
    assert "talk.txt: is read-only" in terminal.screen
    assert talk.read_text() == TEXT
    assert decided(folder) == ["keep: [[36, 47]]"]


def test_a_value_in_another_notation_is_replaced_in_that(review, rules, folder):
    rules.write_text(rules.read_text().replace("- use: text\n", "- use: text\n  - use: jsonl\n"))
    path = folder / "talk.jsonl"
    path.write_text('{"text": "I met Wilma Quillfeather \\u2014 and Abel Tamsin."}\n')
    terminal = review("talk.jsonl")
    answer(terminal, "s", "r")
    assert leave(terminal) == 1
    assert path.read_text() == (
        '{"text": "I met Wilma Quillfeather \\u2014 and [PERSON_3] [PERSON_4]."}\n'
    )


def test_all_places_can_be_viewed(review, talk):
    talk.write_text("Wilma Quillfeather left.\n" * 7)
    terminal = review()
    terminal.expect("and 2 more places; v shows them")
    terminal.press("v")
    terminal.expect("talk.txt:7:1  Wilma Quillfeather left.")


def test_other_keys_do_nothing_and_a_question_mark_tells_all(review, talk):
    terminal = review()
    answer(terminal, "x")
    terminal.expect("unknown key")
    terminal.press("\x1b[A?")
    terminal.expect("quit: asks whether to write the decisions")
    terminal.press("q")
    assert terminal.end() == 1


def test_a_text_plays_no_tricks_on_the_terminal(review, talk):
    talk.write_text("Wilma Quillfeather \x1b[2J\x07 [bold]said\x1b]0;owned\x07.\n")
    terminal = review()
    terminal.expect("\\x1b[2J\\x07 [bold]said\\x1b]0;owned\\x07.")


@pytest.mark.usefixtures("home")
def test_what_only_the_corpus_knows_is_allowed_in_the_file_or_redacted(
    run, review, talk, rules, repository
):
    run("key", "new")
    assert run("-i", "talk.txt").code == 0
    other = repository.write("other.txt", "Ms. Quillfeather, QUILLFEATHER; Tamsin.\n")
    terminal = review("other.txt")
    terminal.expect("PERSON  (known, 1.00)  2 places")
    answer(terminal, "n")
    terminal.expect("the corpus knows this as an original")
    terminal.press("o")
    terminal.expect("Why is it allowed?")
    terminal.press("a namesake\n")
    answer(terminal, "r")
    assert leave(terminal) == 0
    assert other.read_text().startswith("Ms. Quillfeather, QUILLFEATHER; [PERSON_")
    assert run("check", "other.txt").code == 0
    assert run("restore", "other.txt").out == "Ms. Quillfeather, QUILLFEATHER; Tamsin.\n"


# without a terminal


def test_it_needs_a_terminal(run, rules, talk):
    result = run("review", "talk.txt")
    assert result.code == 2
    assert "needs a terminal" in result.err
    assert "Wilma" not in result.out + result.err


def test_it_needs_files(run, rules):
    assert run("review").code == 2


def test_help_says_that_values_are_shown(run):
    assert "shows the personal data itself" in run("review", "--help").out


# the index


@pytest.fixture
def staged(repository, rules):
    repository.stage("talk.txt", TEXT)
    return repository


def test_the_index_is_reviewed_and_the_working_tree_written(review, staged, talk, run):
    terminal = review("--staged")
    answer(terminal, "r", "o", "q")
    assert leave(terminal) == 1
    assert f"git add -- talk.txt {BESIDE}" in terminal.screen
    assert staged.git("show", ":talk.txt").stdout == TEXT
    assert "Quillfeather" not in talk.read_text()
    staged.git("add", "talk.txt", BESIDE)
    assert ": 1 finding in" in run("check", "--staged").last


def test_a_file_that_differs_from_the_index_is_not_redacted(review, staged, talk, folder, run):
    talk.write_text("Nobody.\n")
    terminal = review("--staged")
    answer(terminal, "r")
    terminal.expect("cannot be rewritten: the index and the working tree have different texts")
    terminal.press("s")
    answer(terminal, "o", "a")
    terminal.expect("Why is it allowed?")
    terminal.press("a docket\n")
    assert leave(terminal) == 1
    assert talk.read_text() == "Nobody.\n"
    assert f"git add -- .anonfilter/allow.yaml {BESIDE}" in " ".join(terminal.screen.split())
    staged.git("add", ".anonfilter", BESIDE)
    assert ": 2 findings in" in run("check", "--staged").last


def test_decisions_about_the_working_tree_are_not_lost_over_the_index(review, staged, talk, folder):
    talk.write_text("Abel Tamsin.\n")
    beside = "anonfilter: 1\ncharacters: 13\ndecisions:\n  - keep: [[0, 11]]\n"
    (folder / BESIDE).write_text(beside)
    terminal = review("--staged")
    answer(terminal, "o", "q")
    assert leave(terminal) == 1
    assert "the decisions file is for another text" in " ".join(terminal.screen.split())
    assert (folder / BESIDE).read_text() == beside
