"""The words that give an original away, and the conditions for them in a text.

They are the same for the originals of one document, known in clear, and for those of a corpus,
known by keyed fingerprints.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from enum import IntFlag

from anonfilter.text.cleaning import clean
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.word_edges import as_latin
from anonfilter.text.word_index import TOKEN, Words, folded_words
from anonfilter.text.words import fold, is_common

MOST_WORDS = 31  # A longer original is compared by its first words.
SPELLED = 3  # the fewest single letters in a row that may spell a name
LONGEST_NUMBER = 40
JOINED = 6  # the fewest letters of a joined name; shorter ones may be any word
_DIGITS = 5  # the fewest digits that are no year or page number
_NUMBER, _CODE = 7, 5  # the fewest digits of a number; the fewest letters and digits of a code
_ESCAPE = re.compile(r"(?:\\(?:u[0-9A-Fa-f]{4}|[bfnrt\"/\\]))+")  # two may be one character
_PART = r"(?:[^\W\d_]\.)*[^\W\d_]+\.?"  # "Bell", "J.R.", "Jr.", but not "example.org"
_NAME = re.compile(rf"{_PART}(?:[\s'\-]+{_PART})*")
_MODALS = frozenset(("will", "may"))  # as a first name, too
_ADDRESS = re.compile(r"\s(?:dot|at)\s", re.I)  # "jane smith at example dot com" is no name


class How(IntFlag):
    """The condition under which the words of an original count in a text."""

    ANY = 0
    NUMBER = 0x20  # letters and digits in any groups
    CAPITALS = 0x40  # everyday words that are no name: only if they are capitalised
    GLUED = 0x80  # everyday words of an address or a user name: only without a blank between them
    ALWAYS = 0x100  # words that the same document has replaced: whatever is between them


def identifying_words(surface: str) -> Iterator[Words]:
    """Yield the word sequences that identify this surface in its own document.

    These are the whole surface and, for a name, each of its parts that is not a common word.
    """
    words = folded_words(surface)
    name = _is_name(surface)
    if len(words) > 1 or (words and not (name and _is_common_word(words[0])) and len(words[0]) > 2):
        yield words
    if name:
        yield from ((word,) for word in words if len(word) > 2 and not _is_common_word(word))


def everyday_surname(surface: str) -> str:
    """Return the surname of a full name if it is a common word: "baker" of "Thomas Baker".

    Return "" for all other surfaces. :func:`identifying_words` has no such word.
    """
    words = folded_words(surface)
    if len(words) < 2 or not (_is_name(surface) and may_be_given(words[0])):
        return ""
    return words[-1] if len(words[-1]) > 2 and is_common(words[-1]) else ""


def sequences(surface: str) -> Iterator[tuple[How, Words]]:
    """Yield the words that identify an original in any document, and their condition."""
    name = _is_name(surface)
    for words in identifying_words(surface):
        keys = keys_of(words)[:MOST_WORDS]
        if keys and not is_any_number("".join(keys)):
            yield _how(surface, words, name), keys
    whole = keys_of(folded_words(surface))
    joined = "".join(whole)
    enough = SPELLED if all(len(word) == 1 for word in whole) else JOINED
    if name and len(whole) > 1 and len(joined) >= enough and not is_common(joined):
        yield How.ANY, (joined,)
    if is_number(joined):
        yield How.NUMBER, (joined,)


def is_number(joined: str) -> bool:
    """Return True if letters and digits are an identifying number, however they are grouped."""
    digits = sum(map(str.isdigit, joined))
    return digits >= _NUMBER or (
        2 <= digits < len(joined) and _CODE <= len(joined) <= LONGEST_NUMBER
    )


def is_any_number(joined: str) -> bool:
    """Return True for digits alone that are as few as in years and page numbers."""
    return joined.isdigit() and len(joined) < _DIGITS


def are_digit_groups(words: Words) -> bool:
    """Return True for groups of few digits, whose meaning depends on what is between them."""
    return len(words) > 1 and len(joined := "".join(words)) < _NUMBER and joined.isdigit()


def is_verb_in_lower_case(words: Words) -> bool:
    """Return True for a name that is also a verb in lower case: "Will Grant", "May Park"."""
    return len(words) > 1 and words[0] in _MODALS and all(map(is_common, words))


def keys_of(words: Words) -> Words:
    """Return the forms in which words are compared; omit words without letters and digits."""
    return tuple(filter(None, map(key_of, words)))


def key_of(word: str) -> str:
    """Return the form in which a word is compared: folded, with letters and digits only."""
    folded = fold(word)
    return folded if folded.isalnum() else "".join(filter(str.isalnum, folded))


def as_bytes(word: str) -> bytes:
    """Return a word as UTF-8, the form in which searches compare it."""
    return word.encode("utf-8", "surrogatepass")


def readings(surface: str) -> Iterator[str]:
    """Yield the different readings of an original, each cleaned.

    These are the original as it is, with the escapes of JSON decoded, with those of markup decoded,
    and in Latin letters if its letters of other scripts look like Latin ones.
    """
    shown = TOKEN.sub(lambda match: as_latin(match[0]), surface)
    written = {surface, _unescaped(surface), html.unescape(surface), shown}
    for text in sorted(written):
        yield clean(text, 0, len(text), 0)[0]


def _unescaped(surface: str) -> str:
    def read(match: re.Match[str]) -> str:
        return str(json.loads(f'"{match[0]}"'))

    return _ESCAPE.sub(read, surface) if "\\" in surface else surface


def _how(surface: str, words: Words, name: bool) -> How:
    if len(words) == 1 or not all(map(is_common, words)):
        return How.ANY
    if not name:
        return How.ANY if any(map(str.isspace, surface)) else How.GLUED
    if is_verb_in_lower_case(words):
        return How.CAPITALS
    borne = any(may_be_given(word) or is_family_name(word) for word in words)
    return How.ANY if borne else How.CAPITALS


def _is_common_word(word: str) -> bool:
    """Return True for a word that identifies no one, such as the III of a name and of a list."""
    return is_common(word) or word == "iii"


def _is_name(surface: str) -> bool:
    """Return True for the words of a name, not for an address or a number."""
    return _NAME.fullmatch(surface) is not None and _ADDRESS.search(surface) is None
