"""The base class of taggers that give tags by category.

A subclass decides the category of each mention.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Label, Mention, Replacement
from anonfilter.contract.numbering import numbered_tag, template_for
from anonfilter.contract.plugin import Setting
from anonfilter.contract.tags import Template
from anonfilter_english.knowledge.categories.category_names import Classified, key_of


class CategoryMinter(ABC):
    """A tagger that gives ``[STATE_1]`` if the rules use the category, else the label's own tag."""

    def __init__(self, categories: Iterable[str], setting: Setting) -> None:
        self._by_category = {name: Template(f"[{name}_{{n}}]", name) for name in categories}
        self._by_label: Mapping[str, Template] = {
            name: template_for(label) for name, label in setting.labels.items()
        }

    @abstractmethod
    def verdicts(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Classified]:
        """Return the category of each mention."""

    def templates(self, label: Label) -> Iterable[Template]:
        return (*self._by_category.values(), self._by_label[label.name])

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        verdicts = settled(mentions, self.verdicts(document, mentions))
        return [
            replace(
                mention,
                category=verdict.category if verdict.category in self._by_category else "",
                span=replace(mention.span, canonical=verdict.canonical),
            )
            for mention, verdict in zip(mentions, verdicts, strict=True)
        ]

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        by_label = self._by_label[mention.label.name]
        return (numbered_tag(mention, self._by_category.get(mention.category) or by_label, book),)


def settled(mentions: Sequence[Mention], verdicts: Sequence[Classified]) -> list[Classified]:
    """Return the categories of mentions, with the same category for all mentions of one entity.

    A name without evidence in its context gets the category of the same name with such evidence.
    All mentions of an entity get its most frequent category, or the first of several.
    """
    names: dict[str, Counter[Classified]] = defaultdict(Counter)
    entities: dict[str, Counter[str]] = defaultdict(Counter)
    for mention, verdict in zip(mentions, verdicts, strict=True):
        if verdict.by_context:
            names[key_of(mention.surface)][verdict] += 1
    result: list[Classified] = []
    for mention, verdict in zip(mentions, verdicts, strict=True):
        by_context = names.get(key_of(mention.surface))
        if by_context and not verdict.by_context:
            verdict = by_context.most_common(1)[0][0]
        result.append(verdict)
        if mention.span.entity and verdict.category:
            entities[mention.span.entity][verdict.category] += 1
    return [
        verdict._replace(category=entities[mention.span.entity].most_common(1)[0][0])
        if mention.span.entity in entities
        else verdict
        for mention, verdict in zip(mentions, result, strict=True)
    ]
