"""Recognise speaker labels without a colon that are in a separate column.

The speech begins at the same place on almost every line. On some lines a few words are to its left,
and most of these words recur. A colon is added after such a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from anonfilter_pdf.pdf_words import Line

_LINES = 20  # fewer lines show nothing
_ALIGNED = 0.3  # distance of words at the same place, in font sizes
_APART = 2.0  # least distance of the speech from the labels, in font sizes
_MOST_WORDS = 6
_SPEECH, _LABELLED = 0.85, (0.03, 0.9)  # share of lines with speech, and with a label
_RECURRING = 0.5  # share of labels that occur more than once


def find_labels(lines: Sequence[Line]) -> dict[int, int]:
    """Return the number of words in each label, by the index of its line."""
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
    cells = {at: _count_label_words(line, speech) for at, line in enumerate(lines)}
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


def _count_label_words(line: Line, speech: float) -> int | None:
    """Return the number of words left of the speech; None if no word begins where speech does."""
    for at, word in enumerate(line.words[: _MOST_WORDS + 1]):
        if abs(word.x0 - speech) <= _ALIGNED * word.size + 0.5:
            return at
    return None


def add_colon(line: Line, words: int) -> str:
    """Return the text of a line with a colon after its label."""
    return f"{_text(line, words)}: {' '.join(word.text for word in line.words[words:])}"


def _text(line: Line, words: int) -> str:
    return " ".join(word.text for word in line.words[:words])
