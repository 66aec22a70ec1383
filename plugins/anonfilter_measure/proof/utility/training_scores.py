"""Train on original and filtered data with several seeds, and compare the scores."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean, stdev

from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import Section, Sheet
from anonfilter.text.plural import counted
from anonfilter_measure.proof.utility import label_models, summaries
from anonfilter_measure.proof.utility.training_records import Record

ORIGINAL = "original"
_TESTED = 5  # one record in this many is used for the test
_EACH = 2 * _TESTED  # records of a label, so that two are tested

Scores = Callable[
    [Sequence[Record], Sequence[Sequence[Record]], int], Iterator[tuple[str, list[float]]]
]


def require_scikit_learn() -> None:
    """Raise an error if scikit-learn is missing."""
    try:
        import sklearn  # noqa: F401
    except ImportError:
        raise AnonfilterError(
            "the models need scikit-learn",
            hint="Install it: python -m pip install 'anonfilter[utility]'",
        ) from None


def require_labels(records: Sequence[Record]) -> None:
    """Raise an error if a label has too few records, or there is only one label."""
    counts = Counter(one.label for one in records)
    rarest = min(counts.values())
    if len(counts) < 2 or rarest < _EACH:
        raise AnonfilterError(
            f"the rarest of {len(counts):,} labels has {counted(rarest, 'record')}"
            if len(counts) > 1
            else "all records have the same label",
            hint=f"At least two labels are needed, each with {_EACH} records or more.",
        )


def sections(versions: Mapping[str, Sequence[Record]], seeds: int) -> Iterator[Section]:
    """Build a table for each task that the records have, by model and version."""
    original = versions[ORIGINAL]
    if original[0].label:
        yield _section("classification", "macro F1", label_models.scores, versions, seeds)
    if original[0].summary:
        yield _section("summaries", "ROUGE-1", summaries.scores, versions, seeds)


def _section(
    key: str, measure: str, score: Scores, versions: Mapping[str, Sequence[Record]], seeds: int
) -> Section:
    found: defaultdict[tuple[str, str], list[list[float]]] = defaultdict(list)
    for seed in range(seeds):
        for version, records in versions.items():
            train, test = _split([one.label for one in records], seed)
            tests = [[of[at] for at in test] for of in (records, versions[ORIGINAL])]
            for model, values in score([records[at] for at in train], tests, seed):
                found[model, version].append(values)
    order = [
        (model, version) for model in sorted({model for model, _ in found}) for version in versions
    ]
    rows = {one: _figures(found[one]) for one in order}
    data = [{"model": model, "version": version, **row} for (model, version), row in rows.items()]
    sheet = Sheet(
        f"{key}: {measure} of models trained on each version; mean and spread of {seeds} seeds, "
        f"{len(versions[ORIGINAL]):,} records",
        ("model", "trained on", "tested on the same", "±", "tested on originals", "±"),
        tuple(
            (model, version, *(f"{row[name]:.3f}" for name in row))
            for (model, version), row in rows.items()
        ),
        texts=2,
    )
    return Section(key, data, sheet)


def _figures(values: Sequence[Sequence[float]]) -> dict[str, float]:
    same, original = ([one[at] for one in values] for at in (0, 1))
    return {
        "same": fmean(same),
        "same_sd": _spread(same),
        "on_original": fmean(original),
        "on_original_sd": _spread(original),
    }


def _spread(values: Sequence[float]) -> float:
    return stdev(values) if len(values) > 1 else 0.0


def _split(labels: Sequence[str], seed: int) -> tuple[list[int], list[int]]:
    """Divide records into training and test records, label by label."""
    source = random.Random(seed)  # noqa: S311 (no secret)
    test: set[int] = set()
    for label in sorted(set(labels)):
        own = [at for at, one in enumerate(labels) if one == label]
        test.update(source.sample(own, len(own) // _TESTED))
    return [at for at in range(len(labels)) if at not in test], sorted(test)
