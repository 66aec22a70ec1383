"""Make the tables of docs/audio-measured.md, and the plots beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from anonfilter_audio.evaluation import plots
from anonfilter_audio.evaluation.evaluation import Evaluation
from anonfilter_audio.evaluation.misses import Cause

from anonfilter.reports.tables import share
from benchmarks.accuracy.table import line, rule

Named = Mapping[str, Evaluation]
_SHOWN = (0.2, 0.4, 0.6, 0.8, 1.0)
_RHO = 0.4  # at which the published figures are
_PUBLISHED = "best published, clinical talk"


def filled(standing: str, blocks: Mapping[str, Iterable[str]]) -> str:
    """Return the page with these blocks replaced."""
    for name, lines in blocks.items():
        place, end = f"<!-- measured: {name} -->", f"<!-- end of {name} -->"
        text = "\n".join(lines).strip("\n")
        standing, found = re.subn(
            rf"{place}.*?{end}",
            lambda _, new=f"{place}\n\n{text}\n\n{end}": new,
            standing,
            flags=re.DOTALL,
        )
        if not found:
            raise ValueError(f"the page has no place for {name}")
    return standing


def curves(evaluations: Named) -> Iterator[str]:
    """Yield a table with recall and precision by rho, and the best F1."""
    yield line(["", *(f"recall, rho {rho}" for rho in _SHOWN), "precision there", "best F1", "rho"])
    yield rule(1, len(_SHOWN) + 3)
    for name, one in evaluations.items():
        points = {round(point.rho, 2): point for point in one.curve}
        yield line(
            [
                name,
                *(share(points[rho].recall) for rho in _SHOWN),
                share(points[_SHOWN[-1]].precision) or "-",
                share(one.best.f1),
                f"{one.best.rho:.2f}",
            ]
        )


def voices(evaluations: Sequence[tuple[str, str, Evaluation]]) -> Iterator[str]:
    """Yield a table with recognition errors and F1 by voices and noise."""
    yield line(["voices", "noise", "WER identifiers", "WER others", "best F1", "rho"])
    yield rule(2, 4)
    for pair, noise, one in evaluations:
        assert one.errors is not None
        yield line(
            [
                pair,
                noise,
                *(share(each.rate) for each in one.errors),
                share(one.best.f1),
                f"{one.best.rho:.2f}",
            ]
        )


def published(evaluations: Named) -> Iterator[str]:
    """Yield a table with published figures and ours; causes are percentages of all misses."""
    yield line(
        [
            "",
            f"F1, rho {_RHO}",
            "best F1",
            "WER identifiers",
            "WER others",
            *(f"{cause}, %" for cause in Cause),
        ]
    )
    yield rule(1, 4 + len(Cause))
    yield line([_PUBLISHED, "0.41", "0.41", "0.418", "0.383", "45.2", "50.0", "4.2", "0.6"])
    for how, best in (("mixed case", "0.46"), ("errors in training", "0.51")):
        yield line([f"{_PUBLISHED}, {how}", best, best, *["-"] * 6])
    for name, one in evaluations.items():
        assert one.errors is not None
        total = one.causes.total() or 1
        at = next(point for point in one.curve if round(point.rho, 2) == _RHO)
        yield line(
            [
                name,
                share(at.f1),
                share(one.best.f1),
                *(share(each.rate) for each in one.errors),
                *(f"{100 * one.causes[cause] / total:.1f}" for cause in Cause),
            ]
        )


def draw(folder: Path, named: Mapping[str, Named], coverage: Evaluation) -> None:
    """Write the plots beside the page."""
    for name, evaluations in named.items():
        drawn = {label: one.curve for label, one in evaluations.items()}
        plots.save(plots.curves(drawn, ("recall", "precision")), folder / f"audio-{name}", ("svg",))
    plots.save(plots.coverage(coverage), folder / "audio-coverage", ("svg",))
