"""The files that a review writes: decisions, lists and sidecars, also for the index."""

from __future__ import annotations

import pytest

from tests.review.commands.review.answering import BESIDE, TEXT, answer, decided, leave

pytestmark = pytest.mark.slow


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


def test_decisions_that_refer_to_tags_are_left_unchanged(review, talk, folder):
    beside = f"anonfilter: 1\ncharacters: {len(TEXT)}\ndecisions:\n  - keep: ['[PERSON_3]']\n"
    (folder / BESIDE).write_text(beside)
    terminal = review()
    answer(terminal, "r", "q")
    assert leave(terminal) == 1
    assert "refers to mentions by tags" in terminal.screen
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
    terminal.expect("Why is this allowed?")
    terminal.press("our guest\n")
    answer(terminal, "q")
    assert leave(terminal) == 1
    assert "paths: [/talk.txt]" in (folder / ".anonfilter" / "allow.yaml").read_text()
    (folder / "other.txt").write_text("Wilma Quillfeather.\n")
    assert ": 3 findings in" in run("check").last


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


@pytest.mark.usefixtures("home")
def test_known_originals_are_allowed_in_the_file_or_redacted(run, review, talk, rules, repository):
    run("key", "new")
    assert run("-i", "talk.txt").code == 0
    other = repository.write("other.txt", "Ms. Quillfeather, QUILLFEATHER; Tamsin.\n")
    terminal = review("other.txt")
    terminal.expect("PERSON  (known, 1.00)  2 places")
    answer(terminal, "n")
    terminal.expect("this is a known original of the corpus")
    terminal.press("o")
    terminal.expect("Why is this allowed?")
    terminal.press("a namesake\n")
    answer(terminal, "r")
    assert leave(terminal) == 0
    assert other.read_text().startswith("Ms. Quillfeather, QUILLFEATHER; [PERSON_")
    assert run("check", "other.txt").code == 0
    assert run("restore", "other.txt").out == "Ms. Quillfeather, QUILLFEATHER; Tamsin.\n"


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
    terminal.expect("Why is this allowed?")
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
    assert "the decisions file is not for the text in the index" in " ".join(
        terminal.screen.split()
    )
    assert (folder / BESIDE).read_text() == beside
