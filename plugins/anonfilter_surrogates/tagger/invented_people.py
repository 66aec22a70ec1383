"""Invent names of people: given names, surnames and initials that agree.

A word of a name has the same surrogate in all texts: relatives keep a common surname, and "Jane"
becomes the given name in the surrogate of "Jane Smith". All mentions of a person together decide
whether a word is a given name or a surname, and the sex of the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.people.name_parts import WORD, is_particle
from anonfilter_english.knowledge.people.name_words import names_and_nicknames, suffixes
from anonfilter_english.knowledge.people.person_names import (
    Name,
    Part,
    read_name,
    settled,
    title_of,
)
from anonfilter_english.knowledge.word_lists import terms

from anonfilter.contract.document import Mention
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_surrogates.surrogate_choices import Chooser, Stretch, one_of
from anonfilter_surrogates.tagger.name_pools import HOME, RARE, given_names, surnames

_LETTERS = "ABCDEGHJKLMNPRSTW"
_SPELLED = 3  # the least number of single letters that spell a name


@hide_values
@dataclass(slots=True)
class Person:
    """The given names, surnames and sex of a person, read from all mentions of that person."""

    given: dict[str, None] = field(default_factory=dict)
    surnames: dict[str, None] = field(default_factory=dict)
    sex: str = ""


class People:
    """The people of one text; all of their mentions are read before the first surrogate is chosen.

    ``gender`` and ``origin`` are settings of the rules: "keep", "any", or a region of the list of
    names.
    """

    def __init__(
        self, mentions: Iterable[Mention], chooser: Chooser, gender: str, origin: str
    ) -> None:
        self._chooser = chooser
        self._gender, self._origin = gender, origin
        self._persons: dict[str, Person] = {}
        for mention in mentions:
            self._learn(mention)

    def _learn(self, mention: Mention) -> None:
        person = self._persons.setdefault(_identity(mention), Person())
        for written in filter(None, (mention.span.canonical, mention.surface)):
            name = settled(read_name(written))
            person.given.update((part.key, None) for part in name.given if not part.initial)
            person.surnames.update((part.key, None) for part in name.surname if not part.initial)
            sexes = (name.sex, *(bearers(part.key).sex for part in name.given[:1]))
            person.sex = person.sex or next((sex for sex in sexes if sex in ("f", "m")), "")

    def stretches(self, mention: Mention) -> list[Stretch]:
        """Return the replacements in a mention; [] if a part of the name would stay."""
        if fold(mention.surface).strip(".") in terms("titles", "capital_credentials"):
            return []
        person = self._persons[_identity(mention)]
        if spelled := self._spelled(mention, person):
            return spelled
        name = settled(read_name(mention.surface))
        found = list(self._parts(mention, name, person))
        particles = list(_particles(mention.surface, name))  # they are dropped with the surname
        complete = all(new for *_, new in found)
        whole = complete and _has_all_words(mention.surface, [*found, *particles])
        return sorted([*found, *particles]) if found and whole else []

    def _parts(self, mention: Mention, name: Name, person: Person) -> Iterator[Stretch]:
        known = settled(read_name(mention.span.canonical)) if mention.span.canonical else name
        for own, full, given in (
            (name.given, known.given, True),
            (name.surname, known.surname, False),
            (name.lone, known.lone, None),
        ):
            full = full if len(full) == len(own) else own
            for part, whole in zip(own, full, strict=True):
                family = name.family or part.key[:-1] in person.surnames
                plural = part.key.endswith("s") and (family or part.key[:-1] == whole.key)
                word = whole.key[:-1] if plural and whole.key == part.key else whole.key
                start, end, new = self._part(part, word, person, given)
                yield start, end, new + "s" * (plural and bool(new))

    def _part(self, part: Part, word: str, person: Person, given: bool | None) -> Stretch:
        """Return the replacement of a part of a name; ``word`` is the part without a plural "s"."""
        given = _is_given(word, person) if given is None else given
        if part.initial:
            new = self._initial(part.key, person, given)
        elif given:
            new = self._given(word, person)
        else:
            new = self._surname(word)
        return part.start, part.end, _cased(new, part.written)

    def _given(self, word: str, person: Person) -> str:
        """Return the surrogate of a given name; a nickname has that of the full name."""
        full = max(
            (word, *(name for name in person.given if name in names_and_nicknames(word))), key=len
        )
        sex = bearers(name_key(full)).sex
        if self._gender == "any":
            sex = ""
        elif sex not in ("f", "m"):
            sex = person.sex
        pools = (given_names(sex, region) for region in (self._region(full), RARE))
        return self._chosen("given", full, pools)

    def _surname(self, word: str) -> str:
        pools = (surnames(region) for region in (self._region(word), RARE))
        return self._chosen("surname", word, pools)

    def _chosen(self, kind: str, word: str, pools: Iterable[Sequence[str]]) -> str:
        """Return an allowed name from the first list that has one; "" if no list has."""
        names = (self._chooser.choose(kind, word, one_of(pool)) for pool in pools)
        return next(filter(None, names), "")

    def _initial(self, letter: str, person: Person, given: bool) -> str:
        """Return the initial of the surrogate for the name with this initial, or any letter."""
        words = person.given if given else person.surnames
        full = next((word for word in words if word.startswith(letter)), "")
        if full:
            return (self._given(full, person) if given else self._surname(full))[:1]
        kind = "given initial" if given else "surname initial"
        return self._chooser.choose(kind, letter, one_of(_LETTERS), free=True)

    def _region(self, word: str) -> str:
        """Return the region to choose a name from, by the settings and the origin of the word."""
        if self._origin == "any":
            return HOME
        if self._origin != "keep":
            return self._origin
        regions = bearers(name_key(word)).regions
        return regions[0] if regions and HOME not in regions else HOME

    def _spelled(self, mention: Mention, person: Person) -> list[Stretch]:
        """Return the replacement of a spelled name, spelled in the same way: J-O-N-E-S."""
        letters = [match for match in WORD.finditer(mention.surface) if len(match[0]) == 1]
        words = list(WORD.finditer(mention.surface))
        if len(letters) < _SPELLED or len(letters) < len(words):
            return []
        canonical = mention.span.canonical
        word = fold("".join(match[0] for match in letters))
        if canonical and len(canonical.split()) == 1:
            word = name_key(canonical)
        new = self._given(word, person) if _is_given(word, person) else self._surname(word)
        between = mention.surface[letters[0].end() : letters[1].start()]
        written = between.join(_cased(new, "XX" if letters[-1][0].isupper() else "x"))
        return [(letters[0].start(), letters[-1].end(), written)] if new else []


def _identity(mention: Mention) -> str:
    return mention.span.entity or fold(mention.span.canonical or mention.surface)


def _is_given(word: str, person: Person) -> bool:
    """Return True if a lone word is a given name by the person's other mentions, or in general.

    A word that is a surname in the other mentions is no given name.
    """
    if word in person.surnames:
        return False
    if word in person.given or any(name in names_and_nicknames(word) for name in person.given):
        return True
    known = bearers(name_key(word))
    return known.given >= known.surname and known.given > 0


def _particles(surface: str, name: Name) -> Iterator[Stretch]:
    for word in WORD.finditer(surface):
        if fold(word[0]) in name.particles:
            blank = surface[word.end() : word.end() + 1].isspace()
            yield word.start(), word.end() + blank, ""


def _has_all_words(surface: str, found: Sequence[Stretch]) -> bool:
    """Return True if no word of a name is outside these stretches."""
    for word in WORD.finditer(surface):
        if any(start <= word.start() and word.end() <= end for start, end, _ in found):
            continue
        if fold(word[0]) in ("s", *suffixes()) or title_of(word[0]) is not None:
            continue
        if word[0].islower() and not is_particle(word[0]) and bearers(name_key(word[0])).given == 0:
            continue
        return False
    return True


def _cased(new: str, written: str) -> str:
    """Write a name in the letter case of another one."""
    if written.islower():
        return new.lower()
    return new.upper() if written.isupper() and (len(written) > 1 or len(new) == 1) else new
