"""Compute figures from the answers of reviewers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from anonfilter.reports import tables
from anonfilter.reports.tables import OVERALL, Section, Sheet
from anonfilter.text.values import hide_values
from anonfilter_measure.proof.intervals import Share, agreement, exact, over_strata
from anonfilter_measure.proof.review_sheets import KINDS, Answer, Record

VERDICTS = CLEAN, RESIDUE, IDENTIFIED = "clean", "residue", "identified"


@hide_values
@dataclass(frozen=True, slots=True)
class JoinedAnswers:
    """The answers of all reviewers about one document; a finding of any reviewer counts."""

    stratum: str
    residue: bool
    identified: bool
    kinds: frozenset[str]

    def counts_as(self, verdict: str) -> bool:
        """Return True if the answers agree with this verdict about the document, else False."""
        if verdict == CLEAN:
            return not (self.residue or self.identified)
        return self.residue if verdict == RESIDUE else self.identified


def joined_answers(record: Record, answers: Mapping[str, Sequence[Answer]]) -> list[JoinedAnswers]:
    """Join the answers of all reviewers, document by document."""
    return [
        JoinedAnswers(
            document.stratum,
            any(one.residue for one in given),
            any(one.identified for one in given),
            frozenset(kind for one in given for kind in one.kinds),
        )
        for document, *given in zip(record.documents, *answers.values(), strict=True)
    ]


def sections(record: Record, answers: Mapping[str, Sequence[Answer]]) -> list[Section]:
    """Build the figures by stratum and by kind, and the agreement of several reviewers."""
    found = joined_answers(record, answers)
    made = [_by_stratum(record, found), _by_kind(found)]
    return [*made, _agreement(answers)] if len(answers) > 1 else made


def _by_stratum(record: Record, found: Sequence[JoinedAnswers]) -> Section:
    data = {
        name: {"documents": one.documents, "drawn": one.drawn, **_shares(record, found, [name])}
        for name, one in record.strata.items()
    }
    data[OVERALL] = {
        "documents": sum(one.documents for one in record.strata.values()),
        "drawn": len(found),
        **_shares(record, found, list(record.strata)),
    }
    sheet = Sheet(
        "documents that are clean, with residue, and with a person identified; 95 % intervals",
        (
            *("stratum", "documents", "drawn"),
            *(column for what in VERDICTS for column in (what, "%", "between")),
        ),
        tuple(
            (
                name,
                f"{row['documents']:,}",
                f"{row['drawn']:,}",
                *(cell for what in VERDICTS for cell in _cells(row[what])),
            )
            for name, row in data.items()
        ),
    )
    return Section("strata", data, sheet)


def _shares(
    record: Record, found: Sequence[JoinedAnswers], strata: Sequence[str]
) -> dict[str, object]:
    return {what: asdict(_share(record, found, strata, what)) for what in VERDICTS}


def _share(
    record: Record, found: Sequence[JoinedAnswers], strata: Sequence[str], what: str
) -> Share:
    hits = Counter(one.stratum for one in found if one.counts_as(what))
    counted = [
        (hits[name], record.strata[name].drawn, record.strata[name].documents) for name in strata
    ]
    if len(counted) > 1:
        return over_strata(counted)
    ((number, drawn, documents),) = counted
    return Share(number, number / drawn, *exact(number, drawn, documents))


def _cells(share: object) -> tuple[str, str, str]:
    assert isinstance(share, dict)
    low, high = share["low"], share["high"]
    return f"{share['found']:,}", f"{share['share']:.1%}", f"{low:.1%} to {high:.1%}"


def _by_kind(found: Sequence[JoinedAnswers]) -> Section:
    counts = Counter(kind for one in found for kind in one.kinds)
    rows = [(kind, counts[kind]) for kind in KINDS if counts[kind]]
    sheet = Sheet(
        "residue, by kind",
        ("kind", "documents"),
        tuple((kind, f"{count:,}") for kind, count in rows),
    )
    return Section("kinds", dict(rows), sheet)


def _agreement(answers: Mapping[str, Sequence[Answer]]) -> Section:
    rows = {
        what: agreement(
            {name: [getattr(one, what) for one in given] for name, given in answers.items()}
        )
        for what in (RESIDUE, IDENTIFIED)
    }
    data = {what: {"agree": agree, "kappa": known} for what, (agree, known) in rows.items()}
    sheet = Sheet(
        "agreement of the reviewers",
        ("answer", "the same", "kappa"),
        tuple(
            (what, tables.share(agree), tables.share(known))
            for what, (agree, known) in rows.items()
        ),
    )
    return Section("agreement", data, sheet)
