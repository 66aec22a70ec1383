"""Validators of numbers and names, by the names that rules use for them."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

from anonfilter.text.words import is_common

Validator = Callable[[str], bool]

_CARD_ISSUERS = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|"
    r"3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11,16}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|"
    r"35\d{14}|62\d{14,17}|1\d{14}|(?:50|5[6-9]|6\d)\d{10,17}"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_ITIN_GROUPS = {*range(50, 66), *range(70, 89), *range(90, 93), *range(94, 100)}
_VIN_VALUES = dict(
    zip("ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "12345678123457923456789"), strict=True)
) | {str(digit): digit for digit in range(10)}
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
_BASE58 = {
    char: at for at, char in enumerate("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")
}
_BECH32 = {char: at for at, char in enumerate("qpzry9x8gf2tvdw0s3jn54khce6mua7l")}
_BECH32_PREFIX = (3, 3, 0, 2, 3)  # "bc", in the form that its checksum counts
_BECH32_SUMS = (1, 0x2BC830A3)  # the checksums of Bech32 and of Bech32m
_BECH32_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_DOMAINS = frozenset({"com", "org", "net", "edu", "gov", "int", "mil", "biz", "info"})
_FILE_ENDINGS = frozenset({"md", "mov", "ps", "py", "sh", "zip"})  # also domains, but rarely
_LIMITS = frozenset(limit for bits in (31, 32, 33) for limit in (2**bits - 1, 2**bits))
_SHORT = 2  # letters: "No.HR 26"
_OPENING = 4  # letters: longer words seldom begin a sentence
_DEGREES = re.compile(
    r"(?P<sign>[-+]?)(?P<degrees>\d{1,3}(?:\.\d+)?)\s*(?:°|deg(?:rees)?)?\s*"
    r"(?:(?P<minutes>\d{1,2}(?:\.\d+)?)\s*(?:'|minutes?)\s*)?"
    r"(?:(?P<seconds>\d{1,2}(?:\.\d+)?)\s*(?:\"|''|\u2033|seconds?)\s*)?(?P<side>[NSEWnsew]?)"
)


def digits(value: str) -> str:
    return "".join(char for char in value if char.isdecimal())


def luhn(value: str) -> bool:
    """Check the checksum of card numbers, SINs and IMEIs."""
    total = 0
    for at, char in enumerate(reversed(digits(value))):
        doubled = int(char) * (1 + at % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def card(value: str) -> bool:
    """Check a payment card number: an issuer's prefix and length, and the checksum."""
    number = digits(value)
    return bool(_CARD_ISSUERS.fullmatch(number)) and luhn(number)


def iban(value: str) -> bool:
    """Check an IBAN (ISO 13616): letters as numbers, the first four characters last, modulo 97."""
    compact = "".join(char for char in value.upper() if char.isalnum())
    if not 15 <= len(compact) <= 34 or not compact.isascii():
        return False
    return int("".join(str(int(char, 36)) for char in compact[4:] + compact[:4])) % 97 == 1


def aba(value: str) -> bool:
    """Check a US routing number: a Federal Reserve prefix and the weights 3, 7, 1."""
    number = digits(value)
    if len(number) != 9:
        return False
    prefix = int(number[:2])
    if not (1 <= prefix <= 12 or 21 <= prefix <= 32 or 61 <= prefix <= 72 or prefix == 80):
        return False
    return sum(int(char) * (3, 7, 1)[at % 3] for at, char in enumerate(number)) % 10 == 0


def dea(value: str) -> bool:
    """Check a prescriber's number of the US DEA by its check digit."""
    number = [int(char) for char in digits(value[2:])]
    return len(number) == 7 and (sum(number[0:6:2]) + 2 * sum(number[1:6:2])) % 10 == number[6]


def bitcoin(value: str) -> bool:
    """Check a Bitcoin address, in Base58Check or in Bech32."""
    if value[:3].lower() == "bc1":
        return value in (value.lower(), value.upper()) and _bech32(value[3:].lower())
    if not _BASE58.keys() >= set(value):
        return False
    number = 0
    for char in value:
        number = number * 58 + _BASE58[char]
    if number >= 1 << 200:
        return False
    data = number.to_bytes(25, "big")
    return data[-4:] == sha256(sha256(data[:-4]).digest()).digest()[:4]


def _bech32(data: str) -> bool:
    if not _BECH32.keys() >= set(data):
        return False
    return _bech32_sum([*_BECH32_PREFIX, *(_BECH32[char] for char in data)]) in _BECH32_SUMS


def _bech32_sum(values: Sequence[int]) -> int:
    total = 1
    for value in values:
        top = total >> 25
        total = (total & 0x1FFFFFF) << 5 ^ value
        for at, factor in enumerate(_BECH32_GENERATOR):
            total ^= factor if top >> at & 1 else 0
    return total


def vin(value: str) -> bool:
    """Check a VIN: a check digit in North America, a mix of characters elsewhere."""
    number = value.upper()
    if len(number) != 17 or any(char not in _VIN_VALUES for char in number):
        return False
    if number[0] in "12345":
        weighed = zip(number, _VIN_WEIGHTS, strict=True)
        rest = sum(_VIN_VALUES[char] * weight for char, weight in weighed) % 11
        return number[8] == ("X" if rest == 10 else str(rest))
    letters = sum(char.isalpha() for char in number)
    return 3 <= letters <= 13 and number[-3:].isdecimal()


def imei(value: str) -> bool:
    """Check a handset's number: fifteen digits with a checksum, or sixteen without (IMEISV)."""
    number = digits(value)
    return len(number) == 16 or (len(number) == 15 and luhn(number))


def ca_sin(value: str) -> bool:
    """Check a Canadian social insurance number, which does not begin with 0 or 8 for people."""
    number = digits(value)
    return len(number) == 9 and number[0] not in "08" and luhn(number)


