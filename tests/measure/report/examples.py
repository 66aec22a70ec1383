"""The facts of a report, made by hand, with names as nasty as file systems allow."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from anonfilter_measure.report import report_facts
from hypothesis import strategies as st

from tests.reports.checks import NASTY, VERSIONS, WORDS

SIGNED = report_facts.Signature(
    ("A. Marsh", "B. Ito"),
    "2026-11-19",
    {"redact": 46, "not a person": 1},
    report_facts.Agreement(47, 46, 0.79),
    current=True,
)
DOCUMENT = report_facts.Document("notes.txt", 12, 3, 1, 1, 7, 2, 5, (SIGNED,))
POINT = report_facts.Point(0.5, 0.9, 0.8, 0.847)
FACTS = report_facts.Facts(
    format=report_facts.FORMAT,
    made="2026-11-19",
    values_shown=False,
    summary="scanned 1 file, 12 lines: 1 finding in 1 file; 1 file outside",
    scope=report_facts.Scope(("data",), 1, 12, "a1" * 20, 2),
    rules=report_facts.Rules("5e8c", VERSIONS, ("direct",), ("URL",), ("SEASON",)),
    labels=(report_facts.LabelCount("PERSON", "direct", 5, 2, 1, 1),),
    tags=(report_facts.TagCount("PERSON", 7, 3, 1),),
    documents=(DOCUMENT,),
    risk=report_facts.Risk(1, 5.0, 0.0, 5.0, 5, 5, True, "met", 8, 0),
    left=(report_facts.RemainingFinding("notes.txt", "", 3, 12, "PERSON", "spacy", 0.85, ""),),
    accepted=report_facts.Accepted(
        1,
        0,
        2,
        (
            report_facts.AllowedEntry(
                "allow.yaml:3:3", "PERSON", ("a/**",), "the author", "", 1, ""
            ),
        ),
    ),
    incomplete=(),
    outside=report_facts.Outside(1, {".png": 1}, ("im.png",)),
    remarks=(("notes.txt", "encoding: cp1252"),),
    curves=(report_facts.Curve("audio.json", "call", "77aa", 3, POINT, (POINT,)),),
)


@st.composite
def any_facts(draw: st.DrawFn) -> report_facts.Facts:
    """A report on files of any names, with reasons and remarks of any letters."""
    documents = st.builds(
        report_facts.Document,
        NASTY,
        *[st.integers(0, 10**6)] * 6,
        st.none() | st.integers(0, 10**4),
        st.sampled_from([(), (SIGNED,)]),
    )
    lefts = st.builds(
        report_facts.RemainingFinding,
        NASTY,
        NASTY,
        st.integers(0, 9),
        st.integers(0, 9),
        WORDS,
        WORDS,
        st.floats(0, 1),
        NASTY,
    )
    more: dict[str, Any] = {
        "documents": tuple(draw(st.lists(documents, max_size=40))),
        "left": tuple(draw(st.lists(lefts, max_size=10))),
        "remarks": tuple(draw(st.lists(st.tuples(NASTY, NASTY), max_size=3))),
        "outside": report_facts.Outside(1, {draw(NASTY): 1}, (draw(NASTY),)),
        "values_shown": draw(st.booleans()),
    }
    return replace(FACTS, **more)
