"""``anonfilter start``: three questions, rules that work, and commands that can be run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from anonfilter_corpus.commands.start import KINDS, LESS_EXACT

from anonfilter import Engine, load_ruleset
from tests.commands.commandline import CommandLine
from tests.terminal import Terminal

RULES = Path(".anonfilter", "rules.yaml")
TALK = "R: I am 37 years old. I moved to Lyon on 3 May 1971.\n"

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def interviews(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("ANONFILTER_RULES")
    path = run.folder / "my interviews"
    path.mkdir()
    (path / "p01.txt").write_text(TALK)
    return path


def filtered() -> str:
    engine = Engine(load_ruleset())
    return engine.redact(engine.read_document(TALK.encode(), "p01.txt")).output.decode()


@pytest.mark.slow
def test_rules_for_a_folder_of_interviews_mask_ages(run: CommandLine, interviews: Path) -> None:
    done = run("start", interviews.name)
    assert done.code == 0
    assert "my interviews: 1 file: 1 .txt" in done.err
    assert "What does the folder have? interviews (no terminal;" in done.err
    assert filtered() == "R: I am [AGE] years old. I moved to [CITY_1] on [DATE].\n"
    first, *_ = done.out.splitlines()[1:]
    assert first.split("#")[0].strip() == "anonfilter key new"


@pytest.mark.slow
def test_what_must_stay_is_generalised(run: CommandLine, interviews: Path) -> None:
    assert run("start", interviews.name, "--stay", "ages, dates,places").code == 0
    assert filtered() == (
        "R: I am [AGE: 35-39] years old. I moved to [PLACE: France] on [DATE: May 1971].\n"
    )


def test_the_commands_that_it_shows_can_be_run(run: CommandLine, interviews: Path) -> None:
    options = ("--have", "texts", "--stay", "nothing", "--originals", "nobody")
    done = run("start", interviews.name, *options)
    shown = [line.split("#")[0].strip() for line in done.out.splitlines()[1:]]
    assert shown[:3] == [
        "anonfilter stats 'my interviews/'",
        "anonfilter -o 'my interviews-redacted/' 'my interviews/'",
        "anonfilter check 'my interviews-redacted/'",
    ]
    RULES.write_text(RULES.read_text().replace("extends: default==1", "extends: fast"))
    assert run("-o", "my interviews-redacted/", "my interviews/").code == 0
    assert run("check", "my interviews-redacted/").code == 0
    assert not list(run.folder.rglob("*.pseudonyms.yaml"))


@pytest.mark.parametrize("have", KINDS)
def test_the_rules_of_each_answer_are_valid(run: CommandLine, interviews: Path, have: str) -> None:
    stay = ",".join(LESS_EXACT)
    assert run("start", interviews.name, "--have", have, "--stay", stay).code == 0
    assert load_ruleset(None).labels["AGE"].generalise is not None


def test_existing_rules_and_wrong_answers_are_left(run: CommandLine, interviews: Path) -> None:
    assert run("start", interviews.name, "--stay", "names").code == 2
    assert not RULES.exists()
    run("start", interviews.name)
    before = RULES.read_text()
    done = run("start", interviews.name, "--stay", "ages")
    assert (done.code, RULES.read_text()) == (2, before)
    assert "exists and is not replaced" in done.err


@pytest.mark.slow
def test_it_asks_in_a_terminal(run: CommandLine, interviews: Path) -> None:
    program = [sys.executable, "-m", "anonfilter", "start", interviews.name]
    terminal = Terminal(program, run.folder)
    for question, answer in (
        ("What does the folder have?", "calls"),
        ("What must stay", "dates ages"),
        ("Who may see", "team"),
    ):
        terminal.expect(question)
        terminal.expect("Answer")
        terminal.press(f"{answer}\n")
    assert terminal.end() == 0
    assert "anonfilter key share --to" in terminal.screen
    assert "extends: call==" in RULES.read_text()
    assert "AGE: {generalise: {band: 5}}" in RULES.read_text()
