"""Filtering a file that is too long to be read as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from anonfilter.commands.console import notify
from anonfilter.errors import Incomplete, one_file
from anonfilter.reports.summary import form_of, told_by_tags
from anonfilter.streams.inputs import LongInput, long_text
from anonfilter.streams.redacting import Part, Redactor
from anonfilter.streams.spool import Spool

if TYPE_CHECKING:
    from anonfilter.contract.document import Finding
    from anonfilter.engine.pipeline import Engine
    from anonfilter.pseudonyms.results import Slot
    from anonfilter.reports.summary import Tally

Show = Callable[["Iterable[Finding]"], None]


def filter_in_parts(
    engine: Engine, source: LongInput, tally: Tally, show: Show
) -> tuple[Spool, bool]:
    """Filter a long file, and count and show what comes of it.

    Returns what was filtered, and whether nothing is left in it.
    """
    name = source.source.name
    forms = set[frozenset[str]]()
    remarks: dict[str, None] = {}
    left = undecodable = 0

    def count(part: Part) -> None:
        nonlocal left, undecodable
        tally.count(part.tagged)
        forms.update(map(form_of, part.tagged))
        left += len(part.findings)
        undecodable += part.undecodable
        show(part.findings)
        for remark in part.redaction.analysis.remarks:
            remarks[f"{name}: {remark.resolver}: {remark.reason}"] = None

    with one_file(name):
        spool = Spool()
        try:
            redactor = Redactor(engine, source.standing(engine.grammar))
            for part in redactor.filter(long_text(engine, name, source.chunks()), spool):
                tally.lines += part.lines
                count(part)
            spool, parts = redactor.again(lambda data: long_text(engine, name, data), spool)
            for part in parts:
                count(part)
        except BaseException:
            spool.close()
            raise
    for remark in remarks:
        notify(remark)
    tally.files += 1
    tally.entities += told_by_tags(forms)
    tally.hints.update(redactor.hints)
    tally.undecodable += undecodable
    tally.with_undecodable += undecodable > 0
    tally.leave(name, left)
    return spool, not left


def tell_of_parts(slot: Slot, name: str, engine: Engine, *, quiet: bool) -> None:
    """Say that a file is filtered in parts; refuse it where that cannot be."""
    has = f"has more than {engine.ruleset.model.limits.whole_megabytes:g} MB"
    if slot.take_parts is None:
        raise Incomplete(
            f"{has}, and no sidecar and no diff is made of a file in parts",
            where=name,
            hint="Divide the file, or allow more in the rules: `limits: {whole_megabytes: …}`; "
            "`sidecar: none` filters it without a sidecar.",
        )
    if not quiet:
        notify(f"{name}: {has}, and is filtered in parts (`limits:` in the rules)")
