"""Decisions beside a text of which a part has been replaced: the others, at their new places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from anonfilter_plugins.resolvers.decisions.decisions_file import Decision

from anonfilter.contract.document import Rewritten


def names_tags(decisions: Iterable[Decision]) -> bool:
    """Whether any of them names a mention by its tag, which others get when some are replaced."""
    return any(
        isinstance(address, str)
        for one in decisions
        for address in (*one.addresses, *((one.to,) if one.to else ()))
    )


def moved(decisions: Iterable[Decision], rewritten: Rewritten) -> Iterator[Decision]:
    """What is still to be obeyed. What was replaced needs no decision any more."""
    for one in decisions:
        key = "of" if one.role is not None else one.kind
        places = tuple(filter(None, map(rewritten.moved, getattr(one, key))))
        if len(places) > (1 if one.kind == "merge" else 0):
            changed: dict[str, Any] = {key: places}
            if one.to is not None:
                assert not isinstance(one.to, str)
                changed["to"] = rewritten.moved(one.to)
            yield one.model_copy(update=changed)
