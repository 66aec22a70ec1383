"""Read the years and months of dates as numbers."""

from __future__ import annotations

import re

from anonfilter_english.knowledge.number_words import numbers
from anonfilter_english.knowledge.word_lists import table

_LATEST_SHORT = 40  # '41 is 1941, and '40 is 2040


def year_of(written: str) -> int | None:
    """Return the year that figures or words state; None if it is not clear.

    A year of two figures is taken for one between 1941 and 2040.
    """
    digits = re.sub(r"\D", "", written)
    if len(digits) == 4:
        return int(digits)
    if len(digits) == 2:
        return int(digits) + (1900 if int(digits) > _LATEST_SHORT else 2000)
    values = [number.value for number in numbers(written)]
    if len(values) == 1 and values[0] > 1000:
        return values[0]
    if len(values) > 1 and values[0] in (18, 19, 20):
        return values[0] * 100 + sum(values[1:])
    return None


def listed_number(written: str, name: str) -> int | None:
    """Return the number of a month (``months``) or a weekday; None for other words."""
    word = written.casefold().rstrip(".")
    full = map(str, table("dates")[f"full_{name}"])
    return next((at for at, listed in enumerate(full, 1) if listed[:3] == word[:3]), None)
