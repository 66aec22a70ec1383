"""Recognise times of day: "ten forty-five", "quarter to five", "fourteen hundred hours"."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import (
    Hit,
    Reading,
    compiled,
    extended,
    hedges,
    listed,
)
from anonfilter_english.knowledge.word_lists import HESITATION

_HALF_DAY = r"\s{0,3}-?\s{0,2}(?:[ap]\s?\.\s?m\b\.?|[ap]\s?m\b(?!')|o'?\s?clock\b)"
_PAST = r"\s{1,3}(?:minutes?\s{1,3})?(?:past|to|till|til|after|before|of)\s{1,3}\Z"
_FRACTION = (
    r"(?<!\w)(?:half\s{1,3}(?:past|after)|(?:a\s{1,3})?quarter\s{1,3}(?:past|to|till|til|after|of|before))"
    rf"\s{{1,3}}(?:{HESITATION},?\s{{1,3}})?\Z"
)
_WITHIN = rf"(?:\s{{1,3}}|\s?-\s?|,?\s+{HESITATION},?\s+)\Z"
_HOURS = r"[\s-]{1,3}(?:hours|hrs)\b(?!\s+(?:of|a|per|in|later|ago|straight))"
_TO = rf"\s*(?:-|,?\s*\b(?:to|until|till|and|or|through|,\s*maybe|{HESITATION})\b|,)\s*\Z"


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the times of day in a text."""
    last: Hit | None = None
    for at, number in enumerate(reading.numbers):
        if last is not None and number.start < last.end:
            continue
        hit = _time(reading, at, number, last)
        if hit is not None:
            if last is None or last.end < hit.start:
                yield from _window(reading, at, hit)
            yield hit
            last = hit


