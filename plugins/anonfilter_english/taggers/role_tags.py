"""Tag people by role: ``[WITNESS_1]``, with one number for each person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.numbering import numbered_tag
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.tags import Template
from anonfilter_english.knowledge.people.role_phrases import shipped_roles
from anonfilter_english.taggers.category.category_tags import CategoryTagger


class RoleTagger(CategoryTagger):
    """A tagger that gives ``[JUDGE_2]`` to a person with a role.

    Other mentions get the tag of their category.
    """

    def __init__(self, config: CategoryTagger.Config, setting: Setting) -> None:
        super().__init__(config, setting)
        self._by_role = _templates(shipped_roles())

    def know_roles(self, roles: Mapping[str, str]) -> None:
        """Add the roles that resolvers find, including roles of the rules."""
        self._by_role |= _templates(roles.values())

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        if not enabled.has_roles:
            yield "no enabled resolver finds roles (`use: roles`), so no tag states a role"

    def templates(self, label: Label) -> Iterable[Template]:
        return (*super().templates(label), *self._by_role.values())

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        by_role = self._by_role.get(mention.span.category)
        if by_role is None:
            return super().replace(mention, book)
        return (numbered_tag(mention, by_role, book),)


def _templates(roles: Iterable[str]) -> dict[str, Template]:
    return {role: Template(f"[{role}_{{n}}]", role) for role in roles}
