"""Change annotated text as if a speech recogniser had written it.

The result has no capitals and no punctuation, and numbers in words; some words are repeated, cut
off, deleted, inserted or misheard. Each piece of the new text maps to its stretch of the original
text, so that mentions can be projected. Line ends stay, since turns do not depend on recognition.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from anonfilter_english.knowledge.people.name_parts import WORD

from anonfilter.text.values import hide_values
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.spoken_figures import digit_by_digit, ordinal, spoken

# A tag in the text is not speech; figures and letters of a code are separate pieces.
_PIECE = re.compile(
    r"(?P<tag>(?-i:\[[A-Z][A-Z0-9_]*\]))|(?P<ordinal>\d+)(?:st|nd|rd|th)\b"
    r"|(?P<number>\d{1,3}(?:,\d{3})+(?!\d)|\d+)"
    r"|(?P<clitic>(?<=\w)['\u2019](?:s|re|ve|ll|d|m)\b)"
    r"|(?P<word>[^\W\d_]+(?:['\u2019](?!(?:s|re|ve|ll|d|m)\b)[^\W\d_]+)*)|(?P<end>\n)",
    re.IGNORECASE,
)
_FILLERS = ("uh", "um", "you know", "i mean", "like", "so", "and", "the", "well", "right")
# Letters that sound alike; a misheard word has one replaced by the other.
_ALIKE = (
    ("ph", "f"),
    ("ck", "k"),
    ("c", "k"),
    ("ee", "ea"),
    ("ai", "ay"),
    ("ie", "y"),
    ("oo", "u"),
    ("th", "t"),
    ("v", "f"),
    ("d", "t"),
    ("b", "p"),
    ("m", "n"),
    ("s", "z"),
    ("ou", "ow"),
    ("ll", "l"),
    ("nn", "n"),
    ("tt", "t"),
    ("e", "i"),
    ("o", "a"),
    ("l", "r"),
    ("g", "j"),
)


@dataclass(frozen=True, slots=True)
class Rates:
    """The probability of each change, per word."""

    repeated: float = 0.02
    cut_off: float = 0.01
    deleted: float = 0.02
    inserted: float = 0.02
    misheard: float = 0.04


@hide_values
@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the new text, and its stretch of the original text.

    ``new`` is its start in the new text.
    """

    start: int
    end: int
    text: str
    new: int = 0


def recognised(gold: GoldDocument, seed: int, rates: Rates | None = None) -> GoldDocument:
    """Return the document as a recogniser would write it; it depends on text and seed only."""
    chance = random.Random(f"{seed}\n{gold.text}")  # noqa: S311 - nothing here is a secret
    pieces: list[_Piece] = []
    parts: list[str] = []
    length = 0
    for piece in _heard(gold.text, chance, rates or Rates()):
        if piece.text.startswith("'") and not (pieces and pieces[-1].end == piece.start):
            continue  # the word was deleted
        fresh = not parts or parts[-1].endswith("\n") or piece.text[0] in "'\n"
        blank = "" if fresh else " "
        pieces.append(replace(piece, new=length + len(blank)))
        parts.append(blank + piece.text)
        length += len(parts[-1])
    mentions = tuple(filter(None, (_projected(mention, pieces) for mention in gold.mentions)))
    return replace(gold, text="".join(parts), mentions=mentions)


def _heard(text: str, chance: random.Random, rates: Rates) -> Iterator[_Piece]:
    for match in _PIECE.finditer(text):
        start, end = match.span()
        words = _spoken(match)
        if match["tag"] or match["end"] or match["clitic"]:
            yield _Piece(start, end, words)
            continue
        if chance.random() < rates.inserted:
            yield _Piece(start, start, chance.choice(_FILLERS))
        if chance.random() < rates.deleted:
            continue
        if chance.random() < rates.misheard:
            words = misheard(words, chance)
        if chance.random() < rates.repeated:
            yield _Piece(start, end, words)
        if len(words) > 3 and chance.random() < rates.cut_off:
            yield _Piece(start, end, words[: chance.randrange(2, len(words) - 1)])
        yield _Piece(start, end, words)


def _spoken(match: re.Match[str]) -> str:
    if match["number"]:
        in_code = match.string[max(0, match.start() - 1) : match.start()].isalpha()
        return digit_by_digit(match["number"]) if in_code else spoken(match["number"])
    if match["ordinal"]:
        return ordinal(match["ordinal"])
    return match[0] if match["tag"] else match[0].lower().replace("\u2019", "'")


def misheard(said: str, chance: random.Random) -> str:
    """Return another spelling of similar sounds, or a filler if there is none."""
    options = [
        said.replace(old, new, 1)
        for pair in _ALIKE
        for old, new in (pair, pair[::-1])
        if old in said
    ]
    return chance.choice(options or _FILLERS)


def _projected(mention: GoldMention, pieces: list[_Piece]) -> GoldMention | None:
    """Return the mention in the new text; None if all of its words were deleted."""
    own = [
        piece
        for piece in pieces
        if mention.start < piece.end and piece.start < mention.end and piece.start < piece.end
    ]
    tokens = tuple(
        (piece.new + word.start(), piece.new + word.end())
        for piece in own
        if any(start < piece.end and piece.start < end for start, end in mention.tokens)
        for word in WORD.finditer(piece.text)
    )
    if not tokens:
        return None
    start, end = own[0].new, own[-1].new + len(own[-1].text)
    return replace(mention, start=start, end=end, tokens=tokens)