def _time(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    if number.ordinal:
        return None
    military = _military(reading, at, number)
    if military:
        return military
    if number.value not in range(1, 13):
        return _minutes_past(reading, at, number)
    fraction = compiled(_FRACTION).search(reading.before(number.start, 40))
    if fraction:
        end = extended(_HALF_DAY, reading.text, number.end)
        if end > number.end or not reading.counts_at(end):
            return Hit(number.start - len(fraction[0]), end, "TIME", "quarter to")
    return _minutes_past(reading, at, number) or _hour(reading, at, number, last)


def _hour(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    """Return the time in "ten forty-five", "ten oh five" or "nine in the morning"; else None."""
    text = reading.text
    for last_number in _minutes(reading, at):
        end = reading.numbers[last_number].end
        whole = extended(_HALF_DAY, text, end)
        if whole > end:
            return Hit(number.start, whole, "TIME", "clock")
        if _is_of_day(reading, number.start, end) and not _is_measure(reading, number.start):
            return Hit(number.start, end, "TIME", "part of day")
        if last_number > at and _is_cued(reading, number, end, last):
            return Hit(number.start, end, "TIME", "cued", 0.8)
    return _bare_hour(reading, at, number, last)


def _bare_hour(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    """Return the time in "starts at ten", or either time in "Monday, eight to five"; else None."""
    if not reading.ends_at(number.end) and not compiled(_TO).match(reading.gap(at)):
        return None
    before = reading.before(number.start)
    if last is not None and last.rule == "open" and last.end > number.start - 12:
        return Hit(number.start, number.end, "TIME", "closed", 0.75)
    daily = compiled(
        rf"{listed('daily')}[\s,]{{1,3}}(?:at|by|till|until|around)\s{{1,3}}{hedges()}\Z"
    )
    if reading.ends_at(number.end) and daily.search(before):
        return Hit(number.start, number.end, "TIME", "hour", 0.75)
    following = reading.numbers[at + 1] if at + 1 < len(reading.numbers) else None
    opens = compiled(rf"{listed('open_hours')}[^.?!]{{0,25}}\Z").search(before)
    if (
        opens
        and following is not None
        and following.value in range(1, 13)
        and not following.ordinal
        and compiled(r"\s*(?:to|till|until|-)\s*\Z").match(reading.gap(at))
        and (reading.ends_at(following.end) or compiled(_WITHIN).match(reading.gap(at + 1)))
        and not _is_measure(reading, number.start)
    ):
        return Hit(number.start, number.end, "TIME", "open", 0.75)
    return None


def _minutes(reading: Reading, at: int) -> Iterator[int]:
    """Yield the index of the last number of each possible time at an hour, the longest time first.

    For "ten oh five", that is the index of "five", then that of "ten".
    """
    numbers = reading.numbers
    if compiled(_WITHIN).match(reading.gap(at)) and at + 1 < len(numbers):
        minute = numbers[at + 1]
        has_zero = minute.value == 0 and compiled(_WITHIN).match(reading.gap(at + 1))
        if has_zero and at + 2 < len(numbers) and numbers[at + 2].value in range(10):
            yield at + 2
        if minute.value in range(10, 60) and not minute.ordinal:
            yield at + 1
    yield at


def _is_of_day(reading: Reading, start: int, end: int) -> bool:
    """Return True if a part of the day follows an hour: "at nine tonight"."""
    part = compiled(rf"[\s,]{{1,3}}(?P<part>{listed('parts_of_day')})").match(reading.text, end)
    if part is None:
        return False
    before = reading.before(start)
    if compiled(rf"{listed('before_hour')}[\s,]{{1,3}}{hedges()}\Z").search(before):
        return True
    alone = compiled(rf"(?:\A|[.,;:?!-])\s*{hedges()}\Z").search(before)
    return alone is not None and part["part"].casefold().startswith(("in the", "at night"))


def _is_cued(reading: Reading, number: Number, end: int, last: Hit | None) -> bool:
    """Return True if "at", "the time is" or another time precedes, and no unit follows."""
    if not number.spelled or not reading.ends_at(end) or _is_measure(reading, number.start):
        return False
    if last is not None and compiled(_TO).match(reading.text[last.end : number.start]):
        return True
    cue_before = compiled(rf"{listed('before_time')}[\s,:]{{1,3}}{hedges()}\Z")
    cue = cue_before.search(reading.before(number.start))
    if cue is None:
        return False
    sure = compiled(r"(?:at|until|till|by|time\b.*|clock says)\b").match(cue[0]) is not None
    it_is = cue[0][:2].casefold() == "it" and compiled(r"\b(?:oh|\w+ty|\w+teen|five|ten)\Z").search(
        reading.text[number.start : end]
    )
    around = f"{reading.before(number.start)} | {reading.after(end, 40)}"
    return sure or it_is is not None or compiled(listed("clock")).search(around) is not None


def _is_measure(reading: Reading, start: int) -> bool:
    return compiled(listed("not_a_clock")).search(reading.before(start, 30)) is not None


def _minutes_past(reading: Reading, at: int, number: Number) -> Hit | None:
    """Return the time in "ten to five" or "twenty minutes past six"; else None."""
    if number.value not in range(1, 30) or at + 1 >= len(reading.numbers):
        return None
    hour, gap = reading.numbers[at + 1], reading.gap(at)
    past = compiled(_PAST).match(gap)
    if past is None or hour.value not in range(1, 13) or hour.ordinal:
        return None
    end = extended(_HALF_DAY, reading.text, hour.end)
    if end == hour.end and not reading.ends_at(end):
        return None
    is_clear = "minute" in gap.casefold() or compiled(r"\s*(?:past|after|till|til)\b").match(gap)
    cued = compiled(
        r"(?:\bat|\bit's|\bit\s+was|\bit\s+is|\btime\s+(?:is|was))\s+(?:about\s+|around\s+|like\s+)?\Z"
    )
    if number.value % 5 and "minute" not in gap.casefold():
        return None
    if (is_clear and (number.value % 5 == 0) and number.spelled) or cued.search(
        reading.before(number.start, 30)
    ):
        return Hit(number.start, end, "TIME", "minutes past")
    return None


def _military(reading: Reading, at: int, number: Number) -> Hit | None:
    """Return the time in "fourteen hundred hours" or "zero six thirty hours"; else None."""
    numbers, text = reading.numbers, reading.text
    if not number.spelled:
        return None
    if number.value == 0 and at + 1 < len(numbers) and compiled(_WITHIN).match(reading.gap(at)):
        first = numbers[at + 1]
        if first.value in range(100, 1000, 100) and first.spelled:
            hours = compiled(_HOURS).match(text, first.end)
            return Hit(number.start, hours.end() if hours else first.end, "TIME", "military")
        hit = _with_hours(reading, at + 1, number.start)
        if hit:
            return hit
    if number.value in range(1000, 2500, 100):
        hours = compiled(_HOURS).match(text, number.end)
        cue = compiled(r"\b(?:at|by|until|around|about)\s+\Z").search(
            reading.before(number.start, 12)
        )
        if hours or (cue and cue[0].casefold().startswith("at") and reading.ends_at(number.end)):
            return Hit(number.start, hours.end() if hours else number.end, "TIME", "military")
    return _with_hours(reading, at, number.start) if number.value in range(10, 24) else None


def _with_hours(reading: Reading, at: int, start: int) -> Hit | None:
    """Return the time in an hour with minutes before "hours" ("six thirty hours"); else None."""
    for last in _minutes(reading, at):
        hours = compiled(_HOURS).match(reading.text, reading.numbers[last].end)
        if hours and last > at:
            return Hit(start, hours.end(), "TIME", "military")
    return None


def _window(reading: Reading, at: int, hit: Hit) -> Iterator[Hit]:
    """Yield the hour before a time: "eight to four thirty", "between nine and ten fifteen"."""
    if at == 0 or reading.numbers[at].start != hit.start:
        return
    other = reading.numbers[at - 1]
    between = reading.text[other.end : hit.start]
    if other.value not in range(1, 13) or other.ordinal or not compiled(_TO).match(between):
        return
    if "," not in between and compiled(r"\b(?:from|between|at|around|about|like)\s+\Z").search(
        reading.before(other.start, 12)
    ):
        yield Hit(other.start, other.end, "TIME", "window", 0.8)
