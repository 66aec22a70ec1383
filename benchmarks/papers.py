"""Write docs/papers.md, which compares the examples with published work: `make papers`.

The text is `benchmarks/papers.md`. A field in braces, `{panel[labels][AGE][scores][f1]:.3f}`,
is looked up in the JSON of the commands in `COMMANDS`.
"""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from anonfilter import __version__

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / "benchmarks/papers.md"
PAGE = ROOT / "docs/papers.md"

_CASES = ("judgment", "award", "appeal", "chamber", "opinion", "sport")
KEPT_ROLES = ("ARBITRATOR", "AUTHOR", "CITED", "JUDGE", "TRIBUNAL_MEMBER")


def _gold(*examples: str) -> list[str]:
    return [f"examples/{name}.gold.jsonl" for name in examples]


COMMANDS: Mapping[str, list[str]] = {
    "hearing": ["eval", "--rules", "hearing", "--confusions", *_gold("hearing")],
    "panel": ["eval", "--rules", "hearing", "--ablate", *_gold("panel")],
    "asr": ["eval", "--rules", "hearing", *_gold("asr")],
    "stages": ["stats", "--rules", "hearing", "--stages", "examples/hearing.txt"],
    "call": ["eval", "--rules", "call", *_gold("call")],
    "call_asr": ["eval", "--rules", "call", *_gold("asr")],
    "legal": ["eval", "--rules", "legal", "--linking", *_gold(*_CASES)],
}


def main() -> None:
    results: dict[str, Any] = {name: _run(arguments) for name, arguments in COMMANDS.items()}
    stages = [one for one in results["stages"]["stages"] if one["why"] == "in all"]
    for did in ("found", "dropped"):
        results[did] = sum(one["spans"] for one in stages if one["did"] == did)
    roles = results["legal"]["roles"]
    results["wrongly_kept"] = sum(
        row["stay"] for role, row in roles.items() if role not in (*KEPT_ROLES, "overall")
    )
    page = filled(WRITTEN.read_text(encoding="utf-8"), results, datetime.date.today())
    PAGE.write_text(page, encoding="utf-8")


def filled(written: str, results: Mapping[str, Any], day: datetime.date) -> str:
    """Return the text with its fields replaced by figures."""
    measured = f"{day.day} {day:%B %Y} with version {__version__}"
    return written.format_map({**results, "measured": measured})


def _run(arguments: list[str]) -> Any:
    print("anonfilter", *arguments, file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "anonfilter", *arguments, "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
