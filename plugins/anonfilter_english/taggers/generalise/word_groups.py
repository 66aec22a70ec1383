"""Generalise occupations to groups and organisations to kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property

from anonfilter.contract.document import Document, Mention
from anonfilter_english.knowledge.categories.category_classifier import categorise
from anonfilter_english.knowledge.categories.category_lists import families
from anonfilter_english.knowledge.categories.category_names import key_of
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.taggers.generalise.levels import Generalised


@cache
def occupation_groups() -> Mapping[str, str]:
    """Return the group of each listed occupation."""
    return {
        key_of(title): group
        for group, titles in table("occupations")["groups"].items()
        for title in titles
    }


class OccupationGroups:
    """Groups of occupations: ``[OCCUPATION: Health Professionals]``.

    The last words of a title decide: a senior staff nurse is a nurse.
    """

    stem = "OCCUPATION"

    @cached_property
    def _values(self) -> frozenset[str]:
        return frozenset(occupation_groups().values())

    def __contains__(self, value: object) -> bool:
        return value in self._values

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        return [_group(mention.surface) for mention in mentions]


def _group(surface: str) -> Generalised | None:
    words = key_of(surface).split()
    groups = occupation_groups()
    for first in range(len(words)):
        title = " ".join(words[first:])
        group = next((groups[form] for form in _singulars(title) if form in groups), "")
        if group:
            return Generalised(group, 0, len(surface))
    return None


def _singulars(title: str) -> tuple[str, ...]:
    """Return a title, and its singular if it may be a plural."""
    return (title, title.removesuffix("s"), title.removesuffix("es"), title.replace("men", "man"))


class OrganisationKinds:
    """Kinds of organisations: ``[ORGANIZATION: hospital]``."""

    stem = "ORGANIZATION"

    @cached_property
    def _values(self) -> frozenset[str]:
        return frozenset(map(_written, families()["ORGANIZATION"]))

    def __contains__(self, value: object) -> bool:
        return value in self._values

    def generalise(
        self, document: Document, mentions: Sequence[Mention]
    ) -> Sequence[Generalised | None]:
        kinds = (_written(categorise(item.surface, item.label.name).category) for item in mentions)
        return [
            Generalised(kind, 0, len(item.surface)) if kind in self._values else None
            for kind, item in zip(kinds, mentions, strict=True)
        ]


def _written(category: str) -> str:
    return category.replace("_", " ").lower()
