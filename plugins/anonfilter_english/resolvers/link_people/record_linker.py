"""Link the mentions of one record by names, aliases, and the speakers of a conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from anonfilter.contract.document import Document
from anonfilter_english.knowledge.people.link_evidence import Evidence
from anonfilter_english.knowledge.people.person_names import Name
from anonfilter_english.resolvers.link_people.aliases import find_aliases, find_pairs
from anonfilter_english.resolvers.link_people.conversation import Conversation
from anonfilter_english.resolvers.link_people.linker import Linker
from anonfilter_english.resolvers.link_people.mentions import Link, PersonMention


class RecordLinker:
    """A linker of the mentions of each record of a document."""

    def __init__(self, document: Document, on: frozenset[Evidence], *, apart: bool) -> None:
        self._text = document.prose
        self._conversation = Conversation(document)
        self._on = on
        self._apart = apart

    def link(self, mentions: Sequence[PersonMention]) -> list[Link]:
        """Return the entity of each mention of one record, in the order of the text."""
        places = [(mention.start, mention.end) for mention in mentions]
        if Evidence.ORDER in self._on:
            mentions = _with_inverted_names(self._text, mentions)
        linker = Linker(self._on, self._conversation.preferred, apart=self._apart)
        aliases, pairs = find_aliases(self._text, places), find_pairs(self._text, places)
        return linker.link(mentions, aliases, pairs)


def _with_inverted_names(text: str, mentions: Sequence[PersonMention]) -> list[PersonMention]:
    """Return the mentions; both halves of "Okafor, Adaeze" get the full name.

    They do so only if the text also has "Adaeze Okafor".
    """
    full_names = [mention.name for mention in mentions if mention.name.full]
    full = {
        pair
        for name in full_names
        for part in name.surname
        for pair in product(name.given[0].keys, part.keys)
    }
    result = list(mentions)
    for at in range(1, len(mentions)):
        before, after = mentions[at - 1 : at + 1]
        surname, given = before.name.lone, after.name.lone
        comma = text[before.end : after.start].strip(" ") == ","
        if len(surname) != 1 or len(given) != 1 or not comma:
            continue
        if not full.isdisjoint(product(given[0].keys, surname[0].keys)):
            name = Name(given=given, surname=surname)
            result[at - 1 : at + 1] = replace(before, name=name), replace(after, name=name)
    return result
