"""A plugin from another distribution, the example: installed with pip, named in rules, used."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.plugin_file import detector_file

EXAMPLE = Path(__file__).parents[2] / "examples/plugin-badges"
RULES = (EXAMPLE / "rules.yaml").read_text()

# Another one, as it may also be: a part does not import, and one wants the network.
NEEDS = """
def needs(self):
    return Needs(labels=frozenset({"BADGE"}), network=True)
"""
ODD = detector_file("phones-home", members=NEEDS).replace(
    "    register(", '    register("broken", "does_not_exist:Nothing")\n    register('
)

pytestmark = pytest.mark.slow

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built and installed by pip into a folder of its own, and another plugin."""
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--target",
            folder,
            EXAMPLE,
        ],
        check=True,
    )
    (folder / "odd.py").write_text(ODD)
    metadata = folder / "odd-1.5.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.5\n")
    (metadata / "entry_points.txt").write_text("[anonfilter]\nodd = odd\n")
    return folder


@pytest.fixture
def run(site: Path, tmp_path: Path) -> Run:
    def running(
        *args: str, text: str = "", rules: str = RULES, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        (tmp_path / "rules.yaml").write_text(rules)
        return subprocess.run(
            [sys.executable, "-m", "anonfilter", *args],
            input=text,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(site), **environment},
        )

    return running


def with_detector(name: str) -> str:
    return RULES.replace("detectors:\n", f"detectors:\n  - use: {name}\n")


def test_its_own_tests_pass(site: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=EXAMPLE,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " skipped" not in done.stdout


def test_its_detector_resolver_and_tagger_are_used(run: Run) -> None:
    done = run("--rules", "rules.yaml", text="Badges #123, #4711, 5322 and 4733.\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "Badges #123, [BADGE_S4_1], [BADGE_S5_1] and [BADGE_S4_2].\n"


def test_its_recogniser_hears_what_is_dialled(run: Run, tmp_path: Path, site: Path) -> None:
    code = (
        f"import sys; sys.path[:0] = [{str(EXAMPLE / 'tests')!r}]\n"
        "import soundfile; from test_badges import RATE, dialled\n"
        "soundfile.write('call.wav', dialled('#4711'), RATE)"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    done = run("audio", "call.wav", "-o", "out.wav", "--text", "out.txt", "--rules", "rules.yaml")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.txt").read_text().strip() == "[BADGE_S4_1]"
    before, after = (np.abs(soundfile.read(tmp_path / name)[0]) for name in ("call.wav", "out.wav"))
    assert before.max() > 0.5
    assert after.max() == 0


def test_a_third_party_plugin_is_listed_with_its_version(run: Run) -> None:
    listed = run("plugins").stdout
    assert "badge-lists" in listed
    assert "anonfilter-badges 0.3.0" in listed


def test_its_command_is_a_command(run: Run) -> None:
    right, wrong = run("badge", "#47113"), run("badge", "4711")
    assert (right.returncode, right.stdout) == (0, "right\n")
    assert (wrong.returncode, wrong.stdout) == (1, "wrong\n")
    assert "badge    From anonfilter-badges 0.3.0." in run("--help").stdout


def test_its_configuration_is_checked_with_line_and_column(run: Run) -> None:
    done = run("--rules", "rules.yaml", rules=RULES.replace("digits: 4", "digit: 4"))
    assert done.returncode == 2
    assert "rules.yaml:10:5: unknown key 'digit'; did you mean 'digits'?" in done.stderr
    done = run("rules", "check", "rules.yaml", rules=RULES.replace("digits: 4", "digits: 40"))
    assert done.returncode == 2
    assert "rules.yaml:10:" in done.stderr


def test_a_part_that_does_not_import_fails_only_the_rules_that_use_it(run: Run) -> None:
    done = run("--rules", "rules.yaml", rules=with_detector("broken"))
    assert done.returncode == 2
    assert "does_not_exist" in done.stderr
    assert "odd 1.5" in done.stderr


def test_the_network_must_be_allowed_by_the_user(run: Run, tmp_path: Path) -> None:
    wants = with_detector("phones-home")
    done = run("--rules", "rules.yaml", rules=wants, text="#4711")
    assert done.returncode == 2
    assert "needs the network" in done.stderr
    config = tmp_path / "home/anonfilter"
    config.mkdir(parents=True)
    (config / "config.yaml").write_text("allow_network: [odd]\n")
    allowed = run(
        "--rules", "rules.yaml", rules=wants, text="#4711", XDG_CONFIG_HOME=str(tmp_path / "home")
    )
    assert (allowed.returncode, allowed.stdout) == (0, "[BADGE_S4_1]")


def test_anonfilter_plugins_restricts_what_is_loaded(run: Run) -> None:
    done = run("--rules", "rules.yaml", ANONFILTER_PLUGINS="english,documents")
    assert done.returncode == 2
    assert "there is no detector 'badges'" in done.stderr
