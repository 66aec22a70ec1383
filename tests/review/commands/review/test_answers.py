"""The questions of a review, and the effects of each answer."""

from __future__ import annotations

import pytest

from tests.review.commands.review.answering import BESIDE, TEXT, WILMA, answer, decided, leave

pytestmark = pytest.mark.slow


def test_each_finding_is_shown_in_context_and_equal_ones_together(review, talk):
    terminal = review()
    terminal.expect("1 of 3  talk.txt:2:7  PERSON")
    terminal.expect("2 places")
    terminal.expect("     1  Hello.\n     2  I met Wilma Quillfeather and Abel Tamsin.\n")
    terminal.expect("talk.txt:3:6  Then Wilma Quillfeather left 21-CV-1234 there.")
    answer(terminal, "q")
    assert terminal.end() == 1
    assert talk.read_text() == TEXT


def test_redacted_findings_are_replaced_as_by_the_filter(review, talk, folder, run):
    terminal = review()
    answer(terminal, "r", "s", "s")
    assert leave(terminal) == 1
    assert talk.read_text() == "Hello.\n" + WILMA + "1234 there.\n"
    assert not (folder / BESIDE).exists()
    assert ": 2 findings in" in run("check").last


def test_a_finding_allowed_once_passes_in_its_place_only(review, talk, folder, run):
    terminal = review()
    answer(terminal, "s", "o", "o")
    assert leave(terminal) == 1
    assert decided(folder) == ["keep: [[36, 47]]", "{keep: [[78, 88]], label: CASE}"]
    (folder / "other.txt").write_text("Abel Tamsin.\n")
    assert [line.split(":")[0] for line in run("check").out.splitlines()] == [
        "other.txt",
        "talk.txt",
        "talk.txt",
    ]
    run("--in-place", "talk.txt")
    assert talk.read_text() == "Hello.\n" + WILMA + "1234 there.\n"


def test_a_finding_allowed_always_is_an_entry_with_a_reason(review, talk, folder, run):
    terminal = review("--each", "talk.txt")
    answer(terminal, "a")
    terminal.expect("Why is this allowed?")
    terminal.press("\n")
    terminal.expect("a reason is required")
    terminal.press("a")
    terminal.expect("Why is this allowed?")
    terminal.press("the author\n")
    answer(terminal, "q")
    assert leave(terminal) == 1
    assert (
        (folder / ".anonfilter" / "allow.yaml")
        .read_text()
        .endswith("- value: Wilma Quillfeather\n  label: PERSON\n  reason: the author\n")
    )
    assert ": 2 findings in" in run("check").last


def test_a_new_label_and_then_an_answer(review, talk, folder, run):
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


def test_findings_that_are_not_people_stay(review, talk, folder, run):
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


def test_a_group_can_be_divided_into_single_questions(review, talk):
    terminal = review()
    answer(terminal, "e")
    terminal.expect("1 of 4")
    answer(terminal, "s")
    terminal.expect("2 of 4  talk.txt:3:6")
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert talk.read_text().count("Wilma Quillfeather") == 1
    assert "Then [PERSON_1] [PERSON_2] left" in talk.read_text()


def test_several_files_share_one_answer(review, talk, folder, run):
    (folder / "more").mkdir()
    (folder / "more" / "other.txt").write_text("Wilma Quillfeather.\n")
    terminal = review(".")
    terminal.expect("3 places in 2 files")
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert (folder / "more" / "other.txt").read_text() == "[PERSON_1] [PERSON_2].\n"
    assert "Quillfeather" not in talk.read_text()


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
    terminal.expect("quit: ask whether to write the decisions")
    terminal.press("q")
    assert terminal.end() == 1


def test_a_text_plays_no_tricks_on_the_terminal(review, talk):
    talk.write_text("Wilma Quillfeather \x1b[2J\x07 [bold]said\x1b]0;owned\x07.\n")
    terminal = review()
    terminal.expect("\\x1b[2J\\x07 [bold]said\\x1b]0;owned\\x07.")


def test_one_answer_for_all_of_a_label(review, talk):
    terminal = review()
    answer(terminal, "t")
    terminal.expect("the next answer applies to all open findings of this label")
    terminal.press("r")
    terminal.expect("redact, 2 questions")
    terminal.expect("3 of 3")
    answer(terminal, "p")
    terminal.expect("talk.txt: 3 of 4 answered")
    terminal.press("s")
    assert leave(terminal) == 1
    assert talk.read_text().startswith(
        "Hello.\nI met [PERSON_1] [PERSON_2] and [PERSON_3] [PERSON_4].\n"
    )


def test_back_to_the_question_before(review, talk):
    terminal = review()
    answer(terminal, "b")
    terminal.expect("this is the first question")
    terminal.press("r")
    terminal.expect("2 of 3")
    answer(terminal, "b")
    terminal.expect("1 of 3")
    answer(terminal, "s", "q")
    assert terminal.end() == 1
    assert talk.read_text() == TEXT
