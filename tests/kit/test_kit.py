"""Packages that `anonfilter plugins new` writes install, and pass their tests and linters."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from anonfilter import kit
from anonfilter.errors import AnonfilterError

LONGEST = "a-name-of-20-letters"
NAMES = {
    "detector": "badges",
    "resolver": "b",
    "tagger": LONGEST,
    "format": "court-log",
    "report": "by-label",
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a package of each kind."""
    folder = tmp_path_factory.mktemp("packages")
    for kind, name in NAMES.items():
        for path, text in kit.files(kind, name).items():
            written = folder / kind / path
            written.parent.mkdir(parents=True, exist_ok=True)
            written.write_text(text)
    return folder


@pytest.fixture(scope="module")
def python(packages: Path) -> Path:
    """The Python of an environment in which the packages are installed, beside what is here."""
    environment = packages / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    python = environment / "bin/python"
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    here = sysconfig.get_path("purelib")
    Path(site, "here.pth").write_text(f"import site; site.addsitedir({here!r})\n")
    editable = [part for kind in NAMES for part in ("--editable", packages / kind)]
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--quiet",
            "--python",
            python,
            "install",
            "--no-deps",
            "--no-build-isolation",
            *editable,
        ],
        check=True,
    )
    return python


def ran(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", kit.KINDS)
def test_a_new_package_installs_and_its_tests_pass(kind: str, packages: Path, python: Path) -> None:
    said = ran(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", cwd=packages / kind)
    assert " passed" in said
    assert " skipped" not in said


@pytest.mark.slow
def test_linters_and_type_checkers_accept_a_new_package(packages: Path, python: Path) -> None:
    folders = [packages / kind for kind in NAMES]
    ran(python, "-m", "ruff", "check", "--no-cache", *folders, cwd=packages)
    ran(python, "-m", "ruff", "format", "--no-cache", "--check", *folders, cwd=packages)
    for folder in folders:
        ran(python, "-m", "mypy", "--cache-dir", packages / "types", cwd=folder)


@pytest.mark.parametrize(
    "name", ["", "Badges", "2fa", "front_page", "-x", "x-", "x--y", "../x", "é", f"{LONGEST}s"]
)
def test_an_invalid_plugin_name_is_refused(name: str) -> None:
    with pytest.raises(AnonfilterError, match="is not a valid name for a plugin"):
        kit.require_free("detector", name)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("detector", "patterns"), ("tagger", "english"), ("report", "mine")],
    ids=["of a detector", "of a plugin", "of a package"],
)
def test_a_taken_plugin_name_is_refused(
    kind: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "anonfilter_mine").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(AnonfilterError, match="is taken by "):
        kit.require_free(kind, name)


def test_a_plugin_name_may_be_used_for_another_kind() -> None:
    kit.require_free("report", "patterns")
    kit.require_free("detector", LONGEST)


@pytest.mark.parametrize("kind", kit.KINDS)
def test_the_page_about_plugins_shows_what_is_written(kind: str) -> None:
    page = (Path(__file__).parents[2] / "docs/plugins.md").read_text()
    assert f"```python\n{kit.files(kind, 'badges')['anonfilter_badges/plugin.py']}```" in page


@pytest.mark.parametrize("kind", kit.KINDS)
def test_templates_are_filled_in_completely(kind: str) -> None:
    for path, text in kit.files(kind, NAMES[kind]).items():
        assert not {"$", "NAME", "PACKAGE"} & {*text, *path.split("/")}
