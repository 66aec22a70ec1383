"""Checks to report, made by hand, and paths and names as nasty as file systems allow."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from anonfilter.contract.document import Finding, Kind, Label
from anonfilter.contract.report import CheckResult, IncompleteFile
from anonfilter.contract.result_versions import Versions

VERSIONS = Versions("0.1.0", "small", 1, "0123456789abcdef", (), {"anonfilter": "0.1.0"})
LABELS = {
    "PERSON": Label("PERSON", Kind.DIRECT, risk=5),
    "PLACE": Label("PLACE", Kind.INDIRECT, risk=2),
    "AGE": Label("AGE", Kind.INDIRECT, risk=0),
}


def checked(
    *findings: Finding, incomplete: tuple[IncompleteFile, ...] = (), **more: Any
) -> CheckResult:
    return CheckResult(
        VERSIONS, LABELS, findings=list(findings), incomplete=list(incomplete), **more
    )


def found(path: str = "notes.txt", label: str = "PERSON", **more: Any) -> Finding:
    return Finding(path, 3, 12, label, "spacy", 0.85, **more)


# what a file system lets a name hold, bytes that are no text included, and what breaks notations
NASTY = st.text(
    st.one_of(
        st.sampled_from(
            "/.:,;=%#?[]{}()<>|\\'\"` \t\r\n\x00\x1b\x85\u2028\u202e\ud800\udc80\udcff"
        ),
        st.characters(),
    ),
    min_size=1,
    max_size=30,
)
WORDS = st.one_of(st.from_regex(r"[A-Z][A-Z0-9_]{0,8}", fullmatch=True), NASTY)


@st.composite
def any_check(draw: st.DrawFn) -> CheckResult:
    findings = st.builds(
        Finding,
        NASTY,
        st.integers(1, 10**6),
        st.integers(1, 10**6),
        WORDS,
        WORDS,
        st.floats(0, 1),
        value=st.sampled_from(["", VALUE]),
        fingerprint=st.sampled_from(["", "5e8c", "77aa"]),
        commits=st.lists(st.sampled_from(["0" * 40, "a1" * 20]), unique=True).map(tuple),
    )
    unfinished = st.builds(IncompleteFile, NASTY, NASTY, *[st.none() | st.integers(1, 10**6)] * 2)
    return checked(
        *draw(st.lists(findings, max_size=30)),
        incomplete=tuple(draw(st.lists(unfinished, max_size=15))),
        below=draw(st.sampled_from(["", "data", "a/b c"])),
    )


VALUE = "Wilma\u2003Quillfeather"
