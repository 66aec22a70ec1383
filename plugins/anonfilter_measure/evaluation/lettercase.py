"""Convert gold to another letter case; the mentions keep their places."""

from __future__ import annotations

from dataclasses import replace

from anonfilter_measure.evaluation.gold import GoldDocument


def cased(gold: GoldDocument, case: str) -> GoldDocument:
    """Return the document in ``lower``, ``upper`` or ``title`` case, with the same length."""

    def changed(at: int, char: str) -> str:
        lower = case == "lower" or (case == "title" and _inside_word(gold.text, at))
        return _same_length(char, char.lower() if lower else char.upper())

    return replace(gold, text="".join(changed(at, char) for at, char in enumerate(gold.text)))


def _inside_word(text: str, at: int) -> bool:
    """Return True if a letter is before this place; an apostrophe begins no new word."""
    before = at - 2 if at > 1 and text[at - 1] in "'\u2019" else at - 1
    return before >= 0 and text[before].isalnum()


def _same_length(char: str, changed: str) -> str:
    """Keep a character whose change would alter the length, such as the German sharp s."""
    return changed if len(changed) == 1 else char
