"""Convert annotated text to another letter case; its mentions keep their places."""

from __future__ import annotations

from dataclasses import replace

from anonfilter_measure.evaluation.gold import GoldDocument


def cased(gold: GoldDocument, case: str) -> GoldDocument:
    """Return the document in ``lower``, ``upper`` or ``title`` case, with the same length."""

    def changed(at: int, char: str) -> str:
        lower = case == "lower" or (case == "title" and _inside_word(gold.text, at))
        other = char.lower() if lower else char.upper()
        return other if len(other) == 1 else char  # the German sharp s would become two letters

    return replace(gold, text="".join(changed(at, char) for at, char in enumerate(gold.text)))


def _inside_word(text: str, at: int) -> bool:
    """Return True if a letter is before this place; letters after an apostrophe continue a word."""
    before = at - 2 if at > 1 and text[at - 1] in "'\u2019" else at - 1
    return before >= 0 and text[before].isalnum()
