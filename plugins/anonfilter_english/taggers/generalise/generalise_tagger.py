"""The tagger ``generalise``: tags that state something less exact than the original."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Label, Mention, Replacement
from anonfilter.contract.numbering import numbered_tag, template_for
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Generalise, Strict
from anonfilter.contract.tags import Template
from anonfilter_english.taggers.generalise import date_levels, place_levels
from anonfilter_english.taggers.generalise.levels import Generalised, Level
from anonfilter_english.taggers.generalise.number_bands import AgeBands, AmountRanges
from anonfilter_english.taggers.generalise.word_groups import OccupationGroups, OrganisationKinds


class GeneraliseTagger:
    """A tagger that gives ``[AGE: 35-39]`` or ``[DATE: May 1971]``, as `generalise:` of the label.

    If an original cannot be read with certainty, it gets the plain tag of the label. The tagger is
    used by every label with `generalise:`.
    """

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._plain = {name: template_for(label) for name, label in setting.labels.items()}
        self._levels: dict[str, Level] = {
            name: _level(label.generalise)
            for name, label in setting.labels.items()
            if label.generalise is not None
        }
        self._templates = {
            name: Template(f"[{level.stem}: {{value}}]", values=level)
            for name, level in self._levels.items()
        }

    def templates(self, label: Label) -> Iterable[Template]:
        return (self._plain[label.name], self._templates[label.name])

    def classify(self, document: Document, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """Return the mentions, cut to what is replaced; their categories are the values of tags.

        In the name of a file, which may hold no colon on some systems, the tags are plain.
        """
        by_label = defaultdict[str, list[int]](list)
        name = len(document.source.own_text)
        for at, mention in enumerate(mentions):
            first, _ = document.origin.extent(mention.span.start, mention.span.end)
            if first < name:
                by_label[mention.label.name].append(at)
        result = [replace(mention, category="") for mention in mentions]
        for label, places in by_label.items():
            found = self._levels[label].generalise(document, [mentions[at] for at in places])
            for at, value in zip(places, found, strict=True):
                result[at] = _cut(mentions[at], value)
        return result

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        label, span = mention.label.name, mention.span
        if not mention.category:
            return (numbered_tag(mention, self._plain[label], book),)
        return (Replacement(span.start, span.end, self._templates[label].mint(mention.category)),)


def _cut(mention: Mention, found: Generalised | None) -> Mention:
    if found is None:
        return replace(mention, category="")
    start = mention.span.start
    span = replace(mention.span, start=start + found.start, end=start + found.end)
    surface = mention.surface[found.start : found.end]
    return replace(mention, span=span, surface=surface, category=found.value)


def _level(settings: Generalise) -> Level:
    """Return the way to generalise that a label states."""
    if settings.band is not None:
        return AgeBands(settings.band, settings.oldest)
    if settings.range is not None:
        return AmountRanges(settings.range)
    aim = settings.to or ""
    if aim in date_levels.LEVELS:
        return date_levels.DateLevel(aim)
    if aim in place_levels.LEVELS:
        return place_levels.PlaceLevel(aim, settings.home)
    return OccupationGroups() if aim == "group" else OrganisationKinds()
