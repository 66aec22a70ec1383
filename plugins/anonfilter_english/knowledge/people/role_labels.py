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
    """Return the lists of ``role_labels.yaml`` by name."""
    data = table("role_labels")
    read = {name: frozenset(plain(str(word)) for word in words) for name, words in data.items()}
    return {**read, "heads": read["heads"] | read["address"]}


def plain(word: str) -> str:
    """Return a word in lower case, without points and a final comma."""
    return word.casefold().replace(".", "").rstrip(",")


def is_role(word: str) -> bool:
    """Return True for a word that can be a part of a role."""
    return plain(word) in lists()["heads"] | lists()["modifiers"]


def role_length(words: Sequence[str]) -> int:
    """Return how many first words are a role: three in "DEPUTY DISTRICT ATTORNEY Bell"."""
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
    """Return True for a role with words that belong to it: "CDCR Staff Assistant"."""
    parts = [part for word in words for part in word.split("-")]
    if len(parts) < 2 or plain(parts[-1]) not in lists()["heads"]:
        return False
    acronyms = len(parts) > 2
    return all(_is_about_roles(part, acronyms=acronyms) for part in parts)


def _is_about_roles(written: str, *, acronyms: bool) -> bool:
    """Return True for a word that can belong to a role; most such words need a capital."""
    word = plain(written).removesuffix("'s")
    if word in lists()["heads"] | lists()["modifiers"]:
        return True
    usual = word in terms("cover", "words")
    if not written[:1].isupper() or (not usual and (may_be_given(word) or is_family_name(word))):
        return False
    if usual or is_common(word):
        return True
    # Imported here because few labels need the lists of places and languages.
    from anonfilter_english.knowledge.categories.category_lists import gazetteer, knowledge

    if "LANGUAGE" in knowledge().terms.get(word, ()):
        return True
    is_acronym = len(word) <= _ACRONYM and written.isupper() and word.isalpha()
    if not (acronyms and is_acronym):
        return False
    return word not in gazetteer().towns and word not in gazetteer().cities
