"""The page of published tables has the text that is written for it, and a figure in each field."""

from __future__ import annotations

import re
from datetime import date

from benchmarks import papers

_FIELD = re.compile(r"(?<!\{)\{(?!\{)[^{}]+\}(?!\})")


def test_a_field_is_looked_up_in_the_results() -> None:
    results = {"asr": {"labels": {"AGE": {"f1": 0.5}}}, "found": 1234}
    written = "F1 {asr[labels][AGE][f1]:.3f} of {found:,}, {{GANG: NRP}}, {measured}"
    page = papers.filled(written, results, date(2026, 11, 20))
    assert page.startswith("F1 0.500 of 1,234, {GANG: NRP}, 20 November 2026 with version ")


def test_the_committed_page_has_the_written_text() -> None:
    written = papers.WRITTEN.read_text(encoding="utf-8")
    parts = [part.replace("{{", "{").replace("}}", "}") for part in _FIELD.split(written)]
    assert len(parts) > 30
    page = re.compile(r"[\w ,.]+?".join(map(re.escape, parts)))
    assert page.fullmatch(papers.PAGE.read_text(encoding="utf-8"))
