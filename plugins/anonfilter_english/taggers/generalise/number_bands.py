"""Generalise ages to bands (35-39) and amounts to ranges (20000-29999)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from anonfilter.contract.document import Document, Mention
from anonfilter_english.knowledge.number_words import DECADES, numbers
from anonfilter_english.taggers.generalise.levels import Generalised

_OLDEST = 130
_DECADE = re.compile(r"([1-9]0)\W?s", re.I)
_AROUND_AGE = re.compile(r"[\s,-]*(?:(?:aged?|of|years?|yrs?\.?|olds?|y/?o)\b[\s,-]*)*", re.I)
_YOUNGER_UNIT = re.compile(
    r"[\s-]*(?:1/2|½|and\s+a\s+half)?[\s-]*(?:months?|mo|mos|weeks?|wks?|days?|hours?)\b|\s*/\s*\d",
    re.I,
)
_REACH = 30
_AMOUNT = re.compile(
    r"(?<![\d.,-])(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,12})(?P<part>\.\d{1,2})?"
    r"(?:\s?(?P<times>k|thousand|mn|m|million|bn|billion)\b)?(?![\d.,-]*\d)",
    re.I,
)
_TIMES = {"k": 10**3, "t": 10**3, "m": 10**6, "b": 10**9}


class AgeBands:
    """Bands of ages: ``[AGE: 35-39]``, and ``[AGE: 90+]`` for the oldest."""

    stem = "AGE"

    def __init__(self, band: int, oldest: int) -> None:
        self._band = band
        self._oldest = oldest

    def __contains__(self, value: object) -> bool:
        return any(value == self._named(age) for age in range(0, _OLDEST, self._band))

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        return [self._of(document, mention) for mention in mentions]

    def _of(self, document: Document, mention: Mention) -> Generalised | None:
        ages = _ages(mention.surface)
        end = mention.span.end
        if not ages or _YOUNGER_UNIT.match(document.text[end : end + _REACH]):
            return None
        bands = {self._named(age) for age in ages}
        value = bands.pop()
        return None if bands else Generalised(value, 0, len(mention.surface))

    def _named(self, age: int) -> str:
        """Return the band of an age."""
        if age >= self._oldest:
            return f"{self._oldest}+"
        first = age - age % self._band
        return f"{first}-{min(first + self._band, self._oldest) - 1}"


def _ages(surface: str) -> tuple[int, ...]:
    """Return the age, or the first and last age of a decade ("thirties"); () for anything else."""
    written = surface.strip()
    first = DECADES.get(written.casefold()) or next(iter(_DECADE.findall(written)), None)
    if first and (written.casefold() in DECADES or _DECADE.fullmatch(written)):
        return int(first) % 100, int(first) % 100 + 9
    found = list(numbers(surface))
    if len(found) != 1 or found[0].ordinal or not 0 <= found[0].value < _OLDEST:
        return ()
    rest = surface[: found[0].start] + " " + surface[found[0].end :]
    return (found[0].value,) if _AROUND_AGE.fullmatch(rest) else ()


class AmountRanges:
    """Ranges of amounts: ``£[AMOUNT: 20000-29999]``. Signs and words beside the number stay."""

    stem = "AMOUNT"

    def __init__(self, size: int) -> None:
        self._size = size

    def __contains__(self, value: object) -> bool:
        match = re.fullmatch(r"(0|[1-9]\d{0,20})-[1-9]\d{0,20}", str(value))
        return match is not None and value == self._named(int(match[1]))

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        return [self._of(mention.surface) for mention in mentions]

    def _of(self, surface: str) -> Generalised | None:
        match = _AMOUNT.search(surface)
        if match is None:
            found = list(numbers(surface))
            if len(found) != 1 or found[0].ordinal or not found[0].spelled:
                return None
            start, end, amount = found[0].start, found[0].end, found[0].value
        else:
            start, end = match.span()
            times = _TIMES[match["times"][0].casefold()] if match["times"] else 1
            amount = int(float(match["whole"].replace(",", "") + (match["part"] or "")) * times)
        rest = surface[:start] + " " + surface[end:]
        if any(map(str.isdigit, rest)) or list(numbers(rest)):
            return None
        return Generalised(self._named(amount), start, end)

    def _named(self, amount: int) -> str:
        first = amount - amount % self._size
        return f"{first}-{first + self._size - 1}"
