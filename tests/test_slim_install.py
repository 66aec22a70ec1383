"""Installed without spaCy and presidio, by the line in docs/dependencies.md."""

from __future__ import annotations

import shlex
from importlib.metadata import distribution
from pathlib import Path

import pytest

from benchmarks.weight import LEFT_OUT, PAGE, ROOT, brought, declared, own_megabytes, slim, total
from tests.environments import link, run

TEXT = "So Daniel Brandt was, d.brandt@lakeshore.example.\n"


def documented() -> list[str]:
    """The packages of the page's second command."""
    lines = PAGE.read_text().splitlines()
    first = lines.index("    pip install --no-deps anonfilter")
    return shlex.split(lines[first + 1])[2:]


def test_the_line_is_what_anonfilter_needs_less_spacy_and_presidio() -> None:
    needed, _ = declared()
    assert documented() == slim(needed)


def test_an_installation_weighs_less_than_this() -> None:
    needed, _ = declared()
    assert own_megabytes() < 35
    assert total(needed) < 620
    assert total(documented()) < 270


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The code here, and a folder with what the line brings."""
    folder = tmp_path_factory.mktemp("slim")
    assert brought(documented()).keys().isdisjoint({*LEFT_OUT, "thinc", "torch"})
    link(folder, documented())
    metadata = distribution("anonfilter")
    [ours] = {Path(str(one.locate())).parent for one in metadata.files or ()
              if one.name == "METADATA"}  # fmt: skip
    (folder / ours.name).symlink_to(ours)
    return [ROOT, ROOT / "plugins", folder]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["default", "fast", "hearing", "call"])
def test_rules_that_use_neither_work(rules: str, places: list[Path]) -> None:
    done = run(places, "--rules", rules, text=TEXT)
    assert done.returncode == 0, done.stderr
    assert "[EMAIL_ADDRESS_1]" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "missing"), [("legal", "spacy"), ("thorough", "presidio")])
def test_rules_that_use_them_name_the_command(rules: str, missing: str, places: list[Path]) -> None:
    done = run(places, "--rules", rules, text=TEXT)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{missing} needs" in done.stderr
    assert "python -m pip install 'anonfilter'" in done.stderr
    assert "Traceback" not in done.stderr
