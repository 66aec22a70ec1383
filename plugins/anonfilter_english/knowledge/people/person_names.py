"""Parse a person's name into title, given names, particles, surname and suffix."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from anonfilter.text.names import is_family_name, is_given_name, may_be_given
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_list import UNLISTED, bearers
from anonfilter_english.knowledge.people.name_parts import is_particle
from anonfilter_english.knowledge.people.name_words import Title, spellings, suffixes, titles
from anonfilter_english.knowledge.people.titles import Titles
from anonfilter_english.knowledge.word_lists import terms

_TOKEN = re.compile(
    r"(?P<initials>(?:[^\W\d_]\.){1,4})(?![^\W\d_])|(?P<suffix>[23](?:nd|rd))(?!\w)"
    r"|(?P<word>[^\W\d_]+(?:'(?!s(?!\w))[^\W\d_]+)*)(?:'s(?!\w)|'(?!\w)|\.)?|(?P<mark>,)"
)
_BEFORE = re.compile(r"(?P<word>[^\W\d_]+(?:'[^\W\d_]+)?\.?)\s+\Z")
_THE = re.compile(r"the\s", re.I)
_THE_BEFORE = re.compile(r"(?<!\w)the\s+\Z", re.I)
# a nickname within a name: Robert "Bob" Essick
_QUOTED = re.compile(
    r"""(?<=[^\W\d_.][ ])(?:"[^"\s]+"|\u201c[^\u201d\s]+\u201d|\([^()\s]+\))(?=[ ][^\W\d_])"""
)
_OCCUPATION = re.compile(r"[a-z]{3,}(?:er|or|ist|ian)")  # "Ornithologist Ann Bell"
_REACH = 40
_MOST_WORDS = 24  # of a name that are read
_NEUTRAL = Title()
_listed = Titles()


@hide_values
@dataclass(frozen=True, slots=True)
class Part:
    """A word of a name, and its place in the written name.

    ``keys`` are its ASCII spellings, ``key`` the first of them. A single letter is an initial.
    """

    written: str
    start: int
    end: int
    key: str
    keys: frozenset[str]

    @property
    def initial(self) -> bool:
        return len(self.key) == 1


Parts = tuple[Part, ...]


@hide_values
@dataclass(frozen=True, slots=True)
class Name:
    """A parsed name.

    ``lone`` is a single word that may be a given name or a surname; a title may decide this. The
    halves of a double surname are separate parts. ``family``: the name of several people, "the
    Bells".
    """

    given: Parts = ()
    surname: Parts = ()
    lone: Parts = ()
    particles: tuple[str, ...] = ()
    suffix: str = ""
    title: Title | None = None
    family: bool = False

    @property
    def full(self) -> bool:
        return bool(self.given and self.surname)

    @property
    def parts(self) -> Parts:
        return (*self.given, *self.surname, *self.lone)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(part.key for part in self.parts)

    @property
    def title_takes(self) -> str:
        return self.title.takes if self.title else ""

    @property
    def sex(self) -> str:
        return self.title.sex if self.title else ""

    @property
    def married(self) -> str:
        return self.title.married if self.title else ""


@dataclass(frozen=True, slots=True)
class _Token:
    part: Part
    hyphened: bool
    pointed: bool

    @property
    def fills(self) -> bool:
        """Return True for a filler between names, such as "of", but not for the initial "A."."""
        initial = self.pointed and self.part.initial
        return not initial and self.part.key in terms("name_words", "fillers")


def read_name(surface: str, before: str = "", *, ordered: bool = True) -> Name:
    """Parse a name; ``before`` is the text before it, which may end in a title.

    With ``ordered``, a word before a comma is the surname ("Cruz, Hector").
    """
    name = _with_parent(_read(surface, ordered), before)
    title = title_before(before) if name.title is None else None
    if title:
        return replace(name, title=title)
    several = len(name.lone) == 1 and name.title is None and name.lone[0].key.endswith("s")
    the = _THE.match(surface) or _THE_BEFORE.search(before[-_REACH:])
    return replace(name, family=True) if several and the else name


def _with_parent(name: Name, before: str) -> Name:
    """Return a single name with the "Abu" or "Umm" before it, which makes it another name."""
    match = _BEFORE.search(before[-_REACH:])
    if match is None or not name.lone or not match["word"][0].isupper():
        return name
    parent = fold(match["word"])
    if parent not in terms("name_words", "parents"):
        return name
    return replace(name, lone=(_joined(parent, name.lone[0]), *name.lone[1:]))


