"""Find the category of a name from the name, its label and the words around it.

The evidence is used in this order: the ruleset's own terms; the form of the name (an address); the
whole name in a list; its head words; a part of it in a list. The whole name is stronger evidence
than a head word: Lake Forest is no forest.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.categories.category_context import Context
from anonfilter_english.knowledge.categories.category_lists import Knowledge, knowledge
from anonfilter_english.knowledge.categories.category_names import Classified, key_of
from anonfilter_english.knowledge.categories.head_words import by_head

_PEOPLE = re.compile(r"(?:\s+|-)?(?:people|person|m[ae]n|wom[ae]n|citizens?|nationals?)$")
_KIND_OF = re.compile(
    r"^(?:(?P<STATE>state|commonwealth)|(?P<PROVINCE>province)|(?P<COUNTRY>republic|kingdom)"
    r"|(?P<CITY>city|town|village)) of (?:the )?(?P<name>.+)$"
)
_DIRECTION = re.compile(
    r"^(?:(?:north|south|east|west)(?:ern|east|west|eastern|western)?|central|upper|lower|inner|outer"
    r"|mid|greater|downtown|uptown|midtown|metro|metropolitan|rural|continental|mainland)[ -](?=\w)"
)
_SHORT = 2
_DEMONYM = ("ian", "an", "n", "ese", "ite", "er", "eno")
_VOWELS = ("", "a", "e", "o", "ia", "y")


def categorise(
    surface: str, label: str, context: Context | None = None, known: Knowledge | None = None
) -> Classified:
    """Return the category and the canonical form of a name that has this label."""
    known = known or knowledge()
    context = context or Context()
    key = key_of(surface)
    plain = key.replace(",", "")
    if not plain.strip():
        return Classified("", key)
    if key in known.own:
        return Classified(known.own[key], plain)
    for shape in known.shapes:
        if shape.regex.search(" ".join(surface.split())):
            return Classified(shape.category, plain)
    listed = _listed(surface, key, label, context, known)
    if listed is not None:
        return listed
    category = by_head(key, label, known.head_words) or _by_part(key, label, known)
    return Classified(category, plain)


def _listed(
    surface: str, key: str, label: str, context: Context, known: Knowledge
) -> Classified | None:
    """Return the category of a name that is listed as a whole; None if it is not listed.

    The context chooses between several categories.
    """
    plain = key.replace(",", "")
    candidates = _candidates(surface, plain, label, known)
    if not candidates:
        return _by_kind(plain, known)
    default, canonical = known.defaults.get(plain, ("", ""))
    if len(candidates) > 1 or plain in known.defaults:
        place = context.kind_of_place(candidates, known)
        if place:
            form = canonical if place == default else candidates[place]
            return Classified(place, form, True)
    if "LANGUAGE" in candidates and context.is_spoken():
        return Classified("LANGUAGE", candidates["LANGUAGE"], True)
    if default in candidates:
        return Classified(default, canonical)
    best = min(candidates, key=_preference(known, label))
    return Classified(best, candidates[best])


def candidates(surface: str, label: str) -> dict[str, str]:
    """Return the categories whose lists have a name, each with the canonical form of the name."""
    plain = key_of(surface).replace(",", "")
    return _candidates(surface, plain, label, knowledge()) if plain.strip() else {}


def _by_kind(plain: str, known: Knowledge) -> Classified | None:
    """Return the category of a name that states its kind ("the State of California"), or None."""
    match = _KIND_OF.match(plain)
    if match is None:
        return None
    kind = next(kind for kind, word in match.groupdict().items() if word and kind != "name")
    names = _candidates(match["name"], match["name"], "LOCATION", known)
    return Classified(kind, names[kind]) if kind in names else None


def _candidates(surface: str, plain: str, label: str, known: Knowledge) -> dict[str, str]:
    """Return the categories whose lists have a normalised name, each with its canonical form."""
    found = _in_gazetteer(plain, label, known)
    # "in" is not Indiana, but "IN" may be.
    short = len(plain) <= _SHORT and "." not in surface and not surface.strip().isupper()
    if plain in known.terms and not short:
        listed = known.terms[plain]
        only_places = listed.keys() <= set(known.families["LOCATION"])
        return {**found, **listed} if only_places else listed
    if found:
        return found
    for form in _forms(plain):
        found = {
            category: canonical
            for category, canonical in known.terms.get(form, {}).items()
            if category in known.families["NRP"] or category == "GANG"
        }
        if found:
            return found
    return {}


def _in_gazetteer(plain: str, label: str, known: Knowledge) -> dict[str, str]:
    """Return the category of a city; for a name detected as a place, also of a town or county.

    Return no category for other names, and for a head word alone ("Village", "Union"), although
    there are towns with this name.
    """
    heads, gazetteer = known.head_words, known.gazetteer
    if label == "NRP" or plain in heads.last or plain in heads.minor:
        return {}
    if plain in gazetteer.cities or (label == "LOCATION" and plain in gazetteer.towns):
        return {"CITY": plain}
    if label == "LOCATION" and plain in gazetteer.counties and not is_common(plain):
        return {"COUNTY": f"{plain} county"}
    return {}


def _forms(plain: str) -> list[str]:
    """Return possible singulars: "canadian" for Canadians, "irish" for Irishmen."""
    forms = []
    if plain.endswith("s"):
        forms += [plain[:-1], plain[:-2]] if plain.endswith("es") else [plain[:-1]]
    person = _PEOPLE.sub("", plain)
    if person != plain and len(person) > _SHORT:
        forms.append(person)
    return forms


def _by_part(key: str, label: str, known: Knowledge) -> str:
    """Return the category that a listed part of a name suggests; "" if no part does."""
    place = key.split(",")[0].strip()
    inner = _DIRECTION.sub("", place)
    if inner != place:  # northern Italy is a region, downtown Oakland a district
        around = _candidates(inner, inner, "LOCATION", known).keys()
        if around & {"COUNTRY", "STATE", "PROVINCE", "CONTINENT", "REGION"}:
            return "REGION"
        return "DISTRICT" if around & {"CITY", "COUNTY"} else ""
    if place == key:  # "Schenectady N.Y."
        before, _, last = key.rpartition(" ")
        place = before if "STATE" in known.terms.get(last, ()) else ""
    if place:
        found = _candidates(place, place, label, known)
        if found:
            return min(found, key=_preference(known, label))
    if label == "NRP":
        return _group(key, known)
    return "SPORTS_TEAM" if label == "ORGANIZATION" and _is_team(key, known) else ""


def _group(key: str, known: Knowledge) -> str:
    """Return the category of a group by its last word (Irish Catholics) or its city (Tulsans).

    Return "" if neither shows it.
    """
    last = key.split()[-1]
    found = set(_candidates(last, last, "NRP", known)) & set(known.families["NRP"])
    if found:
        return min(found, key=_preference(known, "NRP"))
    singular = last.removesuffix("s")
    for ending in _DEMONYM:
        stem = singular.removesuffix(ending)
        if stem != singular and any(stem + vowel in known.gazetteer.cities for vowel in _VOWELS):
            return "NATIONALITY"
    return ""


def _is_team(key: str, known: Knowledge) -> bool:
    """Return True for the name of a team, such as a city before a plural: Rochester Jeffersons.

    A single word, or a name that does not end in a plural, must end in a word that is listed as a
    team.
    """
    words = key.split()
    if len(words) < _SHORT or not words[-1].endswith("s") or words[-1].endswith("ss"):
        return "SPORTS_TEAM" in known.terms.get(words[-1], ())
    cities = known.gazetteer.cities
    return any(" ".join(words[:at]) in cities for at in range(1, len(words)))


def _preference(known: Knowledge, label: str) -> Callable[[str], int]:
    """Return a sort key that puts categories of the label first and unknown categories last."""
    families = sorted(known.families, key=lambda family: family != label)
    order = [category for family in families for category in known.families[family]]
    return lambda category: order.index(category) if category in order else len(order)
