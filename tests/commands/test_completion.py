"""Shell completion of commands, options and files."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def complete(words: str, at: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter"],
        env={
            **os.environ,
            "_ANONFILTER_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(at),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "at", "expected"),
    [
        ("anonfilter ", 1, {"file,", "plain,check", "plain,rules"}),
        ("anonfilter ch", 1, {"file,ch", "plain,check"}),
        ("anonfilter --in", 1, {"plain,--in-place"}),
        ("anonfilter notes.txt oth", 2, {"file,oth"}),
        ("anonfilter check no", 2, {"file,no"}),
        ("anonfilter check --stag", 2, {"plain,--staged"}),
        ("anonfilter check --output j", 3, {"plain,json", "plain,jsonl"}),
        ("anonfilter rules s", 2, {"plain,schema", "plain,show"}),
    ],
)
def test_words_are_completed(words, at, expected):
    assert expected <= set(complete(words, at))


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_each_shell(shell):
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter"],
        env={**os.environ, "_ANONFILTER_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "anonfilter" in done.stdout
