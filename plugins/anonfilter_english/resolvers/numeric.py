"""Drop amounts of money, counts, grades and scores, which identify no person."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.word_lists import terms
from anonfilter_english.resolvers.span_edits import drop_each

_TOKEN = re.compile(
    r"[$€£¥₹#%+~°]|\d+(?:[.,:/\-]\d+)*(?:st|nd|rd|th|s|k|m|bn|%)?(?!\w)|[^\W\d_]+", re.I
)
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d")
_SPOKEN_YEAR = re.compile(
    r"\b(?:seventeen|eighteen|nineteen|twenty) (?:ten|eleven|twelve|[a-z]+teen|[a-z]+ty|hundred)\b"
    r"|\btwo thousand (?:and )?[a-z]+"
)
_FIGURES = re.compile(r"\d+")
_SIGNS = frozenset("$€£¥₹#%+~°")
LONGEST_COUNT = 4


class Numeric:
    """A resolver that drops quantities that models took for names or dates.

    Spans of the detectors under ``keep`` stay, since a pattern such as "badge number" finds
    identifiers.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=(
                *("PERSON", "LOCATION", "ORGANIZATION", "NRP", "PRODUCT", "PROFESSION"),
                *("DATE", "TIME"),
            ),
            description="labels that are wrong for a bare quantity",
        )
        dates: tuple[LabelName, ...] = Option(
            default=("DATE", "TIME"),
            description="labels of dates and times: their spans stay if they may be a year or a "
            "date (15/6)",
        )
        keep: tuple[str, ...] = Option(
            default=("patterns", "dictionary", "presidio"),
            description="detectors whose numbers are identifiers",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._kept = setting.detectors(config.keep)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        def reason(span: Span) -> str:
            surface = document.prose[span.start : span.end]
            dropped = (
                span.label in self._config.labels
                and span.detector not in self._kept
                and is_quantity(surface, date=span.label in self._config.dates)
            )
            return "a quantity, not an identifier" if dropped else ""

        return drop_each(spans, reason)


def is_quantity(surface: str, *, date: bool = False) -> bool:
    """Return True if a text has only numbers, units and currencies, such as "$40" or "3 points".

    A long number without a unit is no quantity, since it may identify a person. With ``date``, a
    possible date is no quantity either: a year, also in words, "15/6", "the 15th".
    """
    tokens = [match[0].casefold() for match in _TOKEN.finditer(surface)]
    has_codes = any(map(str.isalnum, _TOKEN.sub(" ", surface)))  # "L90314"
    if not tokens or has_codes:
        return False
    kinds = ("numbers", "ordinals", "magnitudes")
    words = frozenset().union(*(terms("numbers", kind) for kind in kinds))
    numbers = [token for token in tokens if token[0].isdigit() or token in words]
    units = _SIGNS | terms("numbers", "currencies") | terms("numbers", "counted")
    other = [token for token in tokens if token not in numbers]
    if not numbers or not (units | terms("numbers", "fillers")).issuperset(other):
        return False
    if not units.isdisjoint(tokens):
        return True
    figures = [token for token in numbers if token[0].isdigit()]
    if date and (any(map(_may_be_date, figures)) or _SPOKEN_YEAR.search(" ".join(tokens))):
        return False
    return all(len(run) <= LONGEST_COUNT for token in figures for run in _FIGURES.findall(token))


def _may_be_date(token: str) -> bool:
    """Return True for a year, a date in digits, an ordinal or a decade: "1950s"."""
    return (
        _YEAR.match(token) is not None
        or any(sign in token for sign in "/-:.")
        or token.endswith(("st", "nd", "rd", "th", "0s"))
    )
