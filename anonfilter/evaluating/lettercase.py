"""The same gold in another letter case. What must be masked stays what it was."""

from __future__ import annotations

from dataclasses import replace

from anonfilter.evaluating.gold import GoldDocument


def cased(gold: GoldDocument, case: str) -> GoldDocument:
    """The document in ``lower``, ``upper`` or ``title`` case, as long to the character."""
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
    """After a letter; an apostrophe does not begin a word anew."""
    before = at - 2 if at > 1 and text[at - 1] in "'\u2019" else at - 1
    return before >= 0 and text[before].isalnum()


def _same_length(char: str, changed: str) -> str:
    """The German sharp s has no single capital: such a letter stays, so that offsets do."""
    return changed if len(changed) == 1 else char
