"""Read letters spelled one by one: "J-O-N-E-S", "j o n e s", "J. O. N. E. double S"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from anonfilter.text.values import hide_values
from anonfilter_english.knowledge.word_lists import HESITATION, alternatives, table, terms

UNCONFIRMED = "letters"  # the rule of letters that are masked only if they spell a known name

LETTER = r"(?<![\w@/])(?<!\w')[^\W\d_](?![\w@]|'\w)"
GAP = r"[\s.,;\-\u2014\u2026]{1,8}"


@hide_values
@dataclass(frozen=True, slots=True)
class Grammar:
    """The regexes by which spelled letters are read, and the meanings of words among them."""

    unit: re.Pattern[str]
    link: re.Pattern[str]
    chain: re.Pattern[str]
    joints: Mapping[str, str]
    repeats: Mapping[str, int]


@cache
def grammar() -> Grammar:
    """Return the regexes, which are compiled from word lists when first needed."""
    words = table("spelling")
    joints, repeats = words["joints"], words["repeats"]
    modifier = rf"(?:(?:{alternatives(terms('spelling', 'modifiers'))})[\s-]{{1,4}})"
    unit = rf"""(?ix:
        (?P<before>(?<!\w){modifier}{{1,3}}+)?
        (?:(?<!\w)(?P<repeat>{"|".join(repeats)})[\s-]{{1,4}}(?P<repeated>{LETTER})
          |(?<!\w)(?P<count>two|three)\s{{1,4}}(?P<counted>[^\W\d_])'s(?!\w)
          |(?P<plain>{LETTER}))
    )"""
    link = rf"""(?ix:
        (?P<gap>{GAP}(?:{HESITATION}\b{GAP}){{0,3}}+)
        (?:(?P<joint>{"|".join(joints)}){GAP})?
    )"""
    letter, between = (re.sub(r"\(\?P<\w+>", "(?:", pattern) for pattern in (unit, link))
    chain = rf"{letter}(?:{between}{letter})++"
    return Grammar(re.compile(unit), re.compile(link), re.compile(chain), joints, repeats)


_HESITATED = re.compile(rf"\b{HESITATION}\b", re.I)
_NEXT = re.compile(r"\s+([^\W\d_]+(?:'[^\W\d_]+)?)")
_STUTTERED = re.compile(r"-(?P<first>[^\W\d_])[^\W\d_]")
_EXPLAINED = re.compile(r"[\s,]{1,3}(?:as|like|is)\s{1,3}in\b", re.I)
_PAUSE = re.compile(r"[,;\u2014\u2026]|--|\.\.")
_NEUTRAL = -1


@hide_values
@dataclass(frozen=True, slots=True)
class Unit:
    """A spelled letter, single or repeated, with words that describe it ("capital", "double").

    ``width`` is that of the gap before: 0 for a hyphen or point, 1 for a blank, 2 for a comma or
    pause, -1 if unknown. ``joint`` is the character that a word before the letter names ("hyphen").
    """

    start: int
    end: int
    text: str
    plain: bool
    width: int = _NEUTRAL
    joint: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Piece:
    """Letters without an interruption, and the word that they spell."""

    start: int
    end: int
    text: str
    units: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Chain:
    """Letters that follow one another."""

    units: tuple[Unit, ...]

    @property
    def start(self) -> int:
        return self.units[0].start

    @property
    def end(self) -> int:
        return self.units[-1].end

    @property
    def text(self) -> str:
        return "".join(unit.text for unit in self.units).casefold()

    @property
    def width(self) -> int:
        """Return the most frequent width of the gaps between the letters."""
        widths = Counter(unit.width for unit in self.units[1:] if unit.width != _NEUTRAL)
        return min(widths, key=lambda width: (-widths[width], width)) if widths else 0

    @property
    def explicit(self) -> bool:
        """Return True if a word describes a letter or a joint ("capital", "double", "hyphen")."""
        return any(not unit.plain or unit.joint for unit in self.units)


def chains(text: str, start: int, end: int) -> Iterator[Chain]:
    """Yield the runs of two letters or more in text[start:end]."""
    for match in grammar().chain.finditer(text, start, end):
        chain = chain_at(text, match.start(), match.end())
        usual = chain.width
        for units in _sentences(text, chain.units, usual):
            # "a U.S. citizen": the first letter is a word
            is_apart = len(units) > 2 and units[1].width > usual
            first = int(is_apart and units[0].plain and units[0].text.casefold() in "ai")
            apart = _is_word(text, units) or _EXPLAINED.match(text, units[-1].end)
            kept = _without_stutter(text, units[first : -1 if apart else None])
            if len(kept) > 1:
                yield Chain(tuple(kept))


def _sentences(text: str, letters: Sequence[Unit], usual: int) -> Iterator[list[Unit]]:
    """Yield the letters of each sentence: "the N-A. J-O-H-N"."""
    units = [letters[0]]
    for unit in letters[1:]:
        if usual == 0 and unit.width == 1 and "." in text[units[-1].end : unit.start]:
            yield units
            units = []
        units.append(unit)
    yield units


def _without_stutter(text: str, units: Sequence[Unit]) -> Sequence[Unit]:
    """Return the letters without those that a word repeats: "J-O-N, J-J-Jonathan"."""
    word = _STUTTERED.match(text, units[-1].end) if units else None
    if word is None or word["first"].casefold() != units[-1].text.casefold():
        return units
    at = len(units) - 1
    while at and units[at].width == 0 and units[at - 1].text == units[at].text:
        at -= 1
    return units[:at] if units[at].width else units


def _is_word(text: str, units: Sequence[Unit]) -> bool:
    """Return True if the last letter is a word of the next clause: "j o n e s I think"."""
    if len(units) < 2:
        return False
    last = units[-1]
    following = _NEXT.match(text, last.end)
    if following is None or not last.plain or last.text.casefold() not in "ai":
        return False
    if last.width == 1 and "." not in text[units[-2].end : last.start]:
        return last.text in "iI" and following[1].casefold() in terms("spelling", "verbs")
    return last.width > 0


def chain_at(text: str, start: int, end: int) -> Chain:
    """Return the letters of a stretch that contains nothing else."""
    units: list[Unit] = []
    at = start
    width, joint = _NEUTRAL, ""
    by = grammar()
    while match := by.unit.match(text, at, end):
        units.append(_unit(match, width, joint, units))
        link = by.link.match(text, match.end(), end)
        if link is None:
            break
        width, joint = _width(link["gap"]), by.joints.get((link["joint"] or "").casefold(), "")
        at = link.end()
    return Chain(tuple(units))


def _unit(match: re.Match[str], width: int, joint: str, before: Sequence[Unit]) -> Unit:
    """Return the letter, or the doubled letter, of a match."""
    if match["plain"]:
        letters = match["plain"]
    elif match["counted"]:
        letters = match["counted"] * (2 if match["count"].casefold() == "two" else 3)
    elif match["repeated"].casefold() == "u" and match["repeat"].casefold() == "double":
        letters = "w"
    else:
        letters = match["repeated"] * grammar().repeats[match["repeat"].casefold()]
    plain = match["plain"] is not None and match["before"] is None
    marked = not (plain and before and before[-1].plain)
    both = not plain and bool(before) and not before[-1].plain
    if joint or (width == 1 and marked) or both:
        width = _NEUTRAL
    return Unit(match.start(), match.end(), letters, plain, width, joint)


def _width(gap: str) -> int:
    bare = _HESITATED.sub("", gap)
    if _PAUSE.search(bare):
        return 2
    return 0 if bare.rstrip("\n") in ("-", ".") else 1


def pieces(text: str, chain: Chain) -> list[list[Piece]]:
    """Return the names that a chain of letters spells, each as one or more pieces.

    A gap that is wider than usual, "hyphen" and "space" begin a new piece. Two long pieces are two
    names; a short piece continues the piece before.
    """
    usual = chain.width
    runs: list[list[Unit]] = []
    for unit in chain.units:
        if not runs or unit.joint in ("-", " ") or unit.width > usual:
            runs.append([unit])
        else:
            runs[-1].append(unit)
    names: list[list[Piece]] = []
    for run in runs:
        if len(runs) > 1 and len(run) == 1 and run[0].plain and _stray(text, run[0], chain):
            continue
        piece = piece_of(run)
        shorter = min(len(names[-1][-1].units), len(piece.units)) if names else 0
        if names and run[0].joint not in ("-", " ") and shorter <= 2:
            names[-1].append(piece)
        else:
            names.append([piece])
    return names


def piece_of(run: Sequence[Unit]) -> Piece:
    spelled = "".join(("'" if unit.joint == "'" else "") + unit.text for unit in run)
    return Piece(run[0].start, run[-1].end, spelled.lstrip("'"), tuple(run))


def _stray(text: str, unit: Unit, chain: Chain) -> bool:
    """Return True if a single letter is not a part of the name: "J-O-N-E-S, I think"."""
    if unit.text.casefold() in "ai" and re.match(r"\s+\w", text[unit.end : unit.end + 3]):
        return True
    before = unit is not chain.units[0] and unit.width == 2
    after = unit is chain.units[0] and chain.units[1].width == 2
    return not (before or after)
