"""Draw names other than those of people for slots: bodies, brands, works, products, dates."""

from __future__ import annotations

import calendar
import random
from collections.abc import Callable
from functools import cache

from anonfilter.text.words import common_words
from training.example import EITHER
from training.names import Names, coined, table

_LETTERS = "ABCDEFGHIJKLMNOPRSTUVW"
_MONTHS = list(calendar.month_name)[1:]
_DAYS = list(calendar.day_name)


def spelled(letters: str, chance: random.Random) -> str:
    """Return letters as speech or print has them: "I B M", "I.B.M.", "IBM", "i b m"."""
    draw = chance.random()
    if draw < 0.6:
        return " ".join(letters)
    if draw < 0.7:
        return "".join(f"{letter}." for letter in letters)
    if draw < 0.8:
        return " ".join(letters).lower()
    return letters


def abbreviation(names: Names) -> str:
    """Return the abbreviation of a body, which is no everyday abbreviation such as "TV"."""
    chance = names.chance
    while True:
        letters = "".join(chance.choices(_LETTERS, k=chance.choice((2, 2, 3, 3, 3, 4))))
        if letters not in table("household_letters"):
            return spelled(letters, chance)


def household_letters(names: Names) -> str:
    """Return letters that are no name: "T V", "C D"."""
    return spelled(names.chance.choice(table("household_letters")), names.chance)


def brand(names: Names) -> str:
    """Return a make of cars or goods, a shop or a service, known or invented."""
    if names.chance.random() < 0.6:
        return str(names.chance.choice(table("brands")))
    return names.chance.choice((coined(names.chance).capitalize(), names.family(), names.word()))


def team(names: Names) -> str:
    """Return a club of players: "the Rangers", "Ellery Rangers"."""
    club = str(names.chance.choice(table("clubs")))
    return club if names.chance.random() < 0.6 else f"{names.place('city')} {club}"


def agency(names: Names) -> str:
    """Return a public body or a union."""
    chance = names.chance
    field = chance.choice(table("fields"))
    draw = chance.random()
    if draw < 0.4:
        return f"{chance.choice(('Department', 'Ministry', 'Bureau', 'Office'))} of {field}"
    if draw < 0.7:
        kind = chance.choice(("Commission", "Authority", "Agency", "Council", "Service", "Board"))
        return f"{chance.choice((names.place('state'), field, 'National'))} {kind}"
    workers = chance.choice(("Workers", "Nurses", "Teachers", "Engineers", "Carpenters"))
    return f"{chance.choice(('United', 'National', 'Federated'))} {workers}"


def school(names: Names) -> str:
    """Return a school or university."""
    kind = names.chance.choice(table("schools"))
    who = names.chance.choice((names.family(), names.place("town"), names.place("state")))
    return f"{kind} {who}" if kind.endswith(" of") else f"{who} {kind}"


@cache
def _plain_words() -> list[str]:
    return sorted(word for word in common_words() if word.isalpha() and 3 < len(word) < 9)


def plain_word(names: Names) -> str:
    """Return an ordinary word."""
    return names.chance.choice(_plain_words())


def work(names: Names) -> str:
    """Return the title of a book, film, song or game, sometimes in capitals as transcripts do."""
    chance = names.chance
    one, two = (plain_word(names).capitalize() for _ in range(2))
    title = chance.choice(table("works")).format(one=one, two=two, place=names.place("town"))
    return title.upper() if chance.random() < 0.2 else title


def law(names: Names) -> str:
    """Return a statute, a plan or a treaty."""
    chance = names.chance
    field = chance.choice(table("fields"))
    kind = chance.choice(("Act", "Code", "Ordinance", "Directive", "Treaty", "Protocol", "Plan"))
    year = f" {chance.randrange(1890, 2026)}" if chance.random() < 0.4 else ""
    return f"{field} {kind}{year}"


def event(names: Names) -> str:
    """Return a war, a storm, a feast or a tournament."""
    chance = names.chance
    kinds = ("Open", "Cup", "Festival", "Marathon", "Summit", "War", "Parade", "Fair")
    if chance.random() < 0.3:
        return str(chance.choice(table("events")))
    return f"{chance.choice((names.place('town'), names.word()))} {chance.choice(kinds)}"


