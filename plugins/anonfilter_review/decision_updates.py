"""Update the decisions in the file beside a document."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX, Unmatched
from anonfilter_english.resolvers.decisions.decisions_file import Decision, parse, to_bytes

from anonfilter.contract.document import Change, RewrittenText
from anonfilter.files import write as output
from anonfilter.files.source_tree import DISK
from anonfilter_review import review_items
from anonfilter_review.people.document_people import DocumentPeople


def save(people: DocumentPeople, file: str, decisions: Sequence[Decision]) -> tuple[int, int]:
    """Add decisions to a document's file.

    Return the number of decisions in the file, and the number of decisions that were dropped.
    """
    text = people.document.source.text
    data = DISK.read(file + SUFFIX)
    kept, dropped = renewed(data, text, lost(people.done.analysis.changes), decisions)
    output.new_file(Path(file + SUFFIX), to_bytes(text, kept, data), None)
    return len(kept), dropped


def lost(changes: Iterable[Change]) -> frozenset[int]:
    """Return the numbers of the decisions that matched nothing."""
    return frozenset(change.number for change in changes if isinstance(change, Unmatched))


def renewed(
    data: bytes | None, text: str, lost: Collection[int], decisions: Sequence[Decision]
) -> tuple[list[Decision], int]:
    """Add decisions to those in the bytes of a file; return them and the number of dropped ones.

    If the text has changed, decisions that match nothing (``lost``) are dropped. Otherwise they are
    kept, because the rules may have changed, and may change back.
    """
    before = parse(data, SUFFIX.removeprefix(".")) if data is not None else None
    known = before.decisions if before else ()
    gone = lost if before is not None and not before.is_about(text) else ()
    kept = [decision for number, decision in enumerate(known, 1) if number not in gone]
    kept += (decision for decision in decisions if decision not in kept)
    return kept, len(gone)


def names_tags(decisions: Iterable[Decision]) -> bool:
    """Return True if a decision refers to a mention by its tag, whose number may change."""
    return any(
        isinstance(address, str)
        for decision in decisions
        for address in (*decision.addresses, *((decision.to,) if decision.to else ()))
    )


def moved(decisions: Iterable[Decision], rewritten: RewrittenText) -> Iterator[Decision]:
    """Yield decisions with their places in a rewritten text; replaced mentions are left out."""
    for decision in decisions:
        key = "of" if decision.role is not None else decision.kind
        places = tuple(
            now for place in getattr(decision, key) if (now := review_items.moved(place, rewritten))
        )
        if len(places) > (1 if decision.kind == "merge" else 0):
            changed: dict[str, Any] = {key: places}
            if decision.to is not None:
                assert not isinstance(decision.to, str)
                changed["to"] = review_items.moved(decision.to, rewritten)
            yield decision.model_copy(update=changed)
