"""Settings of the dictionary detector."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.settings import LabelName, Strict

Case = Literal["exact", "ignore", "capital", "written"]


class TermRules(Strict):
    """A term with a label or letter-case rule of its own."""

    term: str = Option(min_length=1)
    label: LabelName | None = None
    case: Case | None = None


class DictionaryConfig(Strict):
    """Settings of the dictionary detector."""

    label: LabelName | None = Option(
        default=None, description="the label of terms without their own"
    )
    case: Case = Option(
        default="written",
        description="exact: as written; ignore: in any letter case; written: as written or with a "
        "capital first; capital: with a capital first, or as written if it has one (eBay). Except "
        "for exact, any case counts in a field without capitals, as speech recognisers write it",
    )
    terms: tuple[str | TermRules, ...] = ()
    files: tuple[str, ...] = Option(
        default=(), description="YAML, CSV (term,label,case) or text, one term a line"
    )
    score: float = Option(default=0.95, ge=0, le=1)
