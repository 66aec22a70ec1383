"""Each optional feature can be deleted: the host and the other features work without it."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from importlib.metadata import distribution

import pytest

from anonfilter.contract.features import FEATURES
from anonfilter.contract.registry import installed
from benchmarks.weight import ROOT

REQUIRED = {"anonfilter_english", "anonfilter_documents"}  # the default rules need them
PACKAGES = sorted(path.name for path in (ROOT / "plugins").glob("anonfilter_*"))
COMMAND_LINE = "from anonfilter.__main__ import main; main()"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(params=[name for name in PACKAGES if name not in REQUIRED], scope="module")
def deleted(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def run(deleted: str, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run Python with a copy of the project that has neither the feature nor its entry point."""
    copy = tmp_path_factory.mktemp(deleted)
    (copy / "anonfilter").symlink_to(ROOT / "anonfilter")
    for name in PACKAGES:
        if name != deleted:
            (copy / name).symlink_to(ROOT / "plugins" / name)
    metadata = copy / "anonfilter-0.dist-info"
    metadata.mkdir()
    installed = distribution("anonfilter")
    for name in ("METADATA", "entry_points.txt"):
        lines = (installed.read_text(name) or "").splitlines(keepends=True)
        kept = [line for line in lines if line.rstrip() != f"{deleted[11:]} = {deleted}"]
        assert len(kept) == len(lines) - (name == "entry_points.txt")
        (metadata / name).write_text("".join(kept))
    own = {str(ROOT), str(ROOT / "plugins")}
    places = [str(copy), *(path for path in sys.path if path not in own)]

    def run(code: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-I", "-S", "-c", f"import sys\nsys.path[:] = {places}\n{code}"]
        return subprocess.run(
            [*command, *arguments], input=text, capture_output=True, text=True, cwd=copy
        )

    return run


def test_the_host_knows_what_each_feature_adds() -> None:
    registered = defaultdict[str, dict[str, set[str]]](dict)
    for plugin in installed():
        own = plugin.distribution == "anonfilter" and plugin.kind != "extensions"
        if own and (plugin.plugin != "english" or plugin.kind == "commands"):
            registered[plugin.plugin].setdefault(plugin.kind, set()).add(plugin.name)
    assert registered == {
        feature: {kind: set(names.split()) for kind, names in plugins.items()}
        for feature, plugins in FEATURES.items()
    }


@pytest.mark.slow
def test_filter_and_check_work_without_a_feature(run: Run, deleted: str) -> None:
    filtered = run(COMMAND_LINE, "--no-cache", "--rules", "fast", text="Ask Ann Lindqvist.\n")
    assert (filtered.returncode, filtered.stdout) == (0, "Ask [PERSON_1].\n"), filtered.stderr
    checked = run(
        COMMAND_LINE, "check", "--no-cache", "--rules", "fast", "-", text="Ask Ann Lindqvist.\n"
    )
    if deleted == "anonfilter_reports":
        assert (checked.returncode, checked.stdout) == (2, "")
        assert "the feature reports, which is not installed" in checked.stderr
    else:
        assert checked.returncode == 1, checked.stderr
        assert "PERSON" in checked.stdout


@pytest.mark.slow
def test_help_lists_the_commands_of_the_other_features(run: Run, deleted: str) -> None:
    shown = run(COMMAND_LINE, "--help").stdout
    commands = {
        "audio": "anonfilter_audio",
        "convert": "anonfilter_pdf",
        "eval": "anonfilter_measure",
        "key": "anonfilter_corpus",
        "review": "anonfilter_review",
        "run": "anonfilter_datasets",
        "serve": "anonfilter_editor",
        "sync": "anonfilter_repository",
    }
    for command in (name for name, feature in commands.items() if feature == deleted):
        called = run(COMMAND_LINE, command, "notes.txt")
        assert (called.returncode, called.stdout) == (2, "")
        assert f"the feature {deleted[11:]}, which is not installed" in called.stderr
        assert "python -m pip install" in called.stderr
    listed = {line.split()[0] for line in shown.splitlines() if line.startswith("  ")}
    assert commands.keys() & listed == {
        name for name, feature in commands.items() if feature != deleted
    }
