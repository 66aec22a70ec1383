"""A plugin from another distribution: installed with pip, named in rules, used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

RULES = """anonfilter: 1
labels:
  BADGE: {tag: stars}
formats:
  - use: text
detectors:
  - use: badges
    name: long
    digits: 5
  - use: badges
resolvers:
  - use: short
taggers:
  - use: stars
"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plugin, built and installed by pip into a folder of its own."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder),
         str(HERE / "third_party")],
        check=True,
    )  # fmt: skip
    return folder


@pytest.fixture
def run(site: Path, tmp_path: Path):  # type: ignore[no-untyped-def]
    def running(
        *args: str, text: str = "", rules: str = RULES, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        (tmp_path / "rules.yaml").write_text(rules)
        return subprocess.run(
            [sys.executable, "-m", "anonfilter", *args],
            input=text, capture_output=True, text=True, cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(site), **environment},
        )  # fmt: skip

    return running


def test_its_detectors_resolver_and_tagger_are_used(run) -> None:  # type: ignore[no-untyped-def]
    done = run("--rules", "rules.yaml", text="Badges #123, #1234 and #123456.\n")
    assert (done.returncode, done.stdout) == (0, "Badges #123, #1234 and [STAR].\n")


def test_it_is_listed_with_its_version(run) -> None:  # type: ignore[no-untyped-def]
    listed = run("plugins").stdout
    assert "badges" in listed
    assert "anonfilter-badges 0.3.0" in listed


def test_its_command_is_a_command(run) -> None:  # type: ignore[no-untyped-def]
    assert run("greet", "world").stdout == "hello world\n"
    assert "greet    From anonfilter-badges 0.3.0." in run("--help").stdout


def test_its_configuration_is_checked_with_line_and_column(run) -> None:  # type: ignore[no-untyped-def]
    done = run("--rules", "rules.yaml", rules=RULES.replace("digits: 5", "digit: 5"))
    assert done.returncode == 2
    assert "rules.yaml:9:5: unknown key 'digit'; did you mean 'digits'?" in done.stderr


def test_a_part_that_does_not_import_fails_only_the_rules_that_use_it(run) -> None:  # type: ignore[no-untyped-def]
    done = run("--rules", "rules.yaml", rules=RULES.replace("use: badges\nres", "use: broken\nres"))
    assert done.returncode == 2
    assert "does_not_exist" in done.stderr
    assert "anonfilter-badges 0.3.0" in done.stderr


def test_the_network_must_be_allowed_by_the_user(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    wants = RULES.replace("use: badges\nres", "use: phones-home\nres")
    done = run("--rules", "rules.yaml", rules=wants, text="#123456")
    assert done.returncode == 2
    assert "wants to use the network" in done.stderr
    config = tmp_path / "home/anonfilter"
    config.mkdir(parents=True)
    (config / "config.yaml").write_text("allow_network: [badges]\n")
    allowed = run(
        "--rules", "rules.yaml", rules=wants, text="#123456",
        XDG_CONFIG_HOME=str(tmp_path / "home"),
    )  # fmt: skip
    assert (allowed.returncode, allowed.stdout) == (0, "[STAR]")


def test_anonfilter_plugins_restricts_what_is_loaded(run) -> None:  # type: ignore[no-untyped-def]
    done = run("--rules", "rules.yaml", ANONFILTER_PLUGINS="builtin")
    assert done.returncode == 2
    assert "there is no detector 'badges'" in done.stderr
