"""Whether a run of digits was given to a person, or counts, or is common."""

from __future__ import annotations

import re
from functools import cache

from anonfilter_english.knowledge.lists import HESITATION, alternatives, terms
from anonfilter_english.resolvers.numeric_runs.runs import Run

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


def given_out(text: str, run: Run) -> bool:
    """Whether the words before say that this number was given to a person or a thing."""
    if _money(text, run):
        return False
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    near = re.split(r"[?!]|\.\s", near)[-1]
    return _cues().search(near) is not None and not _measured(text, run)


def directly_given_out(text: str, run: Run) -> bool:
    """Whether that is said right before, so that the number can be nothing else."""
    near = text[max(0, run.start - _NEAR) : run.start].casefold()
    return _direct_cues().search(near) is not None


def counts(text: str, run: Run) -> bool:
    """Whether it is an amount, a count or a year."""
    if _money(text, run) or _measured(text, run):
        return True
    if run.parts <= 2 and _YEAR.fullmatch(run.digits):
        return True
    before = _BEFORE.search(text, max(0, run.start - 40), run.start)
    if before:
        words = before[0].casefold().split()
        if words[-1] in terms("numeric_runs", "counting") or " ".join(words[-2:]) in terms(
            "numeric_runs", "counting"
        ):
            return True
    return _range(text, run)


def _money(text: str, run: Run) -> bool:
    """Whether a currency's sign stands on either side, or its code before: "€ 882", "882€",
    "USD 882". A sign that a figure follows belongs to that one."""
    before = _SIGN_BEFORE.search(text, max(0, run.start - 5), run.start)
    if before and (before[1] is None or before[1].casefold() in terms("numbers", "currencies")):
        return True
    return _SIGN_AFTER.match(text, run.end) is not None


def _measured(text: str, run: Run) -> bool:
    """Whether what is counted follows: a unit, or a plural, with one word between at most."""
    after = _AFTER.match(text, run.end)
    if after is None:
        return False
    first, second = after[1].casefold().rstrip("."), (after[2] or "").casefold()
    return _is_counted(first) or (
        after[1].islower() and not _function(first) and _plural(second) and run.parts == 1
    )


def _is_counted(word: str) -> bool:
    return (
        word == "%"
        or word in terms("numeric_runs", "counted")
        or word in terms("numbers", "currencies")
        or word in terms("numbers", "counted")
        or word in terms("numbers", "magnitudes")
        or word in ("hundred", "thousand", "million", "billion", "trillion")
        or _plural(word)
    )


def _plural(word: str) -> bool:
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "'s"))
        and word not in terms("numeric_runs", "not_plural")
    )


def _function(word: str) -> bool:
    return word in terms("name_contexts", "particles") or word in terms("name_contexts", "verbs")


def _range(text: str, run: Run) -> bool:
    """ "300-400" and "350 to 450": round numbers on both sides; or years, "1984-86"."""
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
    """A number that everybody knows, a round one, a price ("eighty-four ninety-nine"), or
    a speaker counting out loud."""
    if run.digits in terms("numeric_runs", "public"):
        return True
    if run.spoken and len(run.digits) == run.parts and run.digits in _COUNTING_OUT:
        return run.digits[0] == "1"
    if run.spoken and run.parts == 2 and len(run.digits) == 4 and _PRICE.search(run.digits):
        return True
    return run.parts == 1 and len(run.digits) <= 4 and run.digits.endswith("00")


@cache
def _cues() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_cue_words()})(?!\w)|#\s?\Z")


@cache
def _direct_cues() -> re.Pattern[str]:
    """The same, with nothing between but "is" and a hesitation."""
    return re.compile(
        rf"(?<!\w)(?:{_cue_words()})(?:'s)?(?:,?\s(?:is|was|it's|are|of|{HESITATION}))*[\s,:#]*\Z"
    )


def _cue_words() -> str:
    return alternatives(terms("numeric_runs", "given_out"))
