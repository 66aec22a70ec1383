"""The tables about the linking of people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from anonfilter_measure.evaluation.cluster_scores import METRICS, KeyAndResponse, Scores, scores

from anonfilter.reports.tables import share
from benchmarks.accuracy import crowd, people
from benchmarks.accuracy.people import Linked
from benchmarks.accuracy.table import line, rule

_ALL = "all"


def tables(measured: Sequence[Linked], timed: crowd.Timed, seed: int) -> Iterator[str]:
    plain = [one for one in measured if not one.corpus.endswith(people.LABELLED)]
    rows = [*measured, _together(plain)]
    yield f"""\
A cell has the macro and the micro mean. The documents for end to end were drawn with seed {seed}.
"""
    yield line(
        [
            "corpus",
            "trained on",
            "documents",
            "mentions",
            "gold mentions",
            "equal surnames",
            "gold mentions, the half that was read",
            "documents, end to end",
            "words",
            "end to end",
            "equal surnames",
            "linked by the annotation",
        ]
    )
    yield rule(2, 10)
    for row in rows:
        yield line(
            [
                row.corpus,
                row.trained,
                f"{len(row.by[people.GIVEN]):,}",
                f"{_mentions(row.by[people.GIVEN]):,}",
                _means(row.by[people.GIVEN]),
                _means(row.by[people.GIVEN_SURNAMES]),
                _means(row.by[people.READ]),
                f"{len(row.by[people.FOUND]):,}",
                f"{row.words:,}",
                _means(row.by[people.FOUND]),
                _means(row.by[people.FOUND_SURNAMES]),
                _means(row.by[people.FOUND_GOLD]),
            ]
        )
    yield ""
    yield from _by_metric(rows)
    yield from _ablation(rows)
    yield from _speed(timed)


def _by_metric(rows: Sequence[Linked]) -> Iterator[str]:
    yield "## The three scores"
    yield ""
    yield f"F1 by {' / '.join(METRICS)}."
    yield ""
    kinds = [(how, kind) for how in (people.GIVEN, people.FOUND) for kind in ("macro", "micro")]
    yield line(["corpus", *(f"{how}, {kind}" for how, kind in kinds)])
    yield rule(1, len(kinds))
    for row in rows:
        found = {how: scores(row.by[how]) for how in (people.GIVEN, people.FOUND)}
        yield line(
            [
                row.corpus,
                *(
                    " / ".join(share(found[how][kind][one][-1]) for one in METRICS)
                    for how, kind in kinds
                ),
            ]
        )
    yield ""


def _ablation(rows: Sequence[Linked]) -> Iterator[str]:
    """Yield a table of the kinds of evidence; kinds that change no score are only listed."""
    kinds = [name for name in rows[-1].by if name.startswith(people.WITHOUT)]
    idle = [one for one in kinds if all(row.by[one] == row.by[people.GIVEN] for row in rows)]
    yield "## What each kind of evidence brings"
    yield ""
    yield "The linking without one kind of evidence, with gold mentions: macro and micro mean."
    if idle:
        listed = ", ".join(one.removeprefix(people.WITHOUT) for one in idle)
        yield f"These kinds of evidence change no link here: {listed}."
    yield ""
    yield line(["", *(row.corpus for row in rows)])
    yield rule(1, len(rows))
    yield line(["all evidence", *(_means(row.by[people.GIVEN]) for row in rows)])
    for kind in kinds:
        if kind not in idle:
            yield line([kind, *(_means(row.by[kind]) for row in rows)])
    yield ""


def _speed(timed: crowd.Timed) -> Iterator[str]:
    yield "## A long document"
    yield ""
    yield f"""\
A generated text of {timed.words:,} words with {timed.mentions:,} mentions of {crowd.PEOPLE:,}
invented people, several with the same surname, was linked in {timed.seconds:.1f} s on one core. The
aim is less than {crowd.AIM} s."""
    yield ""


def _together(measured: Sequence[Linked]) -> Linked:
    """Return all corpora as one, in which each document (macro) or mention (micro) counts equally.

    Each document occurs once, without the added names of speakers.
    """
    return Linked(
        _ALL,
        "in part",
        sum(one.words for one in measured),
        {how: tuple(pair for one in measured for pair in one.by[how]) for how in measured[0].by},
    )


def _mentions(pairs: Sequence[KeyAndResponse]) -> int:
    return sum(len(cluster) for key, _ in pairs for cluster in key)


def _means(pairs: Sequence[KeyAndResponse]) -> str:
    found: Scores = scores(pairs)
    return f"{share(found['macro']['mean'][-1])} / {share(found['micro']['mean'][-1])}"
