"""Charts: drawn within their edges, with every figure as text."""

from __future__ import annotations

from anonfilter_measure.charts import Bar, draw_bars, draw_curves
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from tests.reports.checks import NASTY

BARS = st.lists(
    st.builds(
        lambda name, value, share: Bar(name, value, value * share),
        NASTY,
        st.floats(0, 1e9),
        st.floats(0, 1),
    ),
    max_size=20,
)


@given(NASTY, BARS)
def test_bars_lie_within_the_chart(title, shown):
    chart = etree.fromstring(draw_bars(title, shown, part="left"))
    wide, high = map(float, chart.get("viewBox").split()[2:])
    drawn = chart.findall("rect")
    for one in drawn:
        assert 0 <= float(one.get("x")) <= float(one.get("x")) + float(one.get("width")) <= wide
        assert 0 <= float(one.get("y")) <= float(one.get("y")) + float(one.get("height")) <= high
    assert len(drawn) == len(shown) + sum(one.part > 0 for one in shown)


def test_bars_are_as_long_as_their_figures():
    chart = etree.fromstring(draw_bars("by label", [Bar("A", 40, 10), Bar("B", 20)], part="left"))
    whole, part, half = (float(one.get("width")) for one in chart.findall("rect"))
    assert (part / whole, half / whole) == (0.25, 0.5)
    assert chart.findtext("desc") == "A: 40, of these left 10; B: 20, of these left 0."


def test_no_bars_are_a_chart_too():
    assert etree.fromstring(draw_bars("none", [])).findall("rect") == []


def test_curves_have_a_stroke_each_and_their_figures():
    chart = etree.fromstring(
        draw_curves(
            "by rho", "rho", {"recall": [(0, 1), (1, 0.5)], "f1": [(0.5, 0.75)], "none": []}
        )
    )
    drawn = [one for one in chart.findall("path") if one.get("class") == "curve"]
    assert len({one.get("stroke-dasharray") for one in drawn}) == 3
    assert "recall: 1.000 at 0.00, 0.500 at 1.00; f1: 0.750 at 0.50" in chart.findtext("desc")
