"""Search originals and filtered texts for known people, and report what is found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from anonfilter.reports.tables import Section, Sheet
from anonfilter.text.terminal import one_line
from anonfilter_measure.proof.attacker.document_links import Linked, linked
from anonfilter_measure.proof.attacker.name_forms import EVERYWHERE, Form, Forms
from anonfilter_measure.proof.attacker.name_search import FoundName, Search
from anonfilter_measure.proof.attacker.rare_combinations import Rare, rare
from anonfilter_measure.proof.attacker.text_pairs import Known, Text, TextPair

IN_ADDRESS = "any of these in an address or the name of a file"
IN_NAME = "in the name of the file"
COMBINED = "a rare combination of what is said of a person"


@dataclass(frozen=True, slots=True)
class Attacked:
    """What an attack found in the originals, or in the filtered texts.

    ``in_texts`` and ``in_names`` have the known values in each text and in the name of its file.
    """

    in_texts: tuple[tuple[FoundName, ...], ...]
    in_names: tuple[tuple[FoundName, ...], ...]
    combined: tuple[Rare, ...]
    linked: Linked

    def by_kind(self, kind: str) -> list[tuple[int, int]]:
        """Return the numbers of document and value for each place where this kind was found.

        A combination of attributes has the value -1.
        """
        if kind == COMBINED:
            return [(one.document, -1) for one in self.combined]
        in_texts = [
            (number, one.meaning.value)
            for number, found in enumerate(self.in_texts)
            for one in found
            if (one.in_address if kind == IN_ADDRESS else one.meaning.form == kind)
        ]
        in_names = self.in_names if kind == IN_ADDRESS else ()
        return in_texts + [
            (number, one.meaning.value) for number, found in enumerate(in_names) for one in found
        ]

    @property
    def found(self) -> bool:
        """Return True if a known value or a rare combination was found; links do not count."""
        return any(self.in_texts) or any(self.in_names) or bool(self.combined)


@dataclass(slots=True)
class Attack:
    """All known values, and the texts in which they are searched."""

    pairs: list[TextPair] = field(default_factory=list)
    forms: Forms = field(default_factory=Forms)

    def add(self, pair: TextPair) -> None:
        self.forms.add(pair.known, len(self.pairs))
        self.pairs.append(pair)

    def add_names(self, names: Sequence[str]) -> None:
        """Add names from a list, which are known in every document."""
        self.forms.add((Known(name, "PERSON") for name in names), EVERYWHERE)

    def search(self, texts: Sequence[Text]) -> Attacked:
        """Search the originals of all pairs, or their filtered texts."""
        search = Search(self.forms)
        proses = [one.prose for one in texts]
        return Attacked(
            tuple(tuple(search.find(prose, number)) for number, prose in enumerate(proses)),
            tuple(
                () if one.in_row else tuple(search.find(PurePath(one.name).name, number))
                for number, one in enumerate(texts)
            ),
            tuple(rare(proses)),
            linked(proses, self.forms),
        )

    def places(self, after: Attacked, *, show_values: bool) -> Iterator[str]:
        """Yield a line for each place in the filtered texts where something was found."""
        combined = defaultdict(list)
        for rare_one in after.combined:
            combined[rare_one.document].append(rare_one)
        for number, (found, named) in enumerate(zip(after.in_texts, after.in_names, strict=True)):
            if not (found or named or combined[number]):
                continue
            text = self.pairs[number].filtered
            place_of = text.places()
            for one in found:
                value = text.prose[one.start : one.end] if show_values else ""
                yield _line(place_of(one.start), one.meaning.form, one.meaning.label, value)
            for one in named:
                yield _line(text.name, f"{one.meaning.form}, {IN_NAME}", one.meaning.label, "")
            for rare_one in combined[number]:
                kinds = ", ".join(kind for kind, _ in rare_one.combination)
                values = " · ".join(value for _, value in rare_one.combination)
                place = place_of(rare_one.start)
                yield _line(place, COMBINED, kinds, values if show_values else "")


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
        f"what an attacker finds in {len(attack.pairs):,} documents who knows "
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
        "pairs of documents that an attacker attributes to one person, by rare words in both",
        ("", "claimed", "of these right", "true pairs", "all pairs"),
        tuple((when, *(f"{count:,}" for count in row.values())) for when, row in data.items()),
    )
    return Section("linked", data, sheet)
