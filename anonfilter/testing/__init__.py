"""Has checks for the tests of plugins: whether a plugin keeps the promises of anonfilter.

A :class:`Case` is a plugin with rules that use it and documents in which it finds something. A
check is a function that takes a case. It raises ``AssertionError`` with a message that names the
problem and contains no text of the documents. With pytest, each check becomes a test::

    CASE = Case("detector", "badges", RULES, {"note.txt": "Ask #4711."})

    @pytest.mark.parametrize("check", checks("detector"))
    def test_a_promise_is_kept(check: Check) -> None:
        check(CASE)
"""

from __future__ import annotations

from anonfilter.testing.case import Case, Check
from anonfilter.testing.format_checks import refuses_damaged_files, writes_in_the_right_place
from anonfilter.testing.general_checks import (
    grows_linearly,
    is_deterministic,
    loads_late,
    works_in_a_fork,
)
from anonfilter.testing.report_checks import prints_safely, reports_every_finding
from anonfilter.testing.span_checks import (
    explains_its_changes,
    has_exact_offsets,
    reads_each_field_alone,
    settles,
    writes_declared_tags,
)

__all__ = ["CHECKS", "Case", "Check", "checks"]

_EVERY = (loads_late, is_deterministic, grows_linearly, works_in_a_fork)

CHECKS: dict[str, tuple[Check, ...]] = {
    "detector": (*_EVERY, has_exact_offsets, reads_each_field_alone, settles),
    "resolver": (*_EVERY, explains_its_changes, settles),
    "tagger": (*_EVERY, writes_declared_tags, settles),
    "format": (*_EVERY, writes_in_the_right_place, refuses_damaged_files, settles),
    "report": (*_EVERY, prints_safely, reports_every_finding),
}


def checks(kind: str) -> tuple[Check, ...]:
    """Return the checks of a kind of plugins: detector, resolver, tagger, format or report."""
    return CHECKS[kind]
