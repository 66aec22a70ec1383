"""What the README shows is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.git_repository import Repository
from tests.pseudonyms.identities import public, ssh_key

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()

pytestmark = pytest.mark.slow


def block(first: str, last: str) -> str:
    """The indented block of the README that begins and ends with these lines."""
    found = re.search(rf"^    {re.escape(first)}\n.*?^ +{re.escape(last)}$", README, re.M | re.S)
    assert found is not None
    return textwrap.dedent(found[0])


def run(folder: Path, *arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "anonfilter", *arguments],
        input=text, capture_output=True, text=True, cwd=folder,
    )  # fmt: skip


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


def test_its_library_example(tmp_path: Path) -> None:
    code = block(
        "from anonfilter import Engine, load_ruleset",
        "engine.check(document)" + " " * 17 + "# findings: place, label, detector, score; no value",
    )
    said = re.search(r"\.output +# (.*)", code)
    assert said is not None
    code = code.replace("engine.redact(document).output", "print(engine.redact(document).output)")
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.strip() == said[1]


def test_its_ruleset(tmp_path: Path) -> None:
    rules = block("anonfilter: 1", "DATE: {redact: false}            # dates may stay")
    (tmp_path / "rules.yaml").write_text(rules)
    (tmp_path / "participants.txt").write_text("Wilma Quillfeather\n")
    done = run(tmp_path, "rules", "check")
    assert (done.returncode, done.stderr) == (0, "rules.yaml: no problem found\n")


def test_its_way_with_sidecars(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = README.partition("\n## Sidecars\n")[2].partition("\n## ")[0]
    commands = [line for line in section.splitlines() if line.startswith("    ")]
    assert len(commands) > 5
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    repository = Repository(tmp_path / "study")
    original = (ROOT / "examples/interview.txt").read_bytes()
    filtered = repository.write("interviews/p07.txt", original)
    ssh_key(tmp_path / "colleague")
    repository.write("colleague.pub", public(tmp_path / "colleague"))
    for line in commands:
        done = subprocess.run(
            ["sh", "-c", line], capture_output=True, cwd=repository.path,
            env=os.environ | repository.environment,
        )  # fmt: skip
        assert done.returncode == 0, line
        assert (done.stdout == original) == ("restore" in line)
        assert b"Brandt" not in done.stderr
    assert b"[PERSON_1]" in filtered.read_bytes()
    assert (repository.path / ".anonfilter" / "key.age").is_file()
