"""Writes docs/accuracy.md: the shipped rulesets on the three long examples.

    make accuracy

The page's first part, benchmarks/accuracy.md, is written by hand: what was measured on texts that
are not in this repository, and how to repeat it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = (("hearing", "hearing"), ("call", "call"), ("asr", "hearing"))
KEPT = {"call": frozenset({"DATE", "TIME"})}
SCORES = ("masked", "precision", "recall", "f1", "exact_f1")


def evaluated(example: str, ruleset: str) -> dict[str, Any]:
    """What `anonfilter eval` says. The people are invented, so values may be shown."""
    gold = f"examples/{example}.gold.jsonl"
    command = [sys.executable, "-m", "anonfilter", "eval", gold, "--rules", ruleset]
    done = subprocess.run(
        [*command, "--json", "--leaks", "--show-values"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    )  # fmt: skip
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def section(example: str, ruleset: str) -> list[str]:
    result = evaluated(example, ruleset)
    kept = KEPT.get(ruleset, frozenset())
    lines = [
        f"## `{example}` with `{ruleset}`",
        "",
        "| label | gold | found | masked | precision | recall | F1 | exact F1 |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for label, row in result["labels"].items():
        if label not in kept:
            numbers = [row["scores"].get(name) for name in SCORES]
            shown = ["" if number is None else f"{number:.3f}" for number in numbers]
            lines.append(f"| {label} | {row['gold']} | {row['found']} | {' | '.join(shown)} |")
    masks = result["false_masks"]
    lines += ["", f"False masks: {masks['per_1000']:.1f} per 1,000 words."]
    if kept:
        lines.append(f"Kept on purpose, and not scored: {', '.join(sorted(kept))}.")
    leaks = [leak for leak in result["leaks"] if leak["label"] not in kept]
    lines += ["", f"Leaks, wholly or in part ({len(leaks)}): "]
    lines[-1] += (
        "; ".join(
            f"{leak['label']} {' '.join(leak['text'].split())!r} (line {leak['line_of_text']})"
            for leak in leaks
        )
        + "."
    )
    return [*lines, ""]


def main() -> None:
    page = (ROOT / "benchmarks/accuracy.md").read_text(encoding="utf-8").splitlines()
    for example, ruleset in EXAMPLES:
        page += section(example, ruleset)
    (ROOT / "docs/accuracy.md").write_text("\n".join(page).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
