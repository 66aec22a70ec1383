"""Number words and their values, and the digits that they stand for."""

from __future__ import annotations

import re

from anonfilter_plugins.english.lists import table

_BETWEEN = re.compile(r"[\s-]+")


def _values(*names: str) -> dict[str, int]:
    return {word: value for name in names for word, value in table("numbers")[name].items()}


UNITS = _values("units")
TEENS = _values("teens")
TENS = _values("tens")
ORDINAL_UNITS = _values("ordinal_units")
ORDINAL_TEENS = _values("ordinal_teens")
ORDINAL_TENS = _values("ordinal_tens")
DECADES = _values("decades", "late_decades")
ZEROS = _values("zeros")
MULTIPLIERS = _values("multipliers")
REPEATS = _values("repeats")
SLIPS = _values("slips")
"""What is heard for a digit, and is another word elsewhere."""
DIGITS = {word: value for word, value in _values("units", "zeros", "read_out").items()
          if word not in SLIPS}  # fmt: skip
"""Words for one digit and nothing else."""
ORDINALS = {**ORDINAL_UNITS, **ORDINAL_TEENS, **ORDINAL_TENS}
VALUES = {**UNITS, **TEENS, **TENS, **ORDINALS, **ZEROS}
_SINGLE = {**SLIPS, **DIGITS, **TEENS}


def digits_of(said: str) -> str:
    """The digits of what is said for some: "7", "oh", "forty-two", "double five"."""
    first, *rest = _BETWEEN.split(said.casefold())
    if first in REPEATS:
        return digits_of(" ".join(rest)) * REPEATS[first]
    if first in TENS:
        return str(TENS[first] + (UNITS[rest[0]] if rest else 0))
    return first if first.isdigit() else str(_SINGLE[first])