def _joined(parent: str, part: Part) -> Part:
    return replace(part, key=parent + part.key, keys=frozenset(parent + key for key in part.keys))


def title_before(before: str) -> Title | None:
    """Return the title at the end of the text before a name; None if there is none."""
    match = _BEFORE.search(before[-_REACH:])
    return title_of(match["word"]) if match else None


def title_of(word: str) -> Title | None:
    """Return the title for a word before a name; None if the word is no title."""
    key = fold(word.rstrip("."))
    if key in titles():
        return titles()[key]
    return _NEUTRAL if word[:1].isupper() and _listed.is_title(key) else None


@lru_cache(maxsize=65536)
def _read(surface: str, by_comma: bool) -> Name:
    tokens, commas = _tokens(_QUOTED.sub(lambda match: " " * len(match[0]), surface))
    tokens = _with_parents(_without_descriptions(tokens))
    title, tokens, commas = _without_titles(tokens, commas)
    suffix, tokens = _without_suffixes(tokens)
    tokens = [token for token in _without_origin(tokens) if not token.fills]
    if any(token.part.written[0].isupper() for token in tokens):  # "plain Jack"
        tokens = [
            token
            for token in tokens
            if token.part.written[0].isupper() or is_particle(token.part.key)
        ]
    ordered = True
    if by_comma and len(commas) == 1 and 0 < commas[0] < len(tokens):
        tokens = [*tokens[commas[0] :], *tokens[: commas[0]]]
        ordered = False
    name = _arranged(tokens, -1 if ordered else len(tokens) - commas[0])
    return replace(name, suffix=suffix, title=title)


def _tokens(surface: str) -> tuple[list[_Token], list[int]]:
    """Return the words of a name, and the indices of the words that follow a comma."""
    tokens: list[_Token] = []
    commas: list[int] = []
    for match in _TOKEN.finditer(surface):
        if len(tokens) >= _MOST_WORDS:
            break
        if match["mark"]:
            commas.append(len(tokens))
        elif match["initials"] and len(match["initials"]) == 2:
            tokens.append(_token(surface, match.start(), match.start() + 1, True))
        elif match["initials"]:
            letters = range(match.start(), match.end(), 2)
            tokens.extend(_token(surface, at, at + 1, True) for at in letters)
        else:
            if tokens and surface[tokens[-1].part.end : match.start()].startswith("'s "):
                tokens.clear()  # "Tom's Aunt Polly"
            kind = "word" if match["word"] else "suffix"
            start, end = match.span(kind)
            tokens.append(_token(surface, start, end, match[0].endswith(".")))
    return tokens, commas


def _with_parents(tokens: list[_Token]) -> list[_Token]:
    """Return the words of a name with "Abu" and "Umm" joined to the word after them."""
    for at in range(len(tokens) - 2, -1, -1):
        first, second = tokens[at], tokens[at + 1]
        parent = first.part.key
        if parent in terms("name_words", "parents") and not second.hyphened:
            part = replace(_joined(parent, second.part), start=first.part.start)
            tokens[at : at + 2] = [replace(first, part=part)]
    return tokens


def _without_descriptions(tokens: list[_Token]) -> list[_Token]:
    """Return the words of a name without a description: "the talented Miss Bell"."""
    while len(tokens) > 1:
        key, written = tokens[0].part.key, tokens[0].part.written
        small = written.islower() and not is_particle(key) and title_of(written) is None
        followed = tokens[1].part.written[0].isupper() or small
        described = tokens[0].fills or key in terms("names", "epithets")
        if not (small and any(token.part.written[0].isupper() for token in tokens)) and not (
            described and followed
        ):
            break
        tokens = tokens[1:]
    return tokens


def _without_origin(tokens: list[_Token]) -> list[_Token]:
    """Return the words of a full name without "of" and what follows: "Ann Bell of Arden".

    "St. Anne of Arden" stays whole: her place distinguishes her from other saints.
    """
    ends = (at for at, token in enumerate(tokens) if token.part.key == "of" and token.fills)
    end = next(ends, 0)
    saint = bool(tokens) and tokens[0].part.key in ("st", "saint")
    return tokens[:end] if end > 1 + saint else tokens


