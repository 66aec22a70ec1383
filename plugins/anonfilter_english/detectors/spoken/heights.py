"""Recognise heights: "six foot two", "5'11\"", "he's six-two", "one meter eighty"."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter_english.detectors.spoken.person_cues import after_person
from anonfilter_english.knowledge.number_words import Number
from anonfilter_english.knowledge.spoken_numbers import Hit, Reading, compiled, extended, listed
from anonfilter_english.knowledge.word_lists import HESITATION

_FEET = r"(?:\s+and\s+a\s+half|\s1/2|\s?½)?[\s-]{0,3}(?:feet|foot|ft\b\.?)|\s?'(?![a-z])"
_INCHES = r"[\s-]{0,3}(?:inch(?:es)?|in\b\.?(?!\s+[a-z])|\"|'')"
_HALF = r"(?:\s+and\s+a\s+(?:half|quarter)|\s[13]/[248]|\s?[½¼¾])?"
_HALF_INCH = r"[\s,]{1,3}(?:and\s+)?(?:a\s+)?half(?:\s+(?:an?\s+)?inch)?\b"
_TO_INCHES = rf"[\s,-]{{0,3}}(?:and\s{{1,3}})?(?:{HESITATION}[\s,]{{1,3}})?\Z"
_PAIRED = rf"(?:[\s-]{{1,3}}|,?\s{{1,3}}(?:{HESITATION}),?\s{{1,3}})\Z"
_NEAR_LAST_HEIGHT = 80
_ELSEWHERE = (
    r"[\s-]{0,3}(?:away|from|off|apart|long|wide|deep|thick|behind|back|in\s+front|of|under|"
    r"underwater|below|above|down|up|out|square|by|per|x|ahead|inside|over|across)\b"
)
_FAR = r"[^.!?]{0,25}\b(?:away|from|back|behind|apart)\b"
_METERS = r"[\s-]{0,3}(?:met(?:er|re)s?)\b"
_CENTIMETERS = r"[\s-]{0,3}(?:cm|centimet(?:er|re)s?)\b"
_DECIMAL = r"(?<![\w.,])[12][.,]\d{1,2}\s?(?:m|met(?:er|re)s?)\b"

_CUE = r"\b(?:height|how\s+tall|tall|stand(?:s|ing)?|stood|measure[sd]?|described\s+as)\b"
_PUT_AT = (
    r"\b(?:puts?|had|has|lists?|listed|measured)\s{1,3}(?:him|her|me|you|them)\s{1,3}"
    r"(?:down\s{1,3})?(?:at|as)\s{1,3}\Z"
)

FEET, INCHES = range(3, 9), range(12)
_NONE = (Number(0, 0, -1, ""),) * 4


def find(reading: Reading) -> Iterator[Hit]:
    """Yield the heights of people in a text."""
    last: Hit | None = None
    for at, number in enumerate(reading.numbers):
        if last is not None and number.start < last.end:
            continue
        hit = _height(reading, at, number, last)
        if hit is not None:
            yield hit
            last = hit
    for match in compiled(_DECIMAL).finditer(reading.text):
        if _is_persons(reading, match.start(), match.end(), reach=20):
            yield Hit(*match.span(), "HEIGHT", "meters")


def _height(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    if number.ordinal:
        return None
    if number.value in FEET:
        feet = compiled(_FEET).match(reading.text, number.end)
        if feet:
            return _height_in_feet(reading, at, number, feet.end())
        return _two_numbers(reading, at, number, last)
    return _metric_height(reading, at, number, last)


def _height_in_feet(reading: Reading, at: int, number: Number, unit_end: int) -> Hit | None:
    """Return the height in "six foot two", "5 feet and 11 inches" or "six feet tall", or None."""
    text = reading.text
    following = reading.numbers[at + 1] if at + 1 < len(reading.numbers) else None
    if (
        following is not None
        and following.value in INCHES
        and not following.ordinal
        and compiled(_TO_INCHES).match(text[unit_end : following.start])
    ):
        end = extended(_HALF, text, following.end)
        inches = compiled(_INCHES).match(text, end)
        explicit = text[number.end] in "'" or "foot" in text[number.end : unit_end].casefold()
        if inches:
            end = inches.end()
        if compiled(_ELSEWHERE).match(text, end):
            return None
        if inches or reading.ends_at(end) or (explicit and not reading.counts_at(end)):
            return Hit(number.start, end, "HEIGHT", "feet and inches")
    half = compiled(_HALF_INCH).match(text, unit_end)
    if half and "inch" in half[0].casefold():
        return Hit(number.start, half.end(), "HEIGHT", "feet and inches")
    if _is_height_in_feet(reading, number, unit_end):
        return Hit(number.start, unit_end, "HEIGHT", "feet")
    return None


def _is_height_in_feet(reading: Reading, number: Number, end: int) -> bool:
    """Return True for feet without inches that are a person's height: "a six-foot man"."""
    text = reading.text
    if compiled(_ELSEWHERE).match(text, end):
        return False
    things = compiled(listed("tall_things"))
    if things.search(reading.before(number.start, 40)) or things.search(reading.after(end, 25)):
        return False
    if compiled(r"[\s-]{1,3}(?:tall|in\s+height|even|flat|nothing|er\b)").match(text, end):
        return True
    person = rf"[\s-]{{1,3}}(?:tall[\s,-]{{1,3}})?(?:\w+[\s-]{{1,3}})?{listed('people')}"
    if compiled(person).match(text, end):
        return True
    if not reading.ends_at(end) or compiled(_FAR).match(text, end):
        return False
    return after_person(reading, number.start) or _is_cued(reading, number.start, end, reach=30)


