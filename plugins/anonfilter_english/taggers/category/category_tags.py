"""Tag places, organisations and groups by their finer categories."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pydantic import Field as Option

from anonfilter.contract.document import Document, Mention
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import RulesError
from anonfilter_english.knowledge.categories.category_lists import Knowledge, families, knowledge
from anonfilter_english.knowledge.categories.category_names import Classified
from anonfilter_english.taggers.category.category_minter import CategoryMinter

if TYPE_CHECKING:
    from anonfilter_english.knowledge.categories.category_context import Context


class CategoryTagger(CategoryMinter):
    """A tagger that gives ``[COUNTRY_1]`` or ``[POLICE_DEPARTMENT_1]``, else ``[LOCATION_1]``.

    The category decides, not the label: a police department that was detected as a place is tagged
    as a police department.
    """

    class Config(Strict):
        categories: dict[LabelName, tuple[LabelName, ...]] = Option(
            default_factory=dict,
            description="for a label: the finer categories that may be used; by default all",
        )
        terms: dict[LabelName, tuple[str, ...]] = Option(
            default_factory=dict,
            description="for a category: names that belong to it, before all other evidence",
        )
        head_words: dict[LabelName, tuple[str, ...]] = Option(
            default_factory=dict,
            description="for a category: last words of names that belong to it",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(_minted(config), setting)
        self._config = config
        self._known: Knowledge | None = None

    def verdicts(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Classified]:
        # Imported here because most runs classify nothing.
        from anonfilter_english.knowledge.categories.category_classifier import categorise

        if self._known is None:
            self._known = knowledge().extended(self._config.terms, self._config.head_words)
        return [
            categorise(
                mention.span.canonical or mention.surface, mention.label.name, context, self._known
            )
            for mention, context in zip(mentions, _contexts(document, mentions), strict=True)
        ]


def _minted(config: CategoryTagger.Config) -> list[str]:
    """Return the categories that this ruleset uses or adds, each once."""
    shipped = families()
    for label, wanted in config.categories.items():
        known = shipped.get(label, ())
        unknown = [name for name in wanted if name not in known]
        if not known:
            raise RulesError(
                f"{label} has no finer categories",
                hint=f"Labels with finer categories: {', '.join(shipped)}.",
            )
        if unknown:
            raise RulesError(
                f"{label} has no categories {', '.join(unknown)}",
                hint=f"Categories of {label}: {', '.join(known)}.",
            )
    used = [
        name for label, names in shipped.items() for name in config.categories.get(label, names)
    ]
    return list(dict.fromkeys((*used, *config.terms, *config.head_words)))


def _contexts(document: Document, mentions: Sequence[Mention]) -> Iterator[Context]:
    """Yield the words around each mention within its field."""
    from anonfilter_english.knowledge.categories.category_context import REACH, Context

    starts = [field.start for field in document.fields]
    for mention in mentions:
        start, end = mention.span.start, mention.span.end
        field = document.fields[max(0, bisect_right(starts, start) - 1)]
        yield Context(
            document.prose[max(field.start, start - REACH) : start],
            document.prose[end : min(field.end, end + REACH)],
        )
