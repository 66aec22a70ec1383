"""Score the three long examples with the rulesets for their kinds of text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anonfilter_measure.evaluation import readers
from anonfilter_measure.evaluation.evaluation import Evaluation
from anonfilter_measure.evaluation.gold_labels import Labels, stated_risks

from anonfilter import Engine, Options, load_ruleset
from anonfilter.reports.tables import rate, share

FOLDER = Path(__file__).resolve().parents[2] / "examples"
EXAMPLES = (("hearing", "hearing"), ("call", "call"), ("asr", "hearing"))
KEPT = {"call": frozenset({"DATE", "TIME"})}
SCORES = ("masked", "precision", "recall", "f1", "exact_f1")
QUESTIONS = dict.fromkeys(
    ("confusions", "by_detector", "ablate", "linking", "stages", "calibration"), False
)


def lines() -> Iterator[str]:
    for example, ruleset in EXAMPLES:
        yield from _section(example, ruleset)


def _section(example: str, ruleset: str) -> Iterator[str]:
    found = _evaluated(FOLDER / f"{example}.gold.jsonl", ruleset)
    kept = KEPT.get(ruleset, frozenset())
    yield f"## `{example}` with `{ruleset}`"
    yield ""
    yield "| label | gold | found | masked | precision | recall | F1 | exact F1 |"
    yield "|---|---|---|---|---|---|---|---|"
    for label, row in found["labels"].items():
        if label not in kept:
            numbers = " | ".join(share(row["scores"].get(name)) for name in SCORES)
            yield f"| {label} | {row['gold']} | {row['found']} | {numbers} |"
    yield ""
    yield f"False masks: {rate(found['false_masks']['per_1000'])} per 1,000 words."
    if kept:
        yield f"The rules keep these labels, which are not scored: {', '.join(sorted(kept))}."
    yield ""
    leaks = [leak for leak in found["leaks"] if leak["label"] not in kept]
    listed = "; ".join(
        f"{leak['label']} {' '.join(leak['text'].split())!r} (line {leak['line_of_text']})"
        for leak in leaks
    )
    yield f"Leaks, wholly or in part ({len(leaks)}): {listed}." if leaks else "No leaks."
    yield ""


def _evaluated(gold: Path, ruleset: str) -> dict[str, Any]:
    """Return the sections of `anonfilter eval --leaks --show-values`; all people are invented."""
    engine = Engine(load_ruleset(ruleset), Options(assume_language=True))
    labels = Labels(engine.labels, {}, stated_risks(engine.ruleset))
    evaluation = Evaluation(engine, list(readers.read(str(gold), labels)), labels)
    asked = {**QUESTIONS, "leaks": True}
    return {one.key: one.data for one in evaluation.sections(asked, show_values=True)}
