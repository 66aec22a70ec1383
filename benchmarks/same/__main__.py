"""Filter and check the same files with this checkout and with another commit, and compare.

    make same BASE=commit [CORPORA=folder]

For each shipped ruleset, it compares the filtered bytes, the findings of `detect` and `check`, exit
codes, the contents of sidecars and the texts that they restore, `explain`, and the scores on the
examples. The report counts the differences; --show prints them with their texts. The results of
both sides are stored; those of this checkout are used until it is edited.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.same import checkout, compare, sample, worker
from benchmarks.same.checkout import ROOT, Side
from benchmarks.same.sample import Group

KEPT = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "anonfilter-same"
WORDS: Mapping[str, float] = {
    "default": 1,
    "fast": 1,
    "legal": 0.3,
    "hearing": 0.3,
    "call": 0.3,
    "thorough": 0.3,
}
"""The shipped rulesets, and the share of the words that each is tried on."""


def arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.same")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("base", help="the commit to compare with")
    parser.add_argument(
        "--corpora", type=Path, help="a folder of corpora in JSON lines (.jsonl.gz)"
    )
    parser.add_argument("--examples", type=Path, default=ROOT / "examples")
    parser.add_argument("--words", type=int, default=8_000, help="of each corpus, for default")
    parser.add_argument("--seed", type=int, default=0, help="which documents are drawn")
    parser.add_argument("--rules", action="append", choices=WORDS, help="this ruleset only")
    parser.add_argument(
        "--base-checkout", type=Path, help="the base with its .venv, if it is there"
    )
    parser.add_argument("--base-only", action="store_true", help="do the base's part, and no more")
    parser.add_argument("--kept", type=Path, default=KEPT, help="where results are kept")
    parser.add_argument("--accept", type=Path, help="YAML: which differences are meant, and why")
    parser.add_argument("--show", action="store_true", help="show differences, and so the texts")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="processes, a ruleset each")
    return parser.parse_args(given)


@dataclass(frozen=True, slots=True)
class Run:
    """A comparison: the groups of files for each ruleset, and the folder of stored results."""

    groups: Mapping[str, Sequence[Group]]
    kept: Path
    jobs: int

    def all(self) -> Iterator[tuple[str, Group]]:
        """Yield each group with its ruleset."""
        for rules, groups in self.groups.items():
            yield from ((rules, group) for group in groups)

    def result(self, side: Side, rules: str, group: Group) -> Path:
        """Return the path of a side's stored result, which depends on side, rules and group."""
        digest = hashlib.sha256(repr((worker.VERSION, group)).encode()).hexdigest()[:16]
        name = f"{rules}-{group.name.replace(' ', '-')}-{digest}.json.gz"
        return self.kept / side.state / name

    def do(self, side: Side, base: Side | None = None) -> None:
        """Compute all missing results of a side, in one process for each ruleset."""
        key = self.key(base or side)
        with ThreadPoolExecutor(self.jobs) as pool:
            for done in [pool.submit(self.work, side, base, rules, key) for rules in self.groups]:
                done.result()

    def work(self, side: Side, base: Side | None, rules: str, key: dict[str, str]) -> None:
        todo = [one for one in self.groups[rules] if not self.result(side, rules, one).exists()]
        if not todo:
            return
        groups = [
            {
                "name": one.name,
                "files": {name: data.decode("latin-1") for name, data in one.files.items()},
                "some": one.some,
                "assume_language": one.assume_language,
                "closely": one.closely,
                "base": str(self.result(base, rules, one)) if base else None,
                "to": str(self.result(side, rules, one)),
            }
            for one in todo
        ]
        (self.kept / side.state).mkdir(parents=True, exist_ok=True)
        task = {"side": side.name, "checkout": str(side.checkout), "ruleset": rules, **key}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(task | {"groups": groups}, file)
            file.flush()
            subprocess.run([side.python, "-P", worker.__file__, file.name], check=True)

    def key(self, base: Side) -> dict[str, str]:
        """Return a corpus and its key, which the base creates once for these comparisons."""
        kept = self.kept / "key.json"
        if not kept.exists():
            self.kept.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory() as folder:
                command = base.python.parent / "anonfilter"
                own = {
                    "HOME": folder,
                    "XDG_CONFIG_HOME": f"{folder}/config",
                    "PATH": "/usr/bin:/bin",
                }
                subprocess.run([command, "key", "new"], check=True, cwd=folder, env=own)
                key = subprocess.check_output([command, "key", "export"], cwd=folder, env=own)
                corpus = Path(folder, ".anonfilter/corpus.yaml").read_text()
            kept.write_text(json.dumps({"key": key.decode().strip(), "corpus": corpus}))
        found: dict[str, str] = json.loads(kept.read_text())
        return found

    def read(self, side: Side, rules: str, group: Group) -> compare.Result:
        with gzip.open(self.result(side, rules, group), "rt") as file:
            result: compare.Result = json.load(file)
            return result


def report(run: Run, base: Side, here: Side, options: argparse.Namespace) -> int:
    """Print all differences, and return the exit code."""
    meant = compare.accepted(options.accept) if options.accept else []
    used: Counter[compare.Accepted] = Counter()
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    compared = 0
    for rules, group in run.all():
        theirs, ours = run.read(base, rules, group), run.read(here, rules, group)
        before = compare.places(rules, group.name, theirs)
        after = compare.places(rules, group.name, ours)
        compared += len(before)
        for place in [
            *compare.differing(before, after),
            *compare.lost(rules, group.name, theirs, ours),
            *compare.unrestored(rules, group.name, group.files, ours),
        ]:
            reason = next((one for one in meant if one.covers(place)), None)
            state = "not counted" if place.kind == compare.REPORTED else "differ"
            if reason and place.kind != compare.REPORTED:
                state = "accepted"
                used[reason] += 1
            counts.setdefault((rules, place.corpus, place.kind), Counter())[state] += 1
            if options.show and state == "differ":
                print(f"{rules}: {place.corpus}: {place.kind}: {place.name}")
                print(*compare.shown(place, before, after), sep="\n", end="\n\n")
    for line in summary(counts, used, meant):
        print(line)
    failing = sum(counter["differ"] for counter in counts.values())
    print(f"{compared:,} results compared with {base.state[:12]}: {failing:,} differ")
    return 1 if failing else 0


def summary(
    counts: Mapping[tuple[str, str, str], Counter[str]],
    used: Counter[compare.Accepted],
    meant: Sequence[compare.Accepted],
) -> Iterator[str]:
    """Yield counts of differences by ruleset, corpus and kind, and how often exceptions apply."""
    for (rules, corpus, kind), states in sorted(counts.items()):
        said = ", ".join(f"{number:,} {state}" for state, number in sorted(states.items()))
        yield f"{rules:<9} {corpus:<26} {kind:<8} {said}"
    for one in meant:
        yield f"accepted {used[one]:,} times: {one.why}"


def main(given: Sequence[str] | None = None) -> int:
    options = arguments(given)
    run = Run(
        {
            rules: list(
                sample.groups(
                    options.corpora, options.examples, int(options.words * share), options.seed
                )
            )
            for rules, share in WORDS.items()
            if not options.rules or rules in options.rules
        },
        options.kept.resolve(),
        options.jobs,
    )
    base = checkout.base(options.base, run.kept, options.base_checkout)
    run.do(base)
    if options.base_only:
        return 0
    here = checkout.here()
    run.do(here, base)
    return report(run, base, here, options)


if __name__ == "__main__":
    sys.exit(main())
