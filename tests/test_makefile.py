"""The Makefile: each target that it names has a rule, and no path outside is taken for granted."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "Makefile").read_text()


def make(*words: str) -> subprocess.CompletedProcess[str]:
    ready = ("-o", ".venv/.ready-for-development", "-o", ".venv/.ready")
    return subprocess.run(
        ["make", "--dry-run", *ready, *words], cwd=ROOT, capture_output=True, text=True
    )


def test_each_target_has_a_rule_and_a_line_in_the_help() -> None:
    [listed] = re.findall(r"^\.PHONY: (.*)$", TEXT, re.MULTILINE)
    documented = re.findall(r"^([a-z-]+):.*##", TEXT, re.MULTILINE)
    assert sorted(listed.split()) == sorted(documented)


def test_no_default_leads_out_of_the_repository() -> None:
    assert not re.findall(r"^\w+ *[?:]?= *(?:\.\.|/|~).*$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("target", ["speed", "eval", "proof", "same", "train", "stability"])
def test_a_folder_that_is_needed_must_be_given(target: str) -> None:
    done = make(target)
    assert done.returncode == 2
    assert re.search(
        rf"make {target}: [A-Z]+ is not given. hint: make {target} [A-Z]+=", done.stderr
    )
    given = make(target, "CORPORA=texts", "OUT=out", "TEXT=texts", "BASE=HEAD")
    assert given.returncode == 0
    assert "texts" in given.stdout


def test_the_documentation_is_built_and_served() -> None:
    assert "mkdocs build --quiet --strict" in make("docs").stdout
    assert "mkdocs serve" in make("docs-serve").stdout
