"""Recognise roles in speakers' labels: "INMATE", "DEPUTY DISTRICT ATTORNEY"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.word_lists import table, terms

_ACRONYM = 5


@cache
def lists() -> Mapping[str, frozenset[str]]:
    """Return the lists of ``role_labels.yaml``, read when first needed."""
    data = table("role_labels")
    read = {name: frozenset(plain(str(word)) for word in words) for name, words in data.items()}
    return {**read, "heads": read["heads"] | read["address"]}


def plain(word: str) -> str:
    """Normalise a word: lower case, without points and a final comma."""
    return word.casefold().replace(".", "").rstrip(",")


def is_role(word: str) -> bool:
    """Return True if a word can be part of a role."""
    return plain(word) in lists()["heads"] | lists()["modifiers"]


def role_length(words: Sequence[str]) -> int:
    """Count the words of a role at the beginning: three in "DEPUTY DISTRICT ATTORNEY Bell"."""
    length = 0
    before = ""
    for at, word in enumerate(map(plain, words), start=1):
        if before in lists()["address"] and is_family_name(word):
            break  # "MR. MARSHALL"
        if word in lists()["heads"]:
            length = at
        elif word not in lists()["modifiers"]:
            break
        before = word
    return length


def is_role_phrase(words: Sequence[str]) -> bool:
    """Return True for a role with the words that belong to it: "CDCR Staff Assistant"."""
    parts = [part for word in words for part in word.split("-")]
    if len(parts) < 2 or plain(parts[-1]) not in lists()["heads"]:
        return False
    acronyms = len(parts) > 2
    return all(_is_about_roles(part, acronyms=acronyms) for part in parts)


def _is_about_roles(written: str, *, acronyms: bool) -> bool:
    """Return True for a word that can belong to a role; other words need a capital."""
    word = plain(written).removesuffix("'s")
    if word in lists()["heads"] | lists()["modifiers"]:
        return True
    usual = word in terms("cover", "words")
    if not written[:1].isupper() or (not usual and (may_be_given(word) or is_family_name(word))):
        return False
    if usual or is_common(word) or _is_language(word):
        return True
    short = len(word) <= _ACRONYM and written.isupper()
    return acronyms and short and word.isalpha() and not _is_place(word)


def _is_language(word: str) -> bool:
    # Imported here because few labels need the lists of places and languages.
    from anonfilter_english.knowledge.categories.category_lists import knowledge

    return "LANGUAGE" in knowledge().terms.get(word, ())


def _is_place(word: str) -> bool:
    from anonfilter_english.knowledge.categories.category_lists import gazetteer

    return word in gazetteer().towns or word in gazetteer().cities
