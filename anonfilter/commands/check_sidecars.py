"""What ``anonfilter check`` makes of sidecars as files, for which it takes no key.

A plain one that git would commit is a finding; one that cannot be read is incomplete.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.checking.scan import Trouble
from anonfilter.contract.document import Finding
from anonfilter.errors import Incomplete
from anonfilter.pseudonyms.sidecars.policy import committable
from anonfilter.pseudonyms.sidecars.reading import parse
from anonfilter.pseudonyms.sidecars.sidecar import Kind
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.checking.collect import Collector
    from anonfilter.checking.selection import Choice, Chosen
    from anonfilter.reports.paths import Paths

PLAIN = "PLAIN_SIDECAR"


def check_sidecars(choice: Choice, collector: Collector, paths: Paths) -> None:
    """Can each be read, and is none in clear that is, or would be, committed?"""
    plain: list[Chosen] = []
    for chosen in sorted(choice.sidecars.values(), key=lambda one: one.name):
        try:
            if parse(chosen.read(), chosen.name).kind is Kind.PLAIN:
                plain.append(chosen)
        except Incomplete as error:
            collector.trouble(Trouble.of(error, chosen.name), chosen.commits)
    if not choice.stored:
        committed = committable([Path(one.name) for one in plain])
        plain = [one for one in plain if Path(one.name) in committed]
    for one in plain:
        shown = paths.shown(one.name)
        collector.about_file(Finding(shown, 1, 1, PLAIN, "sidecar", commits=one.commits))
        click.echo(f"{one_line(shown)}: holds originals in clear, and is to be committed: "
                   "`git rm --cached` takes it out, .gitignore keeps it out", err=True)  # fmt: skip