def ssn(value: str) -> bool:
    """Check a US social security number or an ITIN (9xx).

    No area, group or serial may be one that is never assigned, such as 000.
    """
    number = digits(value)
    if len(number) != 9 or number[3:5] == "00" or number[5:] == "0000":
        return False
    if number[0] == "9":
        return int(number[3:5]) in _ITIN_GROUPS
    return number[:3] not in ("000", "666") and len(set(number)) > 1


def ipv4(value: str) -> bool:
    """Check an IPv4 address with or without a prefix length."""
    return _address(value, 4)


def ipv6(value: str) -> bool:
    return _address(value, 6)


def _address(value: str, version: int) -> bool:
    try:
        return ipaddress.ip_interface(value.partition("%")[0]).version == version
    except ValueError:
        return False


@cache
def _top_level_domains() -> frozenset[str]:
    """Return the domains of the root zone, in lower case."""
    text = Path(__file__).with_name("top_level_domains.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if line and not line.startswith("#"))


def host(value: str) -> bool:
    """Check a web address without a scheme: a host name, with or without a path.

    Text without a blank after a sentence or an abbreviation ("the end.it was", "No.HR 26") looks
    similar: a word or a few letters before a short word or capitals. Return False for these.
    """
    name, slash, _ = value.partition("/")
    before, _, domain = name.partition(":")[0].rpartition(".")
    before = before.rpartition(".")[2]
    if slash and domain.islower():
        return True
    if domain.lower() in _DOMAINS:
        return not domain.istitle() or (len(before) > _SHORT and not before.islower())
    known = domain.lower() in _top_level_domains() and domain not in _FILE_ENDINGS
    if not known or not (domain.islower() or f"{before}{domain}".isupper()):
        return False
    doubtful = domain.isupper() or (len(domain) <= _OPENING and is_common(domain))
    return not doubtful or (len(before) > _SHORT and not is_common(before))


def mac(value: str) -> bool:
    """Check a MAC address: six bytes that are not all the same digit."""
    compact = "".join(char for char in value.lower() if char.isalnum())
    return (
        len(compact) == 12
        and all(char in "0123456789abcdef" for char in compact)
        and len(set(compact)) > 1
    )


def coordinates(value: str) -> bool:
    """Check a latitude and a longitude in this order."""
    found = [match for match in _DEGREES.finditer(value) if match["degrees"]]
    if len(found) != 2:
        return False
    for match, limit in zip(found, (90, 180), strict=True):
        minutes, seconds = float(match["minutes"] or 0), float(match["seconds"] or 0)
        if minutes >= 60 or seconds >= 60:
            return False
        if float(match["degrees"]) + minutes / 60 + seconds / 3600 > limit:
            return False
    return True


def phone(value: str) -> bool:
    """Check a telephone number: seven to fifteen digits that are not all the same."""
    number = digits(value)
    return 7 <= len(number) <= 15 and len(set(number)) > 1


def lone_phone(value: str) -> bool:
    """Check a telephone number without marks; reject limits of integer types and "9876543210"."""
    number = digits(value)
    steps = {int(second) - int(first) for first, second in pairwise(number)}
    return phone(value) and len(steps) > 2 and int(number) not in _LIMITS


def uncommon(value: str) -> bool:
    """Check a name: at least one word of it is no everyday word."""
    return any(not is_common(word) for word in _WORD.findall(value))


def all_uncommon(value: str) -> bool:
    """Check a name: no word of it is an everyday word."""
    words = _WORD.findall(value)
    return bool(words) and not any(map(is_common, words))


def first_name(value: str) -> bool:
    """Check a name that begins with a first name that is no everyday word."""
    from anonfilter_english.knowledge.people.name_list import bearers, name_key

    first = value.partition(" ")[0]
    return not is_common(first) and bearers(name_key(first)).given > 0


def spelled_body(value: str) -> bool:
    """Check the spelled name of an organisation; reject things ("T V"), parts of the alphabet."""
    spelled = value.replace(" ", "").casefold()
    letters = spelled.replace(".", "")
    return (
        _things().isdisjoint((letters, spelled))
        and letters not in "abcdefghijklmnopqrstuvwxyz"
        and len(set(letters)) > 1
    )


@cache
def _things() -> frozenset[str]:
    """Return the abbreviations of things, which are no organisations."""
    from anonfilter_english.knowledge.word_lists import table

    return frozenset(
        str(term).casefold()
        for entry in table("exclude")
        if "ORGANIZATION" in entry.get("labels", ())
        for term in entry["terms"]
        if isinstance(term, str)
    )


def _is_national(name: str, value: str) -> bool:
    """Return True if a value passes the check of this national number."""
    # Imported here because few texts have a national number.
    from anonfilter_english.detectors.patterns.national_numbers import CHECKS

    return CHECKS[name](value)


NATIONAL_NUMBERS = """
    aadhaar born bsn cnp codice_fiscale cpf cuit dni ean_756 fodselsnummer hetu hkid isikukood
    kennitala kimlik nhs nir nric pesel personnummer ppsn resident_id rijksregister
    rodne_cislo rut sa_id steuer_id tfn
""".split()
VALIDATORS: Mapping[str, Validator] = {
    check.__name__: check
    for check in (
        aba,
        all_uncommon,
        bitcoin,
        ca_sin,
        card,
        coordinates,
        dea,
        host,
        first_name,
        iban,
        imei,
        ipv4,
        ipv6,
        lone_phone,
        luhn,
        mac,
        phone,
        spelled_body,
        ssn,
        uncommon,
        vin,
    )
} | {name: partial(_is_national, name) for name in NATIONAL_NUMBERS}
