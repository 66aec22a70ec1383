"""Finds labels of speakers that stand in a column of their own, without a colon.

What is said begins at one place on almost every line; on some lines a few words stand left of it,
and most of these come back. A colon after them says what the column says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from anonfilter_pdf.words import Line

_LINES = 20  # fewer tell nothing
_ALIGNED = 0.3  # of the size of the letters: the same place
_APART = 2.0  # of the size: how far right of the labels speech begins, at least
_MOST_WORDS = 6
_SPEECH, _LABELLED = 0.85, (0.03, 0.9)  # of the lines: those with speech, those with a label
_RECURRING = 0.5  # of the labels come back


def labelled(lines: Sequence[Line]) -> dict[int, int]:
    """Return, by the number of a line, how many of its words are a label of such a column."""
    if len(lines) < _LINES:
        return {}
    starts = Counter(round(line.x0) for line in lines)
    left = min(starts, key=lambda x: (starts[x] < _LABELLED[0] * len(lines), x))
    size = sorted(line.size for line in lines)[len(lines) // 2]
    right = Counter(
        round(word.x0)
        for line in lines
        for word in line.words[: _MOST_WORDS + 1]
        if word.x0 > left + _APART * size
    )
    if not right:
        return {}
    speech = right.most_common(1)[0][0]
    cells = {at: _cell(line, speech) for at, line in enumerate(lines)}
    found = {at: words for at, words in cells.items() if words}
    texts = Counter(_text(lines[at], words) for at, words in found.items())
    share = len(found) / len(lines)
    recurring = sum(count for count in texts.values() if count > 1)
    if (
        sum(words is not None for words in cells.values()) < _SPEECH * len(lines)
        or not _LABELLED[0] <= share <= _LABELLED[1]
        or recurring < _RECURRING * len(found)
    ):
        return {}
    return {at: words for at, words in found.items() if _text(lines[at], words)[-1].isalnum()}


def _cell(line: Line, speech: float) -> int | None:
    """Return how many words stand left of the speech: none, where a line goes on; nothing, where
    no word begins where speech does."""
    for at, word in enumerate(line.words[: _MOST_WORDS + 1]):
        if abs(word.x0 - speech) <= _ALIGNED * word.size + 0.5:
            return at
    return None


def with_colon(line: Line, words: int) -> str:
    """Return the text of a line with a colon after its label."""
    return f"{_text(line, words)}: {' '.join(word.text for word in line.words[words:])}"


def _text(line: Line, words: int) -> str:
    return " ".join(word.text for word in line.words[:words])
