"""Replacing some of what was found."""

from __future__ import annotations

from anonfilter.engine.pipeline import Engine
from anonfilter.run.filter_file import redact_only


def test_only_what_was_asked_for_is_replaced_by_the_tag_that_it_would_have_anyway(
    terms_engine: Engine,
) -> None:
    analysis = terms_engine.analyse(
        terms_engine.read_document(b"QX-1234 and QX-5678.\r\n", "a.txt")
    )
    (_, second) = analysis.spans
    done = redact_only(terms_engine, analysis, {(second.start, second.end)})
    assert done.output == b"QX-1234 and [CODE_2].\r\n"
    again = terms_engine.redact(terms_engine.read_document(done.output, "a.txt"))
    assert again.output == b"[CODE_1] and [CODE_2].\r\n"
