"""The tagger ``surrogate``: invented names and numbers of the same kind as the originals.

It gives the tags of the taggers ``roles`` and ``category``. The filter verifies the text with these
tags, and ``surrogate_placing`` replaces them with surrogates in the output. A mention without a
plausible surrogate keeps its tag.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from anonfilter_english.taggers.category.category_tags import CategoryTagger
from anonfilter_english.taggers.role_tags import RoleTagger
from pydantic import Field as Option

from anonfilter.contract.document import Label, Mention, Replacement, TaggedMention
from anonfilter.contract.plugin import EnabledPlugins, Setting
from anonfilter.contract.settings import LabelName
from anonfilter_surrogates.surrogate_choices import Chooser, Stretch
from anonfilter_surrogates.tagger import shifted_dates as dates
from anonfilter_surrogates.tagger.invented_numbers import invent_number
from anonfilter_surrogates.tagger.invented_people import People
from anonfilter_surrogates.tagger.invented_things import invent_thing

_THINGS = frozenset(("LOCATION", "ORGANIZATION", "NRP"))
_DATES = frozenset(("DATE", "DATE_OF_BIRTH"))
_ALL = "*"


class SurrogateTagger(RoleTagger):
    """A tagger that gives surrogates to labels with ``tag: surrogate`` or in its settings."""

    class Config(CategoryTagger.Config):
        labels: tuple[LabelName | Literal["*"], ...] = Option(
            default=(),
            description="more labels that get surrogates, besides those whose `tag` is this "
            "tagger; '*': all labels",
        )
        gender: Literal["keep", "any"] = Option(
            default="keep", description="given names of the same sex, or of any sex"
        )
        origin: str = Option(
            default="keep",
            description="names of the same part of the world, of any, or of a region such as "
            "english",
        )
        weekdays: bool = Option(
            default=False, description="shift dates by whole weeks, so that weekdays stay"
        )
        ages: int = Option(
            default=2,
            ge=0,
            description="number of years by which an age may differ; 0: ages keep their tag",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        super().__init__(config, setting)
        self._settings = config
        self._name = setting.name

    def lacks(self, enabled: EnabledPlugins) -> Iterator[str]:
        return iter(())  # a surrogate states no role

    def makes_surrogates(self, label: Label) -> bool:
        """Return True if mentions of a label get surrogates; generalised ones do not."""
        if label.generalise is not None:
            return False
        labels = self._settings.labels
        return label.tag == self._name or _ALL in labels or label.name in labels

    def days(self, number: int) -> int:
        """Convert a keyed number to the number of days by which the dates of a text are shifted."""
        return dates.shift(number, weekdays=self._settings.weekdays)

    def surrogates(self, tagged: Sequence[TaggedMention], chooser: Chooser) -> list[list[str]]:
        """Return the surrogates for the tags of each mention; "" for a tag that stays."""
        settings = self._settings
        mentions = (item.mention for item in tagged if _is_person(item.mention.label))
        people = People(mentions, chooser, settings.gender, settings.origin)
        return [
            [
                _write_surrogate(item.mention, self._stretches(item.mention, people, chooser), part)
                if self.makes_surrogates(item.mention.label)
                else ""
                for part in item.replacements
            ]
            for item in tagged
        ]

    def _stretches(self, mention: Mention, people: People, chooser: Chooser) -> list[Stretch]:
        """Return the replacements in the text of a mention; [] if there is no surrogate."""
        label, surface = mention.label.name, mention.surface
        if _is_person(mention.label):
            return people.stretches(mention)
        if label in _DATES:
            return dates.move_date(surface, chooser.days)
        if label == "TIME":
            return dates.move_time(surface, chooser.days)
        if label == "AGE":
            return dates.move_age(surface, self._settings.ages, chooser)
        if label in _THINGS:
            new = invent_thing(mention, chooser)
        else:
            new = invent_number(label, surface, chooser)
        return [(0, len(surface), new)] if new else []


def _is_person(label: Label) -> bool:
    """Return True if a label is for people, or is numbered together with people."""
    return "PERSON" in (label.name, label.sequence)


def _write_surrogate(mention: Mention, stretches: Iterable[Stretch], part: Replacement) -> str:
    """Return the surrogate of one tag, which may replace only a part of the mention."""
    first, last = part.start - mention.span.start, part.end - mention.span.start
    pieces: list[str] = []
    done, any_new = first, False
    for start, end, new in stretches:
        if end <= first or start >= last:
            continue
        if start < first or end > last:
            return ""
        pieces += mention.surface[done:start], new
        done, any_new = end, any_new or bool(new)
    pieces.append(mention.surface[done:last])
    return " ".join("".join(pieces).split()) if any_new else ""
