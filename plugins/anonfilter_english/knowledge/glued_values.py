"""Separate values from letters and values that they touch: "SSN536228714", "call_4155552671_a".

Text extraction, scans, exports and file names join a value with its label, with the next word or
with another value. Detectors read such text a second time, with a blank at each joint. A *joint*
is a place where a value touches letters or another value. Since digests, versions and product codes
also mix letters and digits, a joint needs a label, or many digits and a word beside them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.number_names import is_label
from anonfilter_english.knowledge.word_lists import terms

_REACH = 160  # characters beside a joint that are read a second time
_MARKS = r"[ ()./\u2010-\u2015-]{0,3}"
_NUMBER = re.compile(rf"\d(?:{_MARKS}\d){{3,}}+")
_CODE = re.compile(r"[A-Z\d](?:[ -]?[A-Z\d]){6,}+")
_SHORT_CODE = re.compile(  # such as a number plate
    r"(?<![A-Z\d])(?=[A-Z ]{0,7}\d)(?=[\d ]{0,7}[A-Z])[A-Z\d]{2,4} ?[A-Z\d]{3,4}(?![A-Z\d])"
)
_HOUSE = re.compile(r"(?<!\w)\d{1,5} ?(?=(?P<street>(?:[A-Z][a-z]+){2,4})\b)")
_TOKEN = re.compile(r"[A-Z\d]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_BEFORE = re.compile(r"[^\W\d_]+\Z")
_CAMEL = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_FRACTION = re.compile(r"\d+\.\d+")
_DIGEST = re.compile(r"(?=[\d-]*[a-fA-F])[\da-fA-F-]{16,}")
_CODE_BEFORE, _CODE_AFTER = re.compile(r"[\w-]*\Z"), re.compile(r"[\w-]*")
_DATE = re.compile(
    r"(?<!\d)\d{1,2}(?:st|nd|rd|th)?(?: ?(?P<month>[A-Za-z]{3,9})\.?)?"
    r"[ ,]{0,2}(?:1[5-9]|20)\d\d(?!\d)"
)
_SHAPE = re.compile(
    r"\d{3}-\d\d-\d{4}|(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}|\d{4}(?:[ -]\d{4}){3}"
    r"|\d\d/\d\d/\d{4}|\d{4}-\d\d-\d\d"
)
_BAR = "|"  # between digits, where a blank could join them to one number
_LONGEST_WORD, _LONGEST_CODE = 30, 80
_PARTED = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}|\d\d(?:-\d\d){2}")  # an IP, a sort code
_LONG, _LONG_LABEL, _SHORT_WORD = 7, 4, 3


@hide_values
class Separated(NamedTuple):
    """A part of a text with a blank at each joint.

    ``start`` is the offset of the part in the text. ``blanks`` are the offsets in the part where a
    blank was added. ``joints`` are the offsets of all blanks at joints, including those that
    replaced an underscore.
    """

    text: str
    start: int
    blanks: tuple[int, ...]
    joints: tuple[int, ...]

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the place of a value in the original text; None if it touches no joint."""
        first = bisect_left(self.joints, start - 1)
        if not any(joint <= end for joint in self.joints[first : first + 1]):
            return None
        return self._original(start), self._original(end)

    def _original(self, at: int) -> int:
        return self.start + at - bisect_left(self.blanks, at)


def separated(text: str) -> Iterator[Separated]:
    """Yield the parts of a text where values touch letters or values, with blanks between."""
    numbers = {*_joints_of_numbers(text), *_joints_of_dates(text), *_joints_of_houses(text)}
    yield from _stretches(text, sorted(numbers))
    codes = {*_joints_of_codes(text), *_joints_of_short_codes(text)}
    yield from _stretches(text, sorted(codes))


def _stretches(text: str, joints: list[int]) -> Iterator[Separated]:
    """Yield the text around the joints; joints that are near each other share a part."""
    first = 0
    for at in range(1, len(joints) + 1):
        if at == len(joints) or joints[at] - joints[at - 1] > _REACH:
            yield _stretch(text, joints[first:at])
            first = at


def _stretch(text: str, joints: list[int]) -> Separated:
    """Return the text around these joints with a blank or bar at each."""
    start, end = max(0, joints[0] - _REACH), min(len(text), joints[-1] + _REACH)
    parts: list[str] = []
    blanks: list[int] = []
    places: list[int] = []
    done, length = start, 0
    for joint in joints:
        length += joint - done
        places.append(length)
        is_underscore = text[joint] == "_"
        if not is_underscore:
            blanks.append(length)
        after = joint + is_underscore
        is_inner = text[joint - 1].isdigit() and text[after : after + 1].isdigit()
        parts += text[done:joint], _BAR if is_inner else " "
        length, done = length + 1, after
    parts.append(text[done:end])
    return Separated("".join(parts), start, tuple(blanks), tuple(places))


