"""Convert gold to another letter case; the mentions keep their places."""

from __future__ import annotations

from dataclasses import replace

from anonfilter.evaluating.gold import GoldDocument


def cased(gold: GoldDocument, case: str) -> GoldDocument:
    """Return the document in ``lower``, ``upper`` or ``title`` case, with the same length."""
    if case == "title":
        text = "".join(
            _same_length(char, char.lower() if _inside_word(gold.text, at) else char.upper())
            for at, char in enumerate(gold.text)
        )
    else:
        text = "".join(
            _same_length(char, char.lower() if case == "lower" else char.upper())
            for char in gold.text
        )
    return replace(gold, text=text)


def _inside_word(text: str, at: int) -> bool:
    """Whether a letter stands before; an apostrophe begins no new word."""
    before = at - 2 if at > 1 and text[at - 1] in "'\u2019" else at - 1
    return before >= 0 and text[before].isalnum()


def _same_length(char: str, changed: str) -> str:
    """Keep a character whose change would alter the length, such as the German sharp s."""
    return changed if len(changed) == 1 else char
