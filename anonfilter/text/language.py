"""Recognises documents in another language by their function words.

A few dozen function words make up a third of running English, whatever the subject. A list of names
or a table has no function words and passes.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from importlib import resources

_WORD = re.compile(r"[^\W\d_]+")
_ENOUGH_WORDS = 50
_ENOUGH_LETTERS = 120
_ENOUGH_DIFFERENT = 5
_SAMPLE = 200_000


@cache
def _function_words() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the name and the function words of each known language, by its code."""
    text = (
        resources.files("anonfilter.text").joinpath("data", "function_words.tsv").read_text("utf-8")
    )
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {code: (name, tuple(words.split())) for code, name, words in rows}


def foreign_language(text: str, expected: str) -> str:
    """Return the language or script of a text if it is clearly not the expected one; else ""."""
    languages = _function_words()
    if expected not in languages:
        return ""
    sample = text[:_SAMPLE]
    script = _other_script(sample)
    if script:
        return script
    words = Counter(map(str.lower, _WORD.findall(sample)))
    total = sum(words.values())
    if total < _ENOUGH_WORDS:
        return ""
    shares = {
        code: sum(words[word] for word in listed) / total for code, (_, listed) in languages.items()
    }
    best = max(shares, key=lambda code: (shares[code], code == expected))
    different = sum(word in words for word in languages[best][1])
    if different < _ENOUGH_DIFFERENT:  # one English word many times, such as "met" or "die"
        return ""
    if best != expected and shares[best] >= 0.18 and shares[expected] < shares[best] / 2:
        return languages[best][0]
    return ""


def _other_script(text: str) -> str:
    """Return the script of most letters; "" if it is Latin, or if there are few letters."""
    if text.isascii():
        return ""
    scripts: Counter[str] = Counter()
    for char, count in Counter(text).items():
        if char.isalpha():
            latin = char < "\u0250" or unicodedata.name(char, "").startswith("LATIN")
            script = "Latin" if latin else unicodedata.name(char, "UNKNOWN").split()[0].title()
            scripts[script] += count
    if not scripts or scripts.total() < _ENOUGH_LETTERS:
        return ""
    script, count = scripts.most_common(1)[0]
    return f"text in {script} script" if script != "Latin" and 2 * count > scripts.total() else ""
