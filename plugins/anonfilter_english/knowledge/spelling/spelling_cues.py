"""Decide by context whether letters spell a name."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from anonfilter_english.knowledge.spelling.spelled_letters import GAP, Chain
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, terms

REACH, NEAR = 12, 3  # words between a cue and the letters
_WINDOW = 160
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|\ufffc")
_BEFORE = re.compile(r"([^\W\d_]+(?:'[^\W\d_]+)*)[^\S\n]+\Z")
_NEXT = re.compile(r"[\s,.\-]{1,4}([^\W\d_]+)")
_COMPOUND = re.compile(r"-(?:[^\W\d_]{2,}|\d)|\d")
_HANDLE = re.compile(r"\s+(?:at\s+(?:\w+\s+){1,3}dot|dot|underscore)\s+\w|@", re.I)
_NAME = re.compile(r"\.?\s+[A-Z][^\W\d_]+")
_CAPITAL = re.compile(r"(?<!\w)[A-Z](?=[\w']{2})")
_ABBREVIATION = re.compile(r"(?<=[a-z,] )[A-Z]{2,5}(?=[ ,.;:]{1,2}[a-z])")


@cache
def _pattern(key: str, form: str) -> re.Pattern[str]:
    words = alternatives(terms("spelling", key))
    return re.compile(form.replace("WORDS", rf"(?<!\w)(?:{words})(?!\w)"), re.I)


def words_since_cue(text: str, start: int, since: int) -> int | None:
    """Return how many words follow the last cue such as "spell"; None without a near cue."""
    first = max(since, start - _WINDOW)
    found = list(_pattern("cues", "WORDS").finditer(text, first, start))
    if not found:
        return None
    between = sum(1 for _ in _WORD.finditer(text, found[-1].end(), start))
    return between if between <= REACH else None


def announced(text: str, start: int, since: int) -> bool:
    """Return True if "that's", "with" or the like stands right before the letters."""
    form = rf"WORDS(?:{GAP}(?:{HESITATION}|an?)\b)?[\s,.:\-\"]{{1,6}}\Z"
    return _pattern("near_cues", form).search(text, max(since, start - 40), start) is not None


def explained(text: str, end: int, until: int) -> bool:
    """Return True if "is how you spell it" or the like follows the letters."""
    return _pattern("after", r"[\s,.]{1,4}WORDS").match(text, end, min(until, end + 60)) is not None


def asks(text: str) -> bool:
    """Return True if a text asks for another name or spelling."""
    return _pattern("cues", "WORDS").search(text) is not None


def is_thing(text: str, start: int, since: int) -> bool:
    """Return True if a determiner shows that letters name a thing: "the F-B-I", "my G-E-D"."""
    word = _BEFORE.search(text, max(since, start - 30), start)
    return word is not None and word[1].casefold() in terms("spelling", "determiners")


def is_compound(text: str, chain: Chain, since: int, until: int) -> bool:
    """Return True if letters are joined to a word or number: "b-b-but", "A-B-12"."""
    before = text[max(since, chain.start - 2) : chain.start]
    tied = len(before) == 2 and before[1] == "-" and before[0].isalnum()
    return tied or _COMPOUND.match(text, chain.end, until) is not None


def is_stutter(text: str, chain: Chain, until: int) -> bool:
    """Return True for letters of a stutter: "I-I-I", "I-A-I", "W-I, I don't"."""
    letters = set(chain.text)
    if letters <= {"a", "i"} or is_repeated(chain):
        return True
    if len(letters) == 2 and chain.width > 0 and letters & {"a", "i"}:
        return True
    following = _NEXT.match(text, chain.end, until)
    return (
        len(chain.units) <= 3
        and following is not None
        and following[1].casefold().startswith(chain.units[-1].text.casefold())
    )


def is_repeated(chain: Chain) -> bool:
    """Return True if each run of joined letters repeats one letter: "I-I-I", "I-I-I, b-b"."""
    runs: list[list[str]] = []
    for unit in chain.units:
        if not runs or unit.width > 0:
            runs.append([])
        runs[-1].append(unit.text.casefold())
    several = all(len(run) > 1 for run in runs)
    return len(set(chain.text)) == 1 or (several and all(len(set(run)) == 1 for run in runs))


def is_initials(text: str, chain: Chain, until: int) -> bool:
    """Return True for initials before a name: "J. R. Smith"."""
    gap = text[chain.units[0].end : chain.units[1].start]
    return (
        gap.startswith(".")
        and len(chain.units) <= 3
        and _NAME.match(text, chain.end, until) is not None
    )


def is_handle(text: str, chain: Chain) -> bool:
    """Return True for letters of a spoken address: "j o n e s at mail dot com"."""
    return _HANDLE.match(text, chain.end, chain.end + 80) is not None


def is_heading(text: str, chain: Chain) -> bool:
    """Return True for letters in a line of spaced capitals: "S U M M A R Y"."""
    start = text.rfind("\n", max(0, chain.start - _WINDOW), chain.start) + 1
    end = text.find("\n", chain.end, chain.end + _WINDOW)
    line = text[start : end if end >= 0 else chain.end + _WINDOW].split()
    return all(len(word) == 1 and word.isupper() for word in line)


def is_alphabet(letters: str) -> bool:
    """Return True for letters in the order of the alphabet: "A, B, C"."""
    return all(ord(after) - ord(before) == 1 for before, after in pairwise(letters))


def is_word_like(letters: str) -> bool:
    """Return True for letters with both vowels and consonants."""
    vowels = sum(letter in "aeiouy\u00e1\u00e9\u00ed\u00f3\u00fa\u00f6\u00fc" for letter in letters)
    return 0 < vowels < len(letters)


def is_expanded(text: str, chain: Chain) -> bool:
    """Return True for letters that abbreviate the words right before or after them."""
    if len(chain.units) < 3:
        return False
    before = _initials(text, max(0, chain.start - 100), chain.start)
    after = _initials(text, chain.end, chain.end + 100)
    return before.endswith(chain.text) or after.startswith(chain.text)


def _initials(text: str, start: int, end: int) -> str:
    return "".join(match[0] for match in _CAPITAL.finditer(text, start, end)).casefold()


def abbreviations(text: str) -> frozenset[str]:
    """Return the abbreviations in capitals within text in lower case: "got a CDW for it"."""
    return frozenset(match[0].casefold() for match in _ABBREVIATION.finditer(text))