def _two_numbers(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    """Return the height in two numbers ("six-two") if the context shows that it is one, or None."""
    following = reading.numbers[at + 1] if at + 1 < len(reading.numbers) else None
    if following is None or following.value not in INCHES or following.ordinal:
        return None
    if number.value not in range(4, 8) or number.spelled != following.spelled:
        return None
    gap = reading.gap(at)
    if not compiled(_PAIRED).match(gap) or (not number.spelled and "-" not in gap):
        return None
    end = extended(_HALF, reading.text, following.end)
    inches = compiled(_INCHES).match(reading.text, end)
    if inches:
        end = inches.end()
    elif not reading.ends_at(end) and not compiled(r"\s+tall\b").match(reading.text, end):
        return None
    if compiled(r"\s*(?:when|years?|o'clock|[ap]\.?m\b)").match(reading.text, end):
        return None
    sure = (
        inches or _is_after_height(number, last) or _is_cued(reading, number.start, end, reach=40)
    )
    if sure or (
        number.spelled and (after_person(reading, number.start) or _is_before_height(reading, at))
    ):
        return Hit(number.start, end, "HEIGHT", "pair", 0.85)
    return None


def _is_after_height(number: Number, last: Hit | None) -> bool:
    """Return True if the last find is a height right before the number."""
    return last is not None and number.start - last.end < _NEAR_LAST_HEIGHT


def _is_before_height(reading: Reading, at: int) -> bool:
    """Return True if another height follows directly: "five ten, five eleven?"."""
    feet, _, again, more = (number.value for number in (*reading.numbers, *_NONE)[at : at + 4])
    joined = compiled(r"\s*(?:,\s*)?(?:or\s+|maybe\s+)?\Z").match(reading.gap(at + 1))
    near = feet == again and compiled(_PAIRED).match(reading.gap(at + 2))
    return bool(joined and near) and more in INCHES


def _metric_height(reading: Reading, at: int, number: Number, last: Hit | None) -> Hit | None:
    text = reading.text
    meters = compiled(_METERS).match(text, number.end)
    following = reading.numbers[at + 1] if at + 1 < len(reading.numbers) else None
    if number.value in (1, 2) and meters and following is not None:
        near = compiled(r"[\s,]{1,3}(?:and\s+)?\Z").match(text[meters.end() : following.start])
        unit = compiled(_CENTIMETERS).match(text, following.end)
        if near and following.value in range(1, 100) and (unit or reading.ends_at(following.end)):
            return Hit(number.start, unit.end() if unit else following.end, "HEIGHT", "metric")
    centimeters = compiled(_CENTIMETERS).match(text, number.end)
    if centimeters and number.value in range(50, 250):
        end = centimeters.end()
        if _is_persons(reading, number.start, end, reach=30) or _is_after_height(number, last):
            return Hit(number.start, end, "HEIGHT", "metric")
    return None


def _is_persons(reading: Reading, start: int, end: int, *, reach: int) -> bool:
    """Return True for a person's height: "she was 160 centimeters"."""
    if compiled(_ELSEWHERE).match(reading.text, end):
        return False
    put = compiled(_PUT_AT).search(reading.before(start)) is not None
    return put or after_person(reading, start) or _is_cued(reading, start, end, reach=reach)


def _is_cued(reading: Reading, start: int, end: int, *, reach: int) -> bool:
    """Return True if a word for height is near, or a weight follows."""
    before = compiled(rf"{_CUE}[^.!?]{{0,{reach}}}\Z")
    if before.search(reading.before(start)):
        return True
    if compiled(r"[^.!?,]{0,12}\b(?:tall|in\s+height)\b").match(reading.text, end):
        return True
    return compiled(rf"[^.!?]{{1,30}}?{listed('weights')}").match(reading.text, end) is not None
