"""Decide by context if a run of digits identifies a person, is an amount, or is well known."""

from __future__ import annotations

import re
from functools import cache

from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, terms
from anonfilter_english.resolvers.numeric_runs.digit_runs import Run

_SIGN_BEFORE = re.compile(r"(?:[$£€¥]\s{0,2}|(?<!\w)([A-Z]{3})\s)\Z")
_SIGN_AFTER = re.compile(r" ?[$£€¥](?! ?\d)")
_AFTER = re.compile(r"[\s-]{1,3}(%|[^\W\d_][\w.&']*)(?:\s+([^\W\d_][\w']*))?")
_BEFORE = re.compile(r"([\w.&~+-]+)(?:\s+([\w.&]+))?\s*\Z")
_NEAR = 45
_YEAR = re.compile(r"(?:19|20)\d\d")
_YEARS = re.compile(r"(?:19|20)\d\d\s?-\s?(?:19|20)?\d\d")
_RANGE_GOES_ON = re.compile(r"\s+(?:to|or|and)\s+[$£€]?\d[\d,]*(?!\d)")
_RANGE_BEGAN = re.compile(r"(?<![\d,])\d[\d,]*0\s+(?:to|or|and)\s+\Z")
_PRICE = re.compile(r"[4-9]9\Z|9[58]\Z")
_COUNTING_OUT = "123456789"


def is_announced(text: str, run: Run) -> bool:
    """Return True if words before a run announce an identifier: "ends in", "case number".

    Return False for money, and for numbers with a unit.
    """
    if _is_money(text, run):
        return False
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    near = re.split(r"[?!]|\.\s", near)[-1]
    return _cues().search(near) is not None and not _is_measured(text, run)


def is_announced_directly(text: str, run: Run) -> bool:
    """Return True if words right before a run announce an identifier: "ends in uh seven"."""
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    return _direct_cues().search(near) is not None


def is_amount(text: str, run: Run) -> bool:
    """Return True for an amount, a count, a year or a range."""
    if _is_money(text, run) or _is_measured(text, run):
        return True
    if run.parts <= 2 and _YEAR.fullmatch(run.digits):
        return True
    before = _BEFORE.search(text, max(0, run.start - 40), run.start)
    words = before[0].casefold().split() if before else []
    counting = terms("numeric_runs", "counting")
    if words and not counting.isdisjoint((words[-1], " ".join(words[-2:]))):
        return True
    return _is_range(text, run)


def _is_money(text: str, run: Run) -> bool:
    """Return True if a run has a currency sign or code: "€ 882", "882€", "USD 882".

    A sign after the run counts only if no other figure follows it.
    """
    before = _SIGN_BEFORE.search(text, max(0, run.start - 5), run.start)
    if before and (before[1] is None or before[1].casefold() in terms("numbers", "currencies")):
        return True
    return _SIGN_AFTER.match(text, run.end) is not None


def _is_measured(text: str, run: Run) -> bool:
    """Return True if a unit or a plural follows, after at most one other word."""
    after = _AFTER.match(text, run.end)
    if after is None:
        return False
    first, second = after[1].casefold().rstrip("."), (after[2] or "").casefold()
    if first in _units() or _is_plural(first):
        return True
    particles = terms("name_contexts", "particles") | terms("name_contexts", "verbs")
    described = after[1].islower() and first not in particles
    return described and _is_plural(second) and run.parts == 1


@cache
def _units() -> frozenset[str]:
    kinds = ("currencies", "counted", "magnitudes")
    large = ("%", "hundred", "thousand", "million", "billion", "trillion")
    units = terms("numeric_runs", "counted").union(large)
    return units.union(*(terms("numbers", kind) for kind in kinds))


def _is_plural(word: str) -> bool:
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "'s"))
        and word not in terms("numeric_runs", "not_plural")
    )


def _is_range(text: str, run: Run) -> bool:
    """Return True for a range of round numbers or years: "300-400", "350 to 450", "1984-86"."""
    surface = text[run.start : run.end]
    ends = re.split(r"\s?-\s?", surface)
    if len(ends) == 2 and all(end.isdigit() and end.endswith("00") for end in ends):
        return True
    if _YEARS.fullmatch(surface):
        return True
    if run.parts > 1 or not surface.endswith("0"):
        return False
    return bool(
        _RANGE_GOES_ON.match(text, run.end)
        or _RANGE_BEGAN.search(text, max(0, run.start - 20), run.start)
    )


def is_public(run: Run) -> bool:
    """Return True for a number that is well known, round, a price, or part of counting aloud."""
    if run.digits in terms("numeric_runs", "public"):
        return True
    if run.spoken and len(run.digits) == run.parts and run.digits in _COUNTING_OUT:
        return run.digits[0] == "1"
    if run.spoken and run.parts == 2 and len(run.digits) == 4 and _PRICE.search(run.digits):
        return True
    return run.parts == 1 and len(run.digits) <= 4 and run.digits.endswith("00")


@cache
def _cues() -> re.Pattern[str]:
    """Return a pattern for an announcement of an identifier anywhere before a number."""
    return re.compile(rf"(?<!\w)(?:{_cue_words()})(?!\w)|#\s?\Z")


@cache
def _direct_cues() -> re.Pattern[str]:
    """Return a pattern for an announcement right before a number, such as "case number is"."""
    return re.compile(
        rf"(?<!\w)(?:{_cue_words()})(?:'s)?(?:,?\s(?:is|was|it's|are|of|{HESITATION}))*[\s,:#]*\Z"
    )


def _cue_words() -> str:
    return alternatives(terms("numeric_runs", "given_out"))
