"""Context hints: words that narrow time or case are counted for the summary, and stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from anonfilter.engine.hints import ContextHints
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from tests.filtering import said

HINTS = "context_hints: [COVID-19, video conference]\n"


def test_terms_count_in_any_letter_case_and_across_line_ends() -> None:
    hints = ContextHints(["COVID-19", "video conference"])
    found = hints.counted("By video\nconference, for Covid 19. COVID-19 it was.")
    assert found == {"COVID-19": 2, "video conference": 1}


def test_the_longer_of_two_terms_counts_and_a_part_of_a_word_does_not() -> None:
    assert ContextHints(["lockdown", "lockdown wing"]).counted("A lockdown wing, lockdowns.") == {
        "lockdown wing": 1
    }


def test_no_terms_cost_nothing_and_a_term_without_a_word_is_none() -> None:
    assert ContextHints([]).counted("anything") == {}
    assert ContextHints(["--"]).counted("a -- b") == {}


def test_replaced_text_is_not_a_hint(terms_rules: str) -> None:
    engine = Engine(parse_ruleset(terms_rules + "context_hints: [Quill, Monday, ward]\n", "terms"))
    done = engine.redact(engine.read_document(b"Quill came to the ward on Monday.", "a.txt"))
    assert done.output == b"[PERSON_1] came to the ward on [DAY]."
    assert done.hints == {"ward": 1}


def test_hints_of_a_ruleset_grow_with_those_that_extend_it(
    tmp_path: Path, terms_rules: str
) -> None:
    (tmp_path / "base.yaml").write_text(terms_rules + HINTS)
    text = "anonfilter: 1\nextends: base.yaml\ncontext_hints: [lockdown]\n"
    (tmp_path / "own.yaml").write_text(text)
    ruleset = parse_ruleset(text, str(tmp_path / "own.yaml"))
    assert ruleset.model.context_hints == ("COVID-19", "video conference", "lockdown")


def test_the_summary_names_them_and_the_text_keeps_them(tmp_path: Path, terms_rules: str) -> None:
    (tmp_path / "own.yaml").write_text(terms_rules + HINTS)
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", "--rules", "own.yaml"],
        cwd=tmp_path,
        input=b"Quill had COVID-19. A video conference. Covid-19!\n",
        capture_output=True,
        check=False,
    )
    assert done.stdout == b"[PERSON_1] had COVID-19. A video conference. Covid-19!\n"
    assert said(done).splitlines()[1] == (
        "context that narrows time or case: COVID-19 2 times, video conference 1 time"
    )
