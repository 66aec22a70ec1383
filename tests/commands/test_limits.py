"""A file that takes longer than the rules allow is incomplete, in every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.commandline import RULES, CommandLine
from tests.plugin_file import detector_file

TEXT = "Wilma Quillfeather left.\n"
LIMITS = "limits: {seconds: 0.2, seconds_per_megabyte: 0}\n"
PLUGIN = detector_file(
    "endless",
    """
    while "Wilma" in document.prose:
        pass
    return []
    """,
)


@pytest.fixture
def endless(folder: Path) -> Path:
    """Rules with a detector that comes to no end in some files."""
    rules = RULES.replace("detectors:\n", "detectors:\n  - use: endless\n")
    (folder / "endless.py").write_text(PLUGIN)
    (folder / "rules.yaml").write_text(rules + LIMITS + "plugins: [endless.py]\n")
    (folder / "talk.txt").write_text(TEXT)
    (folder / "other.txt").write_text("Nobody left.\n")
    return folder


@pytest.mark.parametrize(
    "args", [("filter", "-i"), ("check",), ("check", "-j", "2")], ids=["filter", "check", "jobs"]
)
def test_one_file_is_incomplete_and_the_others_are_done(
    run: CommandLine, endless: Path, args: tuple[str, ...]
) -> None:
    options = ("--rules", "rules.yaml", "--trust-local-plugins")
    result = run(*args, *options, "talk.txt", "other.txt")
    assert result.code == 3, result.err
    assert "took longer than" in result.out + result.err
    assert "endless" in result.out + result.err
    assert (endless / "talk.txt").read_text() == TEXT
    assert "Wilma" not in result.out + result.err


def test_the_filter_prints_nothing_if_a_file_takes_too_long(
    run: CommandLine, endless: Path
) -> None:
    result = run("--rules", "rules.yaml", "--trust-local-plugins", stdin=TEXT.encode())
    assert (result.code, result.out) == (3, "")
    assert "limits:" in result.err
