"""Recognise sentences and names within code."""

from __future__ import annotations

import re

_WORD = re.compile(r"[\"'(\[]*+([^\W\d_]++(?:['\u2019-][^\W\d_]++)*+)([.,;:!?\u2026\"')\]]*+)\Z")
_SIGNS = re.compile(r"(?:#++|//++|--|/?\*++/?|%++|;++|\"\"\"|'''|<!--|-->|[-+>|$])\Z")
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_SEPARATOR = re.compile(r"[;|,\t](?=[^\s;|,])")
_NO_ROW = re.compile(r"[(){}\[\]<>=\n]")
_CELLS = 3  # the least number of cells of a row
_SHARE = 0.75  # the least share of words among the parts between spaces
_MANY = 8  # so many words are prose without capitals and punctuation
_LONGEST = 2000  # characters that are examined


def is_prose(text: str) -> bool:
    """Return True if a text is mostly words, with capitals or punctuation.

    Tags do not count as words, and neither do the separators of a row: `412;Bell;Leeds;No`.
    """
    text = text[:_LONGEST]
    if "</" in text:
        text = _TAG.sub(" ", text)
    row, separators = _SEPARATOR.subn(" ", text)
    if separators + 1 >= _CELLS and not _NO_ROW.search(text):
        text = row
    parts = [part for part in text.split() if not _SIGNS.match(part)]
    words = [word for part in parts if (word := _WORD.match(part)) is not None]
    if len(words) < 2 or len(words) < _SHARE * len(parts):
        return False
    capitals = sum(word[1][0].isupper() for word in words)
    ends = sum(word[2][-1:] in (".", "!", "?") for word in words)
    return capitals >= 2 or ((capitals or len(words) > 3) and ends > 0) or len(words) >= _MANY