def product(names: Names) -> str:
    """Return a model of a thing, a medicine, or a program: no person, whatever it looks like."""
    chance = names.chance
    name = chance.choice((coined(chance), plain_word(names), chance.choice(table("packages"))))
    draw = chance.random()
    if draw < 0.25:
        return f"{name.capitalize()} {chance.randrange(1, 900)}"
    if draw < 0.45:
        return f"{chance.choice(_LETTERS)}{chance.choice(_LETTERS)}-{chance.randrange(100)}"
    return name.capitalize() if draw < 0.75 else name


def package(names: Names) -> str:
    """Return a library, a file or a function as code names it."""
    chance = names.chance
    one, two = plain_word(names), plain_word(names)
    return chance.choice(
        (
            chance.choice(table("packages")),
            f"{one}-{two}",
            f"{one}_{two}",
            f"{one}{two}.py",
            f"{one}.{two}()",
            f"{one.capitalize()}{two.capitalize()}",
            f"@{one}/{two}",
        )
    )


def date(names: Names) -> str:
    """Return a calendar date as it is said or written."""
    chance = names.chance
    month, day = chance.choice(_MONTHS), chance.randrange(1, 29)
    year = chance.randrange(1930, 2026)
    return chance.choice(table("dates")).format(
        month=month,
        short=month[:3],
        number=_MONTHS.index(month) + 1,
        day=day,
        year=year,
        weekday=chance.choice(_DAYS),
    )


def clock(names: Names) -> str:
    """Return a time of day."""
    chance = names.chance
    hour, minute = chance.randrange(1, 13), chance.randrange(60)
    return chance.choice((f"{hour}:{minute:02}", f"{hour}:{minute:02} a.m.", f"{hour} o'clock"))


def number(names: Names) -> str:
    """Return a number that counts or identifies something, in one of many shapes."""
    chance = names.chance
    digits = "".join(chance.choices("0123456789", k=9))
    letters = "".join(chance.choices(_LETTERS, k=3))
    return chance.choice(
        (
            digits[:2],
            digits[:4],
            digits[:6],
            digits,
            f"{letters[0]}-{digits[:5]}",
            f"{letters}{digits[:6]}",
            f"{digits[:8]}-{letters[0]}",
            f"{digits[:3]}-{digits[3:7]}",
            f"{letters[:2]}{digits[:2]} {letters}",
            f"({digits[:3]}) {digits[3:6]}-{digits[5:9]}",
            f"{digits[:3]}/{digits[3:5]}",
            f"#{digits[:4]}",
        )
    )


def age(names: Names) -> str:
    """Return an age as it is said."""
    years = names.chance.randrange(3, 99)
    words = ("nineteen", "twenty-six", "thirty-eight", "fifty", "sixty-one", "ninety-two")
    return names.chance.choice((str(years), str(years), names.chance.choice(words)))


def _of(name: str) -> Callable[[Names], str]:
    return lambda names: str(names.chance.choice(table(name)))


THINGS: dict[str, tuple[str, Callable[[Names], str]]] = {
    "abbreviation": ("ORGANIZATION", abbreviation),
    "acronym": ("", _of("household_letters")),
    "age": ("", age),
    "agency": ("ORGANIZATION", agency),
    "brand": ("ORGANIZATION", brand),
    "city": ("LOCATION", lambda names: names.place("city")),
    "company": ("ORGANIZATION", Names.company),
    "country": ("LOCATION", lambda names: names.place("country")),
    "date": ("DATE", date),
    "event": ("OTHER", event),
    "group": ("NRP", _of("groups")),
    "law": ("OTHER", law),
    "letters": ("", household_letters),
    "number": ("", number),
    "package": (EITHER, package),
    "product": (EITHER, product),
    "school": ("ORGANIZATION", school),
    "state": ("LOCATION", lambda names: names.place("state")),
    "street": ("LOCATION", lambda names: names.place("street")),
    "team": ("ORGANIZATION", team),
    "time": ("TIME", clock),
    "title": ("", _of("titles")),
    "town": ("LOCATION", lambda names: names.place("town")),
    "word": ("", plain_word),
    "work": ("OTHER", work),
}
"""What a slot of each kind is labelled, nothing being an ordinary word, and how it is drawn."""
