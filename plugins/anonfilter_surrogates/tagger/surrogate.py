"""Surrogates: invented names and numbers in place of tags, of the same kind as what stood there.

The tagger mints the tags of ``roles`` and ``category``, with which the filter works, verifies and
keeps its sidecars; `anonfilter` puts the surrogates in their place when a text is let out
(``anonfilter_surrogates``). A mention without a surrogate to believe in has its tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from anonfilter_english.taggers.category.category import CategoryTagger
from anonfilter_english.taggers.role_tags import RoleTagger
from pydantic import Field as Option

from anonfilter.contract.document import Label, Mention, Replacement, TaggedMention
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName
from anonfilter_surrogates.tagger import dates
from anonfilter_surrogates.tagger.choice import Chooser
from anonfilter_surrogates.tagger.figures import figure
from anonfilter_surrogates.tagger.people import People, Stretch
from anonfilter_surrogates.tagger.things import thing

_THINGS = frozenset(("LOCATION", "ORGANIZATION", "NRP"))
_DATES = frozenset(("DATE", "DATE_OF_BIRTH"))
_ALL = "*"


class SurrogateTagger(RoleTagger):
    """``tag: surrogate`` for a label, or the labels that the settings name, whatever their tag."""

    class Config(CategoryTagger.Config):
        labels: tuple[LabelName | Literal["*"], ...] = Option(
            default=(), description="labels with surrogates besides those with this tag; '*': all"
        )
        gender: Literal["keep", "any"] = Option(
            default="keep", description="given names of the same sex, or of any"
        )
        origin: str = Option(
            default="keep",
            description="names of the same part of the world, any, or a region such as english",
        )
        weekdays: bool = Option(
            default=False, description="shift dates by whole weeks, so that weekdays stay"
        )
        ages: int = Option(
            default=2, ge=0, description="years by which an age may be off; 0: ages keep their tag"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(config, setting)
        self._settings = config
        self._name = setting.name

    def makes_surrogates(self, label: Label) -> bool:
        """Whether mentions of a label have surrogates."""
        labels = self._settings.labels
        return label.tag == self._name or _ALL in labels or label.name in labels

    def days(self, number: int) -> int:
        """What the dates of a text are shifted by, of a number that only the key tells."""
        return dates.shift(number, weekdays=self._settings.weekdays)

    def surrogates(self, tagged: Sequence[TaggedMention], chooser: Chooser) -> list[list[str]]:
        """Of each mention, what comes in place of each of its tags; "" where the tag stays."""
        people = People(
            (one.mention for one in tagged if _is_person(one.mention.label)),
            chooser, self._settings.gender, self._settings.origin,
        )  # fmt: skip
        return [
            [
                _rendered(one.mention, self._stretches(one.mention, people, chooser), part)
                if self.makes_surrogates(one.mention.label)
                else ""
                for part in one.replacements
            ]
            for one in tagged
        ]

    def _stretches(self, mention: Mention, people: People, chooser: Chooser) -> list[Stretch]:
        """What of a surface is replaced, and by what; nothing if there is no surrogate."""
        label, surface = mention.label.name, mention.surface
        if _is_person(mention.label):
            return people.stretches(mention)
        if label in _DATES:
            return dates.moved_date(surface, chooser.days)
        if label == "TIME":
            return dates.moved_time(surface, chooser.days)
        if label == "AGE":
            return dates.moved_age(surface, self._settings.ages, chooser)
        made = thing(mention, chooser) if label in _THINGS else figure(label, surface, chooser)
        return [(0, len(surface), made)] if made else []


def _is_person(label: Label) -> bool:
    """Whether it is one of people, or shares its numbers with theirs, as spelled names do."""
    return "PERSON" in (label.name, label.sequence)


def _rendered(mention: Mention, stretches: Iterable[Stretch], part: Replacement) -> str:
    """What stands in place of one tag, which may be for a part of the mention."""
    first, last = part.start - mention.span.start, part.end - mention.span.start
    made: list[str] = []
    done, any_new = first, False
    for start, end, new in stretches:
        if end <= first or start >= last:
            continue
        if start < first or end > last:
            return ""
        made += mention.surface[done:start], new
        done, any_new = end, any_new or bool(new)
    made.append(mention.surface[done:last])
    return " ".join("".join(made).split()) if any_new else ""
