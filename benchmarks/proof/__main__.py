"""Write the measured parts of docs/proof.md: make proof CORPORA=folder

The results of reviewers are not measured, and stay unchanged. --texts writes the original and the
filtered texts for reviewers, for `anonfilter redteam sample --rows text --by corpus`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from anonfilter.errors import Exit
from benchmarks.proof.tasks import tasks
from benchmarks.proof.texts import filtered, originals, write

ROOT = Path(__file__).resolve().parents[2]
RULES = "default"
SURROGATES = "benchmarks/proof/surrogates.yaml"


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.proof")
    parser.add_argument("corpora", type=Path, help="a folder of corpora in JSON lines")
    parser.add_argument("--seed", type=int, default=0, help="which documents are drawn")
    parser.add_argument("--only", choices=("attack", "utility"))
    parser.add_argument("--texts", type=Path, help="write the texts to this folder, and no page")
    parser.add_argument("--out", type=Path, default=ROOT / "docs/proof.md")
    options = parser.parse_args(given)
    if options.texts is not None:
        options.texts.mkdir(parents=True, exist_ok=True)
        _texts(options.corpora, options.texts, options.seed)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        page = options.out.read_text(encoding="utf-8")
        if options.only in (None, "attack"):
            page = filled(page, "attack", attack(options.corpora, Path(folder), options.seed))
        if options.only in (None, "utility"):
            page = filled(page, "utility", utility(options.corpora, Path(folder)))
    options.out.write_text(page, encoding="utf-8")
    return 0


def _texts(corpora: Path, folder: Path, seed: int) -> list[str]:
    texts = originals(corpora, seed)
    made = (
        write(folder / "originals.jsonl", texts),
        write(folder / "filtered.jsonl", filtered(texts, RULES)),
    )
    return [str(path) for path in made]


def attack(corpora: Path, folder: Path, seed: int) -> str:
    """Return the finds of the attacker in the texts from which reviewers got a sample."""
    return anonfilter(
        "redteam",
        "attack",
        "--rules",
        RULES,
        "--rows",
        "text",
        "--markdown",
        *_texts(corpora, folder, seed),
    )


def utility(corpora: Path, folder: Path, seed: int = 0) -> str:
    """Return the scores of small models on each task."""
    tables = []
    for name, records in tasks(corpora, seed).items():
        path = write(folder / f"{name}.jsonl", records)
        table = anonfilter(
            "eval",
            "--utility",
            "--rules",
            RULES,
            "--rules",
            SURROGATES,
            "--markdown",
            "-j",
            "2",
            str(path),
        )
        tables.append(table.replace("### ", f"### {name}: ", 1))
    return "\n".join(tables)


def anonfilter(*words: str) -> str:
    """Run the command line, and return the tables that it prints, without places."""
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    if done.returncode not in (Exit.OK, Exit.FOUND):
        sys.exit(done.returncode)
    lines = done.stdout.splitlines()
    return "\n".join(line for line in lines if not line or line.startswith(("#", "|")))


def filled(page: str, name: str, tables: str) -> str:
    """Return the page with these tables between the marks of this name."""
    begin, end = f"<!-- measured: {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(rf"{begin}.*?{end}", re.S)
    if not pattern.search(page):
        raise ValueError(f"the page has no place for {name}")
    tables = re.sub(r"\n{3,}", "\n\n", tables).strip()
    return pattern.sub(lambda _: f"{begin}\n\n{tables}\n\n{end}", page)


if __name__ == "__main__":
    sys.exit(main())
