"""Checks that every plugin can run in its own tests: a plugin keeps what anonfilter promises.

A :class:`Case` is a plugin with rules that use it, and documents in which it has something to do.
Each check is a function of a case; it raises ``AssertionError``, which says what is broken, and
holds no text of the documents. With pytest, each becomes a test with a name::

    CASE = Case("detector", "badges", RULES, {"note.txt": "Ask #4711."})

    @pytest.mark.parametrize("check", checks("detector"))
    def test_a_promise_is_kept(check: Check) -> None:
        check(CASE)
"""

from __future__ import annotations

from anonfilter.testing.case import Case, Check
from anonfilter.testing.every import grows_linearly, is_deterministic, loads_late, works_in_a_fork
from anonfilter.testing.files import refuses_what_it_cannot_read, writes_in_the_right_place
from anonfilter.testing.reported import prints_safely, tells_what_is_left
from anonfilter.testing.spans import (
    has_exact_offsets,
    mints_what_it_declares,
    reads_each_field_alone,
    says_what_it_changes,
    settles,
)

__all__ = ["CHECKS", "Case", "Check", "checks"]

_EVERY = (loads_late, is_deterministic, grows_linearly, works_in_a_fork)

CHECKS: dict[str, tuple[Check, ...]] = {
    "detector": (*_EVERY, has_exact_offsets, reads_each_field_alone, settles),
    "resolver": (*_EVERY, says_what_it_changes, settles),
    "tagger": (*_EVERY, mints_what_it_declares, settles),
    "format": (*_EVERY, writes_in_the_right_place, refuses_what_it_cannot_read, settles),
    "report": (*_EVERY, prints_safely, tells_what_is_left),
}


def checks(kind: str) -> tuple[Check, ...]:
    """Return the checks of a kind of plugins: detector, resolver, tagger, format or report."""
    return CHECKS[kind]
