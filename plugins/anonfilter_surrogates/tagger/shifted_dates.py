"""Shift dates, times and ages: all dates of a text move by the same number of days.

So the intervals between dates stay the same. A month or a year alone is shifted too. A date that
cannot be placed in the calendar ("the 15th" without a month, a decade) keeps its tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta

from anonfilter_english.knowledge.date_reading import listed_number, year_of
from anonfilter_english.knowledge.number_words import (
    ORDINAL_TEENS,
    ORDINAL_TENS,
    ORDINAL_UNITS,
    TEENS,
    TENS,
    UNITS,
    numbers,
)
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.taggers.date_part_tags import Part, parts

from anonfilter_surrogates.surrogate_choices import Chooser, Stretch, one_of

_NUMERIC = re.compile(r"(\d{1,4})(\s?[/.\-]\s?)(\d{1,2})\2(\d{1,4})")
_CLOCK = re.compile(r"(?<!\d)(\d{1,2})([:.h])(\d\d)(?![\d:])(\s*[ap]\.?\s?m\b)?", re.I)
_SOME_YEAR = 2001
_DAY_MINUTES = 24 * 60


def shift(days: int, *, weekdays: bool) -> int:
    """Return a number of days to shift dates by, about one to four years back.

    The shift is derived from the number ``days``, which may be any. It is never close to whole
    years, so that months change too. With ``weekdays`` it is a multiple of seven.
    """
    back = 400 + days % 1000
    if back % 365 < 40 or back % 365 > 325:
        back += 90
    if weekdays:
        return -(back - back % 7)
    return -(back if back % 7 else back + 1)


def move_date(surface: str, days: int) -> list[Stretch]:
    """Return the replacements in a date; [] if it cannot be shifted as a whole."""
    if match := _NUMERIC.fullmatch(surface.strip()):
        return _move_numeric(surface, match, days)
    found = parts(surface)
    by_name: dict[str, list[Part]] = {}
    for part in found:
        by_name.setdefault(part.name, []).append(part)
    if not found or not by_name.keys() <= {"DAY", "MONTH", "YEAR", "DAY_OF_WEEK"}:
        return []
    year = [year_of(surface[part.start : part.end]) for part in by_name.get("YEAR", ())]
    month = [
        listed_number(surface[part.start : part.end], "months") for part in by_name.get("MONTH", ())
    ]
    read = [list(numbers(surface[part.start : part.end])) for part in by_name.get("DAY", ())]
    day = [found[0].value if len(found) == 1 else None for found in read]
    if None in (*year, *month, *day) or len(month) > 1 or (day and not month):
        return []
    if len(year) > 1 and month:
        return []
    return _move_parts(surface, by_name, year, month, day, days)


def _move_parts(
    surface: str,
    by_name: dict[str, list[Part]],
    years: Sequence[int | None],
    months: Sequence[int | None],
    days_of: Sequence[int | None],
    days: int,
) -> list[Stretch]:
    """Return the replacements for the parts of a date; [] if the result is not in one month."""
    by, result = timedelta(days), list[Stretch]()
    for part in by_name.get("DAY_OF_WEEK", ()):
        at = listed_number(surface[part.start : part.end], "weekdays")
        if at is None:
            return []
        result.append(_named(surface, part, (at - 1 + days) % 7, "full_weekdays"))
    try:
        if not months:
            for part, year in zip(by_name.get("YEAR", ()), years, strict=True):
                result.append(_with_year(surface, part, (date(year or 1, 7, 1) + by).year))
            return result
        year, month = (years or [_SOME_YEAR])[0] or 1, months[0] or 1
        moved = [date(year, month, day or 1) + by for day in days_of or [15]]
    except (ValueError, OverflowError):
        return []
    if len({(day.year, day.month) for day in moved}) > 1:
        return []
    result.append(_named(surface, by_name["MONTH"][0], moved[0].month - 1, "full_months"))
    result += (_with_year(surface, part, moved[0].year) for part in by_name.get("YEAR", ()))
    for part, day in zip(by_name.get("DAY", ()), moved, strict=False):
        written = surface[part.start : part.end]
        result.append((part.start, part.end, _like_number(written, day.day)))
    return sorted(result) if all(new for *_, new in result) else []


def _move_numeric(surface: str, match: re.Match[str], days: int) -> list[Stretch]:
    """Return the replacement of a date in digits, such as 3/14/2019, or []."""
    first, middle, last = match[1], match[3], match[4]
    order = "ymd" if len(first) > 2 else "mdy" if int(first) <= 12 else "dmy"
    values = dict(zip(order, (first, middle, last), strict=True))
    year = int(values["y"])
    century = 0 if len(values["y"]) > 2 else 1900 if year > 40 else 2000
    try:
        moved = date(century + year, int(values["m"]), int(values["d"])) + timedelta(days)
    except (ValueError, OverflowError):
        return []
    new_year = f"{moved.year % 100:02}" if century else str(moved.year)
    written = {"y": new_year, "m": str(moved.month), "d": str(moved.day)}
    new = (written[part].zfill(len(values[part])) for part in order)
    at = surface.index(match[0])
    return [(at, at + len(match[0]), match[2].join(new))]


def _named(surface: str, part: Part, at: int, names: str) -> Stretch:
    """Return the replacement of a month or weekday, shortened and capitalised like the original."""
    written = surface[part.start : part.end]
    full = [str(name) for name in table("dates")[names]]
    bare = written.casefold().rstrip(".")
    new = full[at]
    if bare.removesuffix("s") not in full and bare not in full:
        new = new[:3]
    elif bare.endswith("s"):
        new += "s"
    return part.start, part.end, _cased(new, written) + "." * written.endswith(".")


def _with_year(surface: str, part: Part, year: int) -> Stretch:
    written = surface[part.start : part.end]
    digits = sum(map(str.isdigit, written))
    if digits:
        new = written[:-digits] + str(year)[-digits:] if written[-1].isdigit() else ""
    else:
        new = _cased(_year_in_words(year), written)
    return part.start, part.end, new


def _year_in_words(year: int) -> str:
    century, rest = divmod(year, 100)
    if century == 20 and rest < 10:
        return "two thousand" + (f" and {in_words(rest)}" if rest else "")
    if not rest:
        return f"{in_words(century)} hundred"
    return f"{in_words(century)} {'oh ' if rest < 10 else ''}{in_words(rest)}"


def in_words(value: int, *, ordinal: bool = False) -> str:
    """Return a number below 100 in words."""
    last = {**ORDINAL_UNITS, **ORDINAL_TEENS, **ORDINAL_TENS} if ordinal else {}
    plain = {**UNITS, **TEENS, **TENS}
    words = {number: word for word, number in reversed((last or plain).items())}
    if value in words:
        return words[value]
    tens = {number: word for word, number in reversed(TENS.items())}
    return f"{tens[value - value % 10]}-{words[value % 10]}"


def _like_number(written: str, value: int) -> str:
    """Return a number below 100 in digits or words, like the number in ``written``."""
    digits = "".join(filter(str.isdigit, written))
    if not digits:
        ordinal = any(number.ordinal for number in numbers(written))
        return _cased(in_words(value, ordinal=ordinal), written)
    suffix = written[len(digits) :]
    if suffix.casefold() in ("st", "nd", "rd", "th"):
        new = "th" if 10 < value % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
        suffix = new.upper() if suffix.isupper() else new
    return str(value).zfill(len(digits) if digits.startswith("0") else 1) + suffix


def _cased(new: str, written: str) -> str:
    if written.isupper() and len(written) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if written[:1].isupper() else new


def move_time(surface: str, days: int) -> list[Stretch]:
    """Return the replacement of a time in digits, or []; all times of a text move equally."""
    match = _CLOCK.search(surface)
    if match is None or any(map(str.isdigit, surface[: match.start()] + surface[match.end() :])):
        return []
    hour, minute = int(match[1]), int(match[3])
    by = 60 + (days * 7) % 500
    total = hour * 60 + minute + by
    new = ((total // 60) % 12 or 12) if match[4] else (total % _DAY_MINUTES) // 60
    width = len(match[1]) if match[1].startswith("0") else 1
    return [(match.start(1), match.end(3), f"{new:0{width}}{match[2]}{total % 60:02}")]


def move_age(surface: str, most: int, chooser: Chooser) -> list[Stretch]:
    """Return the replacement of an age by another age, at most ``most`` years apart, or []."""
    found = list(numbers(surface))
    if len(found) != 1 or not 0 < found[0].value < 100 or not most:
        return []
    number = found[0]
    ages = [
        number.value + by for by in range(-most, most + 1) if by and 0 < number.value + by < 100
    ]
    chosen = chooser.choose("age", str(number.value), one_of(list(map(str, ages))), free=True)
    new = _like_number(surface[number.start : number.end], int(chosen)) if chosen else ""
    return [(number.start, number.end, new)] if new else []
