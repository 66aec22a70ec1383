"""The states of the United States."""

from __future__ import annotations

from functools import cache

from anonfilter_plugins.english.lists import table


@cache
def postal_codes() -> frozenset[str]:
    """The two letters of each state and territory, in lower case."""
    known = table("places")
    states = (spellings[0] for spellings in known["us_states"].values())
    return frozenset(code.casefold() for code in (*states, *known["us_territories"]))
