"""Plots of an evaluation as PNG and SVG. Equal figures give equal bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anonfilter.errors import AnonfilterError
from anonfilter.files.write import new_file
from anonfilter_audio.evaluation.evaluation import Evaluation
from anonfilter_audio.evaluation.measures import BINS, Point, histogram
from anonfilter_audio.evaluation.misses import Cause
from anonfilter_audio.evaluation.sections import WORDS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STYLE = {"svg.hashsalt": "anonfilter", "svg.fonttype": "none", "font.family": "DejaVu Sans"}
_KINDS: Mapping[str, Mapping[str, Any]] = {
    "png": {"dpi": 150, "metadata": {"Software": None}},
    "svg": {"metadata": {"Date": None, "Creator": None}},
}
_DASHES = {"recall": "solid", "precision": "dashed", "f1": "dotted"}


def require_plots() -> None:
    """Raise an error if the library for plots is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise AnonfilterError(
            "plots need matplotlib", hint="pip install 'anonfilter[plots]'"
        ) from None


def draw(evaluation: Evaluation, folder: Path) -> list[Path]:
    """Write all plots of an evaluation to a folder, and return their paths."""
    plots = {
        "curve": curves({"": evaluation.curve}),
        "coverage": coverage(evaluation),
        **({"misses": misses(evaluation)} if evaluation.errors is not None else {}),
    }
    return [path for name, figure in plots.items() for path in save(figure, folder / name)]


def save(figure: Figure, path: Path, kinds: Sequence[str] = tuple(_KINDS)) -> list[Path]:
    """Write a plot under this path, once for each file type."""
    import matplotlib

    paths = []
    for kind in kinds:
        written = BytesIO()
        with matplotlib.rc_context(_STYLE):
            figure.savefig(written, format=kind, **_KINDS[kind])
        paths.append(path.with_name(f"{path.name}.{kind}"))
        new_file(paths[-1], written.getvalue(), None)
    return paths


def curves(
    named: Mapping[str, Sequence[Point]], measures: Sequence[str] = tuple(_DASHES)
) -> Figure:
    """Draw measures by rho, with a colour for each name and a line style for each measure."""
    from matplotlib.lines import Line2D

    figure, axes = _plot("rho: the share of a word that must be silenced", "", wide=8.6)
    for number, points in enumerate(named.values()):
        for measure in measures:
            values = [getattr(point, measure) for point in points]
            axes.plot(
                [point.rho for point in points],
                [float("nan") if value is None else value for value in values],
                color=f"C{number}",
                linestyle=_DASHES[measure],
            )
    axes.set(xlim=(0, 1), ylim=(0, 1.02))
    lines = [
        *(Line2D([], [], color=f"C{at}", label=name) for at, name in enumerate(named) if name),
        *(Line2D([], [], color="gray", linestyle=_DASHES[one], label=one) for one in measures),
    ]
    axes.legend(handles=lines, loc="upper left", bbox_to_anchor=(1.02, 1), fontsize="small")
    return figure


def coverage(evaluation: Evaluation) -> Figure:
    """Draw how much of identifiers and of other words is silenced."""
    figure, axes = _plot("the share of a word that is silenced", "share of words")
    for number, name in enumerate(WORDS):
        counts = histogram(evaluation.shares[number == 0])
        places = [at + 0.4 * number - 0.2 for at in range(len(BINS))]
        shares = [count / (sum(counts) or 1) for count in counts]
        axes.bar(places, shares, 0.4, color=f"C{number}", label=name)
    axes.set_xticks(range(len(BINS)), BINS, fontsize="small")
    axes.legend(loc="upper center", fontsize="small")
    return figure


def misses(evaluation: Evaluation) -> Figure:
    """Draw why identifiers are not covered."""
    figure, axes = _plot("identifiers that are not covered", "")
    axes.barh(
        [str(cause) for cause in Cause], [evaluation.causes[cause] for cause in Cause], color="C0"
    )
    axes.invert_yaxis()
    return figure


def _plot(across: str, up: str, wide: float = 6.4) -> tuple[Figure, Axes]:
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(_STYLE):
        figure = Figure(figsize=(wide, 4), layout="tight")
        axes = figure.subplots()
        axes.set(xlabel=across, ylabel=up)
        axes.grid(alpha=0.3)
        return figure, axes
