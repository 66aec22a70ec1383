"""Read a roster: a file with the names, aliases and roles of people in the documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, ValidationError
from pydantic import Field as Option
from rapidfuzz import fuzz

from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import Incomplete, RulesError, nearest
from anonfilter.files.paths import ROSTER_SUFFIXES, may_be_roster
from anonfilter.files.source_tree import DISK, Tree, read_private
from anonfilter.rules.errors import rules_error
from anonfilter.rules.find import display
from anonfilter.rules.nodes import load
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_english.knowledge.people.link_evidence import ALL
from anonfilter_english.knowledge.people.name_match import weigh_given_names
from anonfilter_english.knowledge.people.person_names import read_name
from anonfilter_english.knowledge.people.role_phrases import resolve_alias
from anonfilter_english.knowledge.word_lists import terms

_PART = re.compile(r"[^\W_]+(?:['][^\W_]+)*")
_BRACKETS = re.compile(r"\([^()]*\)")
# the least similarity of two words, in percent: long words, short words, after one first name
_NEAR, _SURE, _NEAR_IN_COMPANY = 85, 90, 75


def _as_tuple(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _with_a_word(written: str) -> str:
    if not parts_of(written):
        raise ValueError("a name needs a word of letters or digits outside brackets")
    return written


_Written = Annotated[str, AfterValidator(_with_a_word)]


class Entry(Strict):
    """A person or organisation of a roster."""

    name: _Written = Option(min_length=1, description="the full name")
    aliases: Annotated[tuple[_Written, ...], BeforeValidator(_as_tuple)] = Option(
        default=(), description="other names"
    )
    role: LabelName | None = Option(default=None, description="role in the case")


class Roster(Strict):
    """The content of a roster file (`--roster`)."""

    people: tuple[Entry, ...]


def read(path: Path, roles: Collection[str] = (), tree: Tree = DISK) -> tuple[Entry, ...]:
    """Return the entries of a roster file, with aliases of roles resolved.

    Roles must be among ``roles``; without ``roles``, any role is valid.
    """
    if not may_be_roster(str(path)):
        raise RulesError(
            f"the name of a roster must end in {', '.join(ROSTER_SUFFIXES)}",
            where=display(str(path)),
            hint="`anonfilter check --staged` recognises rosters by this suffix and refuses them.",
        )
    try:
        data = read_private(tree, path)
        text = "" if data is None else data.decode("utf-8")
    except (Incomplete, UnicodeDecodeError):
        raise RulesError("the roster cannot be read", where=str(path)) from None
    if data is None:
        raise RulesError("there is no such roster", where=str(path))
    node = load(text, str(path), private=True)
    try:
        entries = Roster.model_validate(node.plain()).people
    except ValidationError as error:
        raise rules_error(error, node, Roster, private=True) from None
    for at, entry in enumerate(entries):
        if roles and entry.role and resolve_alias(entry.role) not in roles:
            close = nearest(entry.role, list(roles))
            raise RulesError(
                "unknown role" + (f"; did you mean {close!r}?" if close else ""),
                where=str(node.locate(("people", at, "role"))),
                hint=f"Roles: {', '.join(roles)}.",
            )
    return tuple(
        entry.model_copy(update={"role": resolve_alias(entry.role)}) if entry.role else entry
        for entry in entries
    )


@hide_values
@dataclass(frozen=True, slots=True)
class _Name:
    parts: tuple[str, ...]
    entry: Entry


class RosterIndex:
    """An index of the names in a roster, to find the people that a text names."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._names: list[_Name] = []
        self._by_key: defaultdict[str, set[int]] = defaultdict(set)

    def __bool__(self) -> bool:
        return bool(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    def add(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._entries.append(entry)
            for written in (entry.name, *entry.aliases):
                parts = parts_of(written)
                for part in parts:
                    for key in _keys(part):
                        self._by_key[key].add(len(self._names))
                self._names.append(_Name(parts, entry))

    def called(self, variants: Iterable[str]) -> Entry | None:
        """Return the entry with one of these names or aliases; None if none or several have one."""
        parts = {parts_of(variant) for variant in variants}
        found = {id(name.entry): name.entry for name in self._names if name.parts in parts}
        return next(iter(found.values())) if len(found) == 1 else None

    def meant(self, variants: Iterable[str]) -> Entry | None:
        """Return the entry that fits these names best; None if none fits, or two fit equally."""
        best: dict[int, float] = {}
        variants = tuple(variants)
        for variant in variants:
            parts = parts_of(variant)
            near = {at for part in parts for key in _keys(part) for at in self._by_key.get(key, ())}
            for at in near:
                score = score_likeness(parts, self._names[at].parts)
                if score:
                    entry = id(self._names[at].entry)
                    best[entry] = max(best.get(entry, 0), score)
        best = {
            id(entry): best[id(entry)]
            for entry in self._entries
            if id(entry) in best and not any(_is_other(variant, entry) for variant in variants)
        }
        if not best:
            return None
        first, *others = sorted(best.values(), reverse=True)
        if others and others[0] == first:
            return None
        return next(entry for entry in self._entries if best.get(id(entry)) == first)


def parts_of(written: str) -> tuple[str, ...]:
    """Return the words of a name in natural order, without a legal form and brackets."""
    plain = _BRACKETS.sub(" ", written)
    parts = tuple(fold(part) for part in _PART.findall(plain))
    forms = terms("words", "company_forms") | {"the"}
    kept = tuple(part for part in parts if part not in forms) or parts
    comma = plain.partition(",")
    behind = [fold(part) for part in _PART.findall(comma[2])]
    if len(comma[0].split()) == 1 and behind and kept == parts and len(behind[0]) > 2:
        return (*behind, fold(comma[0].strip()))
    return kept


def _is_other(variant: str, entry: Entry) -> bool:
    """Return True if the given names contradict an entry: Ann Bell is not Tom Bell."""
    name = read_name(variant)
    names = (entry.name, *entry.aliases)
    given = [known.given for known in map(read_name, names) if known.full]
    if not name.full or not given:
        return False
    if any(score_likeness(parts_of(variant), parts_of(written)) for written in names):
        return False
    return not any(weigh_given_names(name.given, known, ALL, company=True) for known in given)


def _keys(part: str) -> Iterable[str]:
    """Return lookup keys of a word: its beginning and its end."""
    return (part[:1],) if len(part) < 3 else (part[:1], part[:3], part[-3:])


def score_likeness(first: Sequence[str], second: Sequence[str]) -> float:
    """Return a score of how well two names fit, 0 if they do not.

    Every word of the shorter name has its counterpart in the longer name, in order, and the
    surnames are alike. The beginning of a name ("Ann" of "Ann Bell") has a lower score. An initial
    fits any word with that letter; rapidfuzz compares misspelled words.
    """
    shorter, longer = (first, second) if len(first) <= len(second) else (second, first)
    if not shorter or not _same_surname(shorter, longer):
        return _by_first(shorter, longer)
    total = fuzz.ratio(shorter[-1], longer[-1]) / 100
    at = 0
    for part in shorter[:-1]:
        while at < len(longer) - 1 and not are_alike(part, longer[at]):
            at += 1
        if at >= len(longer) - 1:
            return 0.0
        total += 0.5 if len(part) == 1 or len(longer[at]) == 1 else 1.0
        at += 1
    return total + len(shorter) / len(longer) / 10


def _same_surname(first: Sequence[str], second: Sequence[str]) -> bool:
    """Return True if the surnames of two names are alike.

    If the first names are the same, the surnames may differ more.
    """
    if are_alike(first[-1], second[-1], whole=True):
        return True
    company = len(first) > 1 and len(first[0]) > 1 and first[0] == second[0]
    return company and fuzz.ratio(first[-1], second[-1]) >= _NEAR_IN_COMPANY


def _by_first(shorter: Sequence[str], longer: Sequence[str]) -> float:
    """Return a low score if the shorter name is the beginning of the longer name, else 0."""
    if shorter and len(shorter[0]) > 1 and tuple(shorter) == tuple(longer[: len(shorter)]):
        return 0.4 * len(shorter)
    return 0.0


def are_alike(first: str, second: str, *, whole: bool = False) -> bool:
    """Return True if two words may be the same; with ``whole``, an initial does not count."""
    if first == second:
        return True
    if min(len(first), len(second)) == 1:
        return not whole and first[0] == second[0]
    least = _SURE if min(len(first), len(second)) < 5 else _NEAR
    return fuzz.ratio(first, second) >= least
