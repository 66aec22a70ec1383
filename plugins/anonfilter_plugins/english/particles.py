"""The small words in names, in lower case."""

from __future__ import annotations

from anonfilter_plugins.english.lists import terms


def is_particle(word: str) -> bool:
    """ "van", "de": written small although it is a name's."""
    return word in terms("names", "particles")
