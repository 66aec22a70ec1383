"""Summarise a run of the fuzzer in a few lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

from anonfilter.errors import Exit
from benchmarks.fuzz.invariants import Outcome

_SHOWN = 3  # documents for each promise that is broken
_ENDS = {Exit.OK: "filtered", Exit.FOUND: "with findings left", Exit.INCOMPLETE: "incomplete"}


class Summary:
    """Counts of documents and broken promises, with the first documents that break each."""

    def __init__(self, rules: str, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.by_command = 0
        self.replaced = 0
        self.ends = Counter[str]()
        self.kinds = Counter[str]()
        self.suffixes = Counter[str]()
        self.failures = Counter[str]()

    @property
    def documents(self) -> int:
        return self.ends.total()

    def count(self, one: Outcome) -> None:
        kind, _, suffix = one.name.partition(".")
        self.kinds[kind] += 1
        self.suffixes[suffix] += 1
        self.ends[_ENDS[one.exit]] += 1
        if one.exit is Exit.OK and one.done is not None:
            self.replaced += len(one.done.tagged)

    def broken(self, promise: str, number: int, keep: Callable[[], Path] | None) -> None:
        self.failures[promise] += 1
        if self.failures[promise] <= _SHOWN:
            kept = f", kept as {keep()}" if keep is not None else ""
            print(f"broken: {promise}: document {number} of seed {self.seed}{kept}", flush=True)

    def summary(self) -> str:
        lines = [
            f"Documents, rules {self.rules}, seed {self.seed}: {self.documents:,}",
            f"  {_counts(self.ends)}; {self.replaced:,} mentions replaced",
            f"  {_counts(self.kinds)}; {_counts(self.suffixes)}",
            *(
                [f"  {self.by_command:,} through the command line: check, filter, restore, check"]
                if self.by_command
                else []
            ),
            f"  promises broken: {_counts(self.failures) if self.failures else 'none'}",
        ]
        return "\n".join(lines)


def _counts(of: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in of.most_common())
