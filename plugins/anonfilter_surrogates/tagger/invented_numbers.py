"""Invent numbers and network addresses of the same shape that are never in real use.

Telephone numbers are reserved for fiction (555-0100 to 555-0199). Mail and web addresses belong to
example.org, and network addresses to documentation (RFC 5737, 3849, 7042). A card number has a
wrong checksum, and a social security number a beginning that is never issued.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable
from random import Random

from anonfilter_english.detectors.patterns.validators import luhn
from anonfilter_english.knowledge.number_words import DIGITS, UNITS

from anonfilter.contract.numbering import as_key
from anonfilter.text.words import fold, is_common
from anonfilter_surrogates.surrogate_choices import Chooser, generator
from anonfilter_surrogates.tagger.name_pools import HOME, given_names, surnames

_LETTERS = "ABCDEGHJKLMNPRSTWXZ"
_WORD = re.compile(r"[^\W\d_]{2,}")
_HOSTS = ("example.org", "example.com", "example.net")
_NETS = ("192.0.2", "198.51.100", "203.0.113")
_MAC = re.compile(r"[0-9a-f]{2}([:.-]?)[0-9a-f]{2}", re.I)
_SCHEME = re.compile(r"(?:https?://)?(?:www\.)?", re.I)
_COORDINATE = re.compile(r"(-?)(\d{1,3})\.(\d+)")

_SPOKEN = ("zero", *UNITS)
_SPOKEN_ADDRESS = re.compile(r"\sat\s.+\sdot\s", re.I)

Invent = Callable[[str, Random], str]


def invent_number(label: str, surface: str, chooser: Chooser) -> str:
    """Return the surrogate of a number or an address; "" if it has no shape to keep."""
    if not surface.isascii():
        return ""
    invent = INVENTORS.get(label, same_shape)
    words = surface.split()
    if words and all(word.casefold() in DIGITS for word in words):
        read = "".join(str(DIGITS[word.casefold()]) for word in words)
        chosen = invent_number(label, read, chooser)
        return " ".join(_SPOKEN[int(digit)] for digit in chosen) if chosen.isdigit() else ""
    return chooser.choose(
        label, as_key(surface), lambda number: invent(surface, generator(number)), whole=True
    )


def same_shape(surface: str, by: Random) -> str:
    """Return a text with other digits and codes; "" without digits. Words such as "number" stay."""
    if not any(char.isdigit() for char in surface):
        return ""
    parts: list[str] = []
    for stretch in re.findall(r"\s+|\S+", surface):
        words = [fold(word) for word in _WORD.findall(stretch)]
        described = all(map(is_common, words)) and (words or not stretch.isalnum())
        if described and not any(map(str.isdigit, stretch)):
            parts.append(stretch)
            continue
        parts += (_char(char, by) for char in stretch)
    return "".join(parts)


def _char(char: str, by: Random) -> str:
    if char.isdigit():
        return by.choice(string.digits)
    if char.isalpha():
        letter = by.choice(_LETTERS)
        return letter if char.isupper() else letter.lower()
    return char


def _with_digits(surface: str, digits: str) -> str:
    """Return the text with its digits replaced, in order, by the given digits."""
    remaining = iter(digits)
    return "".join(next(remaining) if char.isdigit() else char for char in surface)


def phone(surface: str, by: Random) -> str:
    digits = [char for char in surface if char.isdigit()]
    if len(digits) < 7 or any(char.isalpha() for char in surface):
        return ""
    fiction = f"55501{by.randrange(100):02}"
    area = f"{by.randrange(2, 10)}{by.randrange(10)}{by.randrange(10)}"
    rest = "".join(digits)[:-7]
    before = rest[:-3] if rest[:-3] in ("", "1") else "1".rjust(len(rest) - 3, "0")
    return _with_digits(surface, before + area[: len(rest)].rjust(min(3, len(rest))) + fiction)


def email(surface: str, by: Random) -> str:
    name = f"{by.choice(given_names('', HOME))}.{by.choice(surnames(HOME))}".lower()
    address = f"{name}@{by.choice(_HOSTS)}"
    if _SPOKEN_ADDRESS.search(surface):
        return address.replace(".", " dot ").replace("@", " at ")
    return address if surface.count("@") == 1 else ""


def url(surface: str, by: Random) -> str:
    if "." not in surface or any(map(str.isspace, surface)):
        return ""
    begin = _SCHEME.match(surface)
    page = by.choice(surnames(HOME)).lower()
    return f"{begin[0] if begin else ''}{by.choice(_HOSTS)}/{page}{by.randrange(10, 100)}"


def username(surface: str, by: Random) -> str:
    if any(map(str.isspace, surface)):
        return ""
    at = "@" if surface.startswith("@") else ""
    return f"{at}{by.choice(surnames(HOME)).lower()}{by.randrange(10, 1000)}"


def ip(surface: str, by: Random) -> str:
    if ":" in surface:
        return "2001:db8::" + ":".join(f"{by.randrange(1, 1 << 16):x}" for _ in range(3))
    return f"{by.choice(_NETS)}.{by.randrange(1, 255)}"


def mac(surface: str, by: Random) -> str:
    found = _MAC.match(surface)
    between = found[1] if found else ":"
    return between.join(("00", "00", "5E", "00", "53", f"{by.randrange(256):02X}"))


def ssn(surface: str, by: Random) -> str:
    """Return a social security number that begins with 9; no real one does."""
    number = same_shape(surface, by)
    digits = "".join(filter(str.isdigit, number))
    return _with_digits(number, f"9{digits[1:]}") if digits else ""


def card(surface: str, by: Random) -> str:
    number = same_shape(surface, by)
    return number if number and not luhn(number) else ""


def iban(surface: str, by: Random) -> str:
    """Return an IBAN of the same country with the check digits 00, which no account has."""
    number = same_shape(surface, by)
    return surface[:2] + "00" + number[4:] if number else ""


def coordinates(surface: str, by: Random) -> str:
    if not _COORDINATE.search(surface) or any(map(str.isalpha, surface)):
        return ""

    def moved(match: re.Match[str]) -> str:
        most = 60 if len(match[2]) < 3 else 150
        fraction = "".join(by.choice(string.digits) for _ in match[3])
        return f"{match[1]}{by.randrange(most)}.{fraction}"

    return _COORDINATE.sub(moved, surface)


INVENTORS: dict[str, Invent] = {
    "PHONE_NUMBER": phone,
    "EMAIL_ADDRESS": email,
    "URL": url,
    "USERNAME": username,
    "IP_ADDRESS": ip,
    "MAC_ADDRESS": mac,
    "US_SSN": ssn,
    "CREDIT_CARD": card,
    "IBAN": iban,
    "COORDINATES": coordinates,
}
