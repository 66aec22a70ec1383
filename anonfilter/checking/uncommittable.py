"""Files that must not be committed: plain sidecars, and rosters of people in clear.

Both are findings, whatever the rules find in them. They are read without a key.
"""

from __future__ import annotations

from pathlib import Path

from anonfilter.checking.collect import Collector
from anonfilter.checking.scan import Problem
from anonfilter.checking.selection import Choice, Chosen
from anonfilter.contract.document import Finding
from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.sidecars.policy import committable
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.pseudonyms.sidecars.sidecar import Kind


def check_sidecars(choice: Choice, collector: Collector) -> None:
    """Report plain sidecars that are or would be committed, and unreadable ones as incomplete."""
    plain: list[Chosen] = []
    for chosen in sorted(choice.sidecars.values(), key=lambda chosen: chosen.name):
        try:
            if parse(chosen.read(), chosen.name).kind is Kind.PLAIN:
                plain.append(chosen)
        except Incomplete as error:
            collector.add_problem(Problem.of(error, chosen.name), chosen.commits)
    if not choice.stored:
        committed = committable([Path(chosen.name) for chosen in plain])
        plain = [chosen for chosen in plain if Path(chosen.name) in committed]
    for chosen in plain:
        collector.about_file(
            Finding(collector.shown(chosen.name), 1, 1, "PLAIN_SIDECAR", "sidecar",
                    commits=chosen.commits),
            "holds originals in clear and would be committed",
        )  # fmt: skip


def check_rosters(choice: Choice, collector: Collector) -> None:
    """Report rosters that are or would be committed."""
    for path, commits in sorted(choice.rosters.items()):
        collector.about_file(
            Finding(collector.shown(path), 1, 1, "ROSTER", "roster", commits=commits),
            "names people in clear and would be committed",
        )
