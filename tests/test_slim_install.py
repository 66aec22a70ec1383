"""Installed without extras, and so without spaCy and presidio."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import pytest

from benchmarks.weight import ROOT, brought, declared, own_megabytes, total
from tests.environments import link, run

TEXT = "So Daniel Brandt was, d.brandt@lakeshore.example.\n"


def test_an_installation_weighs_less_than_this() -> None:
    needed, _ = declared()
    assert own_megabytes() < 80  # of which 63 are the two models, of names and of speech
    assert total(needed) < 270


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The code here, and a folder with the dependencies of a plain installation."""
    folder = tmp_path_factory.mktemp("plain")
    needed, _ = declared()
    assert brought(needed).keys().isdisjoint({"presidio-analyzer", "spacy", "thinc", "torch"})
    link(folder, needed)
    metadata = distribution("anonfilter")
    [ours] = {
        Path(str(one.locate())).parent for one in metadata.files or () if one.name == "METADATA"
    }
    (folder / ours.name).symlink_to(ours)
    return [ROOT, ROOT / "plugins", folder]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["default", "fast", "hearing", "call"])
def test_rules_that_use_neither_work(rules: str, places: list[Path]) -> None:
    done = run(places, "--rules", rules, text=TEXT)
    assert done.returncode == 0, done.stderr
    assert "[EMAIL_ADDRESS_1]" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "used", "extras"),
    [("legal", "spacy", "spacy"), ("thorough", "presidio, spacy", "presidio,spacy")],
)
def test_rules_that_use_them_name_the_command(
    rules: str, used: str, extras: str, places: list[Path]
) -> None:
    done = run(places, "--rules", rules, text=TEXT)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"these rules use {used}, and" in done.stderr
    assert f"python -m pip install 'anonfilter[{extras}]'" in done.stderr
    assert "Traceback" not in done.stderr
