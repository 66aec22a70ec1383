"""What the README and the first pages after it show is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.git_repository import Repository

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()

pytestmark = pytest.mark.slow


def block(page: str, language: str) -> str:
    """Return the first fenced block of a page in this language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.M | re.S)
    assert found is not None
    return found[1]


def run(folder: Path, *arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "anonfilter", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=folder,
    )


def test_before_and_after() -> None:
    lines = README.splitlines()
    shown = [at for at, line in enumerate(lines) if line.startswith("    $ ")]
    before, after = (
        "\n".join(line.removeprefix("    ") for line in lines[at + 1 : at + 6]) for at in shown
    )
    text = (ROOT / "examples/interview.txt").read_text()
    assert before == "\n".join(text.splitlines()[6:11])
    done = run(ROOT, "--rules", "default", text=text)
    assert after == "\n".join(done.stdout.splitlines()[6:11])


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_its_library_example(page: str, tmp_path: Path) -> None:
    code = block(page, "python")
    shown = re.search(r"^(.*redact\(.*(?:\.output|\])) +# (.*)$", code, re.M)
    assert shown is not None
    code = code.replace(shown[1], f"print(repr({shown[1]}))")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.strip() == shown[2]


def test_the_ruleset_of_the_page_about_rules(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(block("docs/rules.md", "yaml"))
    (tmp_path / "participants.txt").write_text("Wilma Quillfeather\n")
    done = run(tmp_path, "rules", "check")
    assert (done.returncode, done.stderr) == (0, "rules.yaml: no problem found\n")


def test_the_commands_for_sidecars_in_their_order(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = block("docs/sidecars.md", "sh").splitlines()
    assert len(commands) > 5
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    repository = Repository(tmp_path / "study")
    original = (ROOT / "examples/interview.txt").read_bytes()
    filtered = repository.write("interviews/p07.txt", original)
    for line in commands:
        done = subprocess.run(
            ["sh", "-c", line],
            capture_output=True,
            cwd=repository.path,
            env=os.environ | repository.environment,
        )
        assert done.returncode == 0, line
        assert (done.stdout == original) == ("restore" in line)
        assert b"Brandt" not in done.stderr
    assert b"[PERSON_1]" in filtered.read_bytes()