def _joints_of_numbers(text: str) -> Iterator[int]:
    """Yield the joints of numbers with words, and the joints within these words."""
    for number in _NUMBER.finditer(text):
        start, end = number.span()
        yield from _joints_between_values(number)
        while start and text[start - 1] in "(+" and number.start() - start < 2:
            start -= 1
        is_left = start > 0 and (text[start - 1].isalpha() or text[start - 1] == "_")
        is_right = end < len(text) and (text[end].isalpha() or text[end] == "_")
        is_code = _FRACTION.fullmatch(number[0]) or _is_digest(text, start, end)
        if (is_left or is_right) and not is_code:
            yield from _joints_beside(text, start, end, is_left, is_right)


def _joints_of_dates(text: str) -> Iterator[int]:
    """Yield the joints of dates that name a month: "14March1951and", "March14, 1951"."""
    for date in _DATE.finditer(text):
        start = date.start()
        month = _LETTERS_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
        name = date["month"] or (month[0] if month is not None else "")
        if name.casefold() not in terms("dates", "months"):
            continue
        places = {date.end(), *(date.span("month") if date["month"] else (start,))}
        for at in sorted(places):
            if text[at - 1 : at].isalnum() and text[at : at + 1].isalnum():
                yield at


def _joints_of_houses(text: str) -> Iterator[int]:
    """Yield the joints of addresses: "47MapleAve", "47 MapleAve"."""
    for house in _HOUSE.finditer(text):
        humps = [hump.start() for hump in _CAMEL.finditer(house["street"])]
        if house["street"][humps[-1] :].casefold() in _street_words():
            if house[0][-1].isdigit():
                yield house.end()
            yield from (house.end() + hump for hump in humps)


@cache
def _street_words() -> frozenset[str]:
    return frozenset((*terms("places", "streets"), *terms("places", "short_streets")))


def _joints_between_values(number: re.Match[str]) -> Iterator[int]:
    """Yield the joints within digits that are several values: "536-22-8714415-555-2671"."""
    at = 0
    joints: list[int] = []
    while (shape := _SHAPE.match(number[0], at)) is not None:
        at = shape.end()
        joints.append(number.start() + at)
    if at == len(number[0]):
        yield from joints[:-1]


def _joints_beside(text: str, start: int, end: int, is_left: bool, is_right: bool) -> Iterator[int]:
    """Yield the joints of the number text[start:end], and those within the words beside it."""
    before = _LETTERS_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
    after = _LETTERS.match(text, end, end + _LONGEST_WORD)
    digits = sum(map(str.isdigit, text[start:end]))
    has_marks = not text[start:end].isdecimal()
    is_short = digits < _LONG and not (
        _PARTED.fullmatch(text, start, end) and after is not None and _is_short_word(after[0])
    )
    if is_short and not (before is not None and _ends_in_label(before[0])):
        return
    if before is None:
        is_left = is_left and digits >= _LONG
    else:
        is_left = _is_glued_before(text, before, is_marked=text[start] in "(+", has_marks=has_marks)
    if after is not None:
        is_single = after[0].islower() and not is_left
        is_right = _is_glued_after(text, after, has_marks or is_single)
    is_free = not text[start - 1 : start].isalpha() or is_left
    if is_left and (is_right or after is None):
        if before is None:
            yield start - 1
        else:
            yield start
            yield from _joints_within(before)
    if is_right and is_free:
        yield end
        if after is not None:
            yield from _joints_within(after)


def _is_glued_before(text: str, word: re.Match[str], *, is_marked: bool, has_marks: bool) -> bool:
    """Return True if a number may begin right after this word."""
    if is_marked or _ends_in_label(word[0]) or (has_marks and _is_short_word(word[0])):
        return True
    behind_digit = text[word.start() - 1 : word.start()].isdigit()
    return _is_known(word[0]) if behind_digit else _is_word(word[0])


def _is_glued_after(text: str, word: re.Match[str], takes_all: bool) -> bool:
    """Return True if a number may end right before this word.

    With ``takes_all``, a number may end before any word that no digit or underscore follows.
    """
    following = text[word.end() : word.end() + 1]
    if takes_all and not (following.isalnum() or following == "_"):
        return True
    if is_label(word[0]) or _is_known(word[0]):
        return True
    return not following.isdigit() and (_is_short_word(word[0]) or _is_word(word[0]))


def _is_short_word(word: str) -> bool:
    return len(word) > 1 and is_common(word)