def _token(surface: str, start: int, end: int, pointed: bool) -> _Token:
    written = surface[start:end]
    keys = spellings(written)
    part = Part(written, start, end, min(keys), keys)
    return _Token(part, start > 0 and surface[start - 1] == "-", pointed)


def _without_titles(
    tokens: list[_Token], commas: list[int]
) -> tuple[Title | None, list[_Token], list[int]]:
    """Return the title or None, the words after it, and the indices of words after a comma."""
    found: Title | None = None  # the last title, or the last that states a sex
    at = 0
    while at < len(tokens) - 1 and not tokens[at + 1].hyphened:
        title = title_of(tokens[at].part.written) or _occupation(tokens, at)
        if title is None or (tokens[at].pointed and tokens[at].part.initial):
            break
        if found is None or title.sex or not found.sex:
            found = title
        at += 1
    return found, tokens[at:], [comma - at for comma in commas]


def _occupation(tokens: Sequence[_Token], at: int) -> Title | None:
    """Return a title for an occupation before a full name ("Scientist Tom Cruz"), or None."""
    word = tokens[at].part.key
    derived = _OCCUPATION.fullmatch(word) and bearers(word) is UNLISTED
    if len(tokens) - at < 3 or not (is_common(word) or derived):
        return None
    following = tokens[at + 1].part.key
    named = is_given_name(following) and not may_be_given(word) and not is_family_name(word)
    return _NEUTRAL if named else None


def _without_suffixes(tokens: list[_Token]) -> tuple[str, list[_Token]]:
    """Return the generation ("Jr."), and the words without it and without "Q.C."."""
    suffix = ""
    while len(tokens) > 1:
        key = tokens[-1].part.key
        if key in suffixes() and not tokens[-1].hyphened:
            suffix = suffixes()[key]
            tokens = tokens[:-1]
        elif _is_credential(key) and not tokens[-1].hyphened and tokens[-1].part.written.isupper():
            tokens = tokens[:-1]
        elif (length := _pointed_credential(tokens)) > 0:
            tokens = tokens[:-length]
        else:
            break
    return suffix, tokens


def _is_credential(key: str) -> bool:
    return key in terms("titles", "capital_credentials")


def _pointed_credential(tokens: Sequence[_Token]) -> int:
    """Return how many pointed letters at the end are a credential together: "Q.C."."""
    for length in (3, 2):
        last = tokens[-length:]
        letters = "".join(token.part.key for token in last)
        if (
            len(tokens) > length
            and all(token.pointed for token in last)
            and last[-1].part.end - last[0].part.start <= 2 * len(letters)
            and _is_credential(letters)
        ):
            return length
    return 0


def _arranged(tokens: Sequence[_Token], given: int) -> Name:
    """Divide words into given names and surname.

    The surname is the last word, with words that hyphens join to it and with particles before it.
    ``given`` is the number of given names if a comma shows it.
    """
    if not tokens:
        return Name()
    last = len(tokens) - 1
    while last > 0 and tokens[last].hyphened:
        last -= 1
    if given > 0:
        last = min(given, len(tokens) - 1)
    first = last
    while (
        first > 0
        and is_particle(tokens[first - 1].part.key)
        and not (first == 1 and tokens[0].pointed)
    ):
        first -= 1
    particles = tuple(token.part.key for token in tokens[first:last])
    parts = [token.part for token in tokens[last:]]
    halves = [part for part in parts if part is parts[-1] or not is_particle(part.key)]
    whole = "".join(particles)  # "De Bruin" is also written DeBruin
    first_half = replace(halves[0], keys=halves[0].keys | {whole + key for key in halves[0].keys})
    surname = (first_half, *halves[1:])
    givens = tuple(token.part for token in tokens[:first])
    if givens:
        return Name(given=givens, surname=surname, particles=particles)
    return Name(lone=surname, particles=particles)


def settled(name: Name) -> Name:
    """Return a name with its lone word as surname or given name, as its title requires.

    Examples: "Mr. Bell", "Aunt Peggy". A name without a title or a lone word stays as it is.
    """
    if not name.lone or name.title is None:
        return name
    if name.title.takes == "surname":
        return replace(name, surname=name.lone, lone=())
    return replace(name, given=name.lone, lone=())
