"""Which category a name belongs to: a pure function of the name, its label and its context.

The evidence is asked in this order: the ruleset's own terms; how the name is written (an
address); the whole name in a list; its head words; parts of it that are in a list. A whole
name goes before head words because it is the stronger of the two: Lake Forest is no forest.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from anonfilter_categories.context import Context
from anonfilter_categories.heads import by_head
from anonfilter_categories.knowledge import Knowledge, knowledge
from anonfilter_categories.names import key_of

_PEOPLE = re.compile(r"(?:\s+|-)?(?:people|person|m[ae]n|wom[ae]n|citizens?|nationals?)$")
_BOUND = re.compile(r"^(?:non|ex|anti|pro|half|neo|semi|pre|post|pan|un)-")
_DIRECTION = re.compile(
    r"^(?:(?:north|south|east|west)(?:ern|east|west|eastern|western)?|central|upper|lower|inner|outer"
    r"|mid|greater|downtown|uptown|midtown|metro|metropolitan|rural|continental|mainland)[ -](?=\w)"
)
_SHORT = 2


class Classified(NamedTuple):
    """A category, "" if there is no finer one than the label; the form of the name that all its
    spellings share; and whether the words around the name decided."""

    category: str
    canonical: str
    by_context: bool = False


def categorise(
    surface: str, label: str, context: Context | None = None, known: Knowledge | None = None
) -> Classified:
    """The category and the canonical form of a name that was detected as ``label``."""
    known = known or knowledge()
    context = context or Context()
    key = key_of(surface)
    plain = key.replace(",", "")
    if key in known.own:
        return Classified(known.own[key], plain)
    for shape in known.shapes:
        if shape.regex.search(" ".join(surface.split())):
            return Classified(shape.category, plain)
    listed = _listed(surface, key, label, context, known)
    if listed is not None:
        return listed
    category = by_head(key, known.head_words) or _by_part(key, label, known)
    return Classified(category, plain)


def _listed(
    surface: str, key: str, label: str, context: Context, known: Knowledge
) -> Classified | None:
    """The whole name in a list. What bears several kinds of name is settled by context."""
    plain = key.replace(",", "")
    candidates = _candidates(surface, plain, label, known)
    if not candidates:
        return None
    if len(candidates) > 1 or plain in known.defaults:
        place = context.kind_of_place(candidates, known)
        if place:
            return Classified(place, _canonical(place, candidates, plain, known), True)
    if "NATIONALITY" in candidates or "LANGUAGE" in candidates:
        if "LANGUAGE" in candidates and context.is_spoken():
            return Classified("LANGUAGE", plain, True)
    default, canonical = known.defaults.get(plain, ("", ""))
    if default in candidates:
        return Classified(default, canonical)
    families = sorted(known.families, key=lambda family: family != label)
    order = [category for family in families for category in known.families[family]]
    best = min(candidates, key=lambda one: order.index(one) if one in order else len(order))
    return Classified(best, candidates[best])


def _canonical(category: str, candidates: dict[str, str], plain: str, known: Knowledge) -> str:
    default, canonical = known.defaults.get(plain, ("", ""))
    return canonical if category == default else candidates[category]


def _candidates(surface: str, plain: str, label: str, known: Knowledge) -> dict[str, str]:
    """Every category whose lists hold the name, with the canonical form for it."""
    for form in _forms(plain):
        found = dict(known.terms.get(form, ()))
        if found and _abbreviates(form, surface):
            found = {}
        if form == plain and label != "NRP":
            gazetteer = known.gazetteer
            if form in gazetteer.cities or (label == "LOCATION" and form in gazetteer.towns):
                found.setdefault("CITY", form)
            if label == "LOCATION" and form in gazetteer.counties:
                found.setdefault("COUNTY", f"{form} county")
        if found:
            return found
    return {}


def _abbreviates(form: str, surface: str) -> bool:
    """Whether a name is too short to be one in lower case: "in" is not Indiana, "IN" may be."""
    return len(form) <= _SHORT and "." not in surface and not surface.strip().isupper()


def _forms(plain: str) -> list[str]:
    """The name and what it may be a plural or a compound of: Canadians, Irishmen."""
    forms = [plain]
    if plain.endswith("s"):
        forms += [plain[:-1], plain[:-2]] if plain.endswith("es") else [plain[:-1]]
    person = _PEOPLE.sub("", plain)
    if person != plain and len(person) > _SHORT:
        forms.append(person)
    return forms


def _by_part(key: str, label: str, known: Knowledge) -> str:
    """The category that a listed part of the name suggests."""
    place = key.split(",")[0].strip()
    inner = _DIRECTION.sub("", place)
    if inner != place:
        return _around(inner, known)
    if place != key:
        found = _candidates(place, place, label, known)
        if found:
            return min(found, key=_position(known))
    if label == "NRP":
        return _group(key, known)
    return ""


def _around(inner: str, known: Knowledge) -> str:
    """What a part of the named place is: northern Italy a region, downtown Oakland a district."""
    found = set(_candidates(inner, inner, "LOCATION", known))
    if found & {"COUNTRY", "STATE", "PROVINCE", "CONTINENT", "REGION"}:
        return "REGION"
    return "DISTRICT" if found & {"CITY", "COUNTY"} else ""


def _group(key: str, known: Knowledge) -> str:
    """The last part of a compound: Irish Catholics, Afro-Cuban, non-Muslim."""
    parts = re.split(r"[\s-]+", _BOUND.sub("", key))
    for part in reversed(parts):
        found = [
            category
            for category in _candidates(part, part, "NRP", known)
            if category in known.families["NRP"]
        ]
        if found:
            return min(found, key=_position(known))
    return ""


def _position(known: Knowledge):  # type: ignore[no-untyped-def]
    order = [category for family in known.families.values() for category in family]
    return lambda category: order.index(category) if category in order else len(order)
