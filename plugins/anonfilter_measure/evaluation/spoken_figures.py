"""Write figures as spoken words."""

from __future__ import annotations

from anonfilter_english.knowledge.number_words import ORDINALS, TEENS, TENS, UNITS, VALUES

_SMALL = ("zero", *UNITS, *TEENS)
_TENS = {value: word for word, value in reversed(TENS.items())}  # the first spelling is kept
_ORDINALS = {value: word for word, value in ORDINALS.items()}
_LONGEST = 4  # digits in a row; longer numbers are read out digit by digit


def spoken(figures: str) -> str:
    """Return a number in words: "twelve", "nineteen ninety four", long numbers digit by digit."""
    grouped = "," in figures and len(figures) <= len("100,000")
    if (len(figures) > _LONGEST and not grouped) or figures.startswith("0"):
        return digit_by_digit(figures)
    number = int(figures.replace(",", ""))
    if not grouped and 1100 <= number < 2100 and not 2000 <= number < 2010:
        return _year(number)
    return _cardinal(number)


def digit_by_digit(figures: str) -> str:
    """Return each digit as a word, as in telephone numbers and codes."""
    return " ".join(_SMALL[int(digit)] for digit in figures if digit != ",")


def ordinal(figures: str) -> str:
    """Return an ordinal number in words: "twenty first" for the ``21`` of "21st"."""
    *before, last = spoken(figures).split()
    last = _ORDINALS.get(VALUES.get(last, 0), f"{last}th")
    return " ".join([*before, last])


def _year(number: int) -> str:
    century, rest = divmod(number, 100)
    if rest == 0:
        return f"{_cardinal(century)} hundred"
    return f"{_cardinal(century)} {'oh ' if rest < 10 else ''}{_cardinal(rest)}"


def _cardinal(number: int) -> str:
    for size, name in ((1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = number % size
            words = f"{_cardinal(number // size)} {name}"
            return f"{words} {_cardinal(rest)}" if rest else words
    if number < len(_SMALL):
        return _SMALL[number]
    ones = number % 10
    tens = _TENS[number - ones]
    return f"{tens} {_SMALL[ones]}" if ones else tens
