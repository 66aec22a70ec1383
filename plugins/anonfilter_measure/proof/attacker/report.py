"""Tables and places of the attacker's finds, before and after the filter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from anonfilter.reports.tables import Section, Sheet
from anonfilter.text.terminal import one_line
from anonfilter_measure.proof.attacker import linkage
from anonfilter_measure.proof.attacker.combinations import Rare, rare
from anonfilter_measure.proof.attacker.forms import EVERYWHERE, Form, Forms
from anonfilter_measure.proof.attacker.linkage import Linked
from anonfilter_measure.proof.attacker.search import Find, Search
from anonfilter_measure.proof.attacker.twins import Known, Text, Twin

IN_ADDRESS = "any of these in an address or the name of a file"
IN_NAME = "in the name of the file"
COMBINED = "a rare combination of what is said of a person"


@dataclass(frozen=True, slots=True)
class Attacked:
    """The finds in all texts of one kind, originals or filtered texts, and in names of files."""

    finds: tuple[tuple[Find, ...], ...]
    named: tuple[tuple[Find, ...], ...]
    combined: tuple[Rare, ...]
    linked: Linked

    def by_kind(self, kind: str) -> list[tuple[int, int]]:
        """Return the document and the value of each find of a kind."""
        if kind == COMBINED:
            return [(one.document, -1) for one in self.combined]
        named = [self.named] if kind == IN_ADDRESS else []
        return [
            (number, find.meaning.value)
            for those in (self.finds, *named)
            for number, finds in enumerate(those)
            for find in finds
            if those is self.named
            or (find.in_address if kind == IN_ADDRESS else find.meaning.form == kind)
        ]

    @property
    def found(self) -> bool:
        return any(self.finds) or any(self.named) or bool(self.combined)


@dataclass(slots=True)
class Attack:
    """All known values, and the texts in which they are searched."""

    twins: list[Twin] = field(default_factory=list)
    forms: Forms = field(default_factory=Forms)

    def add(self, twin: Twin) -> None:
        self.forms.add(twin.known, len(self.twins))
        self.twins.append(twin)

    def know(self, names: Sequence[str]) -> None:
        """Add names from a list, which are known in every document."""
        self.forms.add((Known(name, "PERSON") for name in names), EVERYWHERE)

    def on(self, texts: Sequence[Text]) -> Attacked:
        search = Search(self.forms)
        proses = [one.prose for one in texts]
        return Attacked(
            tuple(tuple(search.finds(prose, number)) for number, prose in enumerate(proses)),
            tuple(
                () if one.in_row else tuple(search.finds(PurePath(one.name).name, number))
                for number, one in enumerate(texts)
            ),
            tuple(rare(proses)),
            linkage.linked(proses, self.forms),
        )

    def on_originals(self) -> Attacked:
        return self.on([one.original for one in self.twins])

    def on_filtered(self) -> Attacked:
        return self.on([one.filtered for one in self.twins])

    def places(self, after: Attacked, *, show_values: bool) -> Iterator[str]:
        """Yield a line for each find in the filtered texts."""
        combined = defaultdict(list)
        for one in after.combined:
            combined[one.document].append(one)
        for number, (finds, named) in enumerate(zip(after.finds, after.named, strict=True)):
            if not (finds or named or combined[number]):
                continue
            text = self.twins[number].filtered
            place_of = text.places()
            for find in finds:
                value = text.prose[find.start : find.end] if show_values else ""
                yield _line(place_of(find.start), find.meaning.form, find.meaning.label, value)
            for find in named:
                yield _line(text.name, f"{find.meaning.form}, {IN_NAME}", find.meaning.label, "")
            for one in combined[number]:
                kinds = ", ".join(kind for kind, _ in one.said)
                value = " · ".join(said for _, said in one.said) if show_values else ""
                yield _line(place_of(one.start), COMBINED, kinds, value)


def _line(place: str, kind: str, label: str, value: str) -> str:
    shown = f": {one_line(value)}" if value else ""
    return f"{place}: {kind} ({label}){shown}"


def sections(attack: Attack, before: Attacked, after: Attacked) -> list[Section]:
    return [_by_kind(attack, before, after), _links(before, after)]


def _by_kind(attack: Attack, before: Attacked, after: Attacked) -> Section:
    data = {
        kind: {"before": _counts(before, kind), "after": _counts(after, kind)}
        for kind in (*map(str, Form), IN_ADDRESS, COMBINED)
    }
    sheet = Sheet(
        f"what an attacker finds in {len(attack.twins):,} documents who knows "
        f"{len(attack.forms.values):,} names and values of the originals",
        ("found", "places before", "documents", "values", "places after", "documents", "values"),
        tuple(
            (kind, *(f"{count:,}" for when in row.values() for count in when.values()))
            for kind, row in data.items()
        ),
    )
    return Section("found", data, sheet)


def _counts(attacked: Attacked, kind: str) -> dict[str, int]:
    found = attacked.by_kind(kind)
    documents, values = {one for one, _ in found}, {value for _, value in found if value >= 0}
    return {"places": len(found), "documents": len(documents), "values": len(values)}


def _links(before: Attacked, after: Attacked) -> Section:
    data = {
        when: {
            "claimed": len(one.linked.claimed),
            "right": len(one.linked.right),
            "true": len(one.linked.true),
            "pairs": one.linked.all,
        }
        for when, one in (("before", before), ("after", after))
    }
    sheet = Sheet(
        "pairs of documents that an attacker takes for one person's, by rare words in both",
        ("", "claimed", "of these right", "pairs that are", "all pairs"),
        tuple((when, *(f"{count:,}" for count in row.values())) for when, row in data.items()),
    )
    return Section("linked", data, sheet)