def _is_known(word: str) -> bool:
    return len(word) >= _SHORT_WORD and is_common(word)


def _is_word(letters: str) -> bool:
    """Return True for a word of at least three letters, or several such words in camel case.

    Letters of a script without capitals always count as a word.
    """
    return letters.lower() == letters.upper() or all(
        len(part) >= _SHORT_WORD and (part.islower() or part.istitle() or part.isupper())
        for part in _CAMEL.split(letters)
    )


def _ends_in_label(letters: str) -> bool:
    return is_label(_CAMEL.split(letters)[-1]) or _label_at_end(letters) > 0


@lru_cache(maxsize=1024)
def _label_at_end(letters: str) -> int:
    """Return the length of the label that ends a word in one letter case, or 0: "OKAFORSSN"."""
    if is_common(letters) or is_label(letters):
        return 0
    word = letters.casefold()
    return max(
        (len(label) for label in _labels() if word.endswith(label) and len(word) > len(label) + 1),
        default=0,
    )


@cache
def _labels() -> Sequence[str]:
    """Return the labels that are recognised as a part of a word."""
    return [label for label in terms("number_names", "next_labels") if len(label) >= _SHORT_WORD]


def _joints_within(word: re.Match[str]) -> Iterator[int]:
    """Yield the joints within a word: at its inner capitals, and before a label that ends it."""
    yield from (word.start() + hump.start() for hump in _CAMEL.finditer(word[0]))
    if (length := _label_at_end(word[0])) > 0:
        yield word.end() - length


def _is_digest(text: str, start: int, end: int) -> bool:
    """Return True if a number is a part of a hexadecimal code, such as a UUID."""
    before = _CODE_BEFORE.search(text, max(0, start - 64), start)
    after = _CODE_AFTER.match(text, end, end + 64)
    whole = f"{before[0] if before else ''}{text[start:end]}{after[0] if after else ''}"
    return _DIGEST.fullmatch(whole) is not None


def _joints_of_codes(text: str) -> Iterator[int]:
    """Yield the joints of words with codes of capitals and digits: "IBANGB29NWBK…and"."""
    for code in _CODE.finditer(text):
        start, end = code.span()
        digits = sum(map(str.isdigit, code[0]))
        if digits < _LONG - 1 or not _LETTERS.search(code[0]):
            continue
        if text[start - 1 : start].islower():
            yield start
        elif text[start - 1 : start] == "_":
            yield start - 1
        yield from _joints_of_labels(code)
        yield from _joint_after_code(text, end)


def _joints_of_short_codes(text: str) -> Iterator[int]:
    """Yield the joints between short codes and everyday words: "wasAB12CDE", "AB12CDEand"."""
    for code in _SHORT_CODE.finditer(text):
        start, end = code.span()
        before = _LETTERS_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
        after = _LETTERS.match(text, end, end + _LONGEST_WORD)
        if before is not None and before[0].islower() and _is_short_word(before[0]):
            yield start
        if after is not None and after[0].islower() and _is_short_word(after[0]):
            yield end


def _joints_of_labels(code: re.Match[str]) -> Iterator[int]:
    """Yield the joints between a code and the labels and capitalised words in it."""
    for token in _TOKEN.finditer(code[0]):
        if len(token[0]) > _LONGEST_CODE or token[0].isalpha() or token[0].isdecimal():
            continue
        for letters in _LETTERS.finditer(token[0]):
            first, last = letters.span()
            length = _label_length(letters[0], first == 0, last == len(token[0]))
            start = code.start() + token.start() + first
            if first and length:
                yield start
            if length and first + length < len(token[0]):
                yield start + length


def _label_length(letters: str, is_first: bool, is_last: bool) -> int:
    """Return the length of the label or word that begins capitals in a code; 0 if there is none."""
    is_whole = is_first or is_last or len(letters) >= _SHORT_WORD
    if is_whole and is_label(letters):
        return len(letters)
    if is_last and not is_first and len(letters) >= _LONG_LABEL and is_common(letters):
        return len(letters)
    word = letters.casefold()
    length = max((len(label) for label in _labels() if word.startswith(label)), default=0)
    return length if is_first or length >= _LONG_LABEL else 0


def _joint_after_code(text: str, end: int) -> Iterator[int]:
    """Yield the joint between a code and the next word, which may begin with a capital."""
    word = _LETTERS.match(text, end, end + _LONGEST_WORD)
    if text[end : end + 1] == "_":
        yield end
    elif word is not None and word[0].islower():
        titled = text[end - 1] + word[0]
        if titled.istitle() and (is_label(titled) or is_common(titled)):
            yield end - 1
        elif len(word[0]) > 1 or not text[word.end() : word.end() + 1].isalnum():
            yield end
