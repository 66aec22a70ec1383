"""Check the check digits and birth dates in numbers that states give to people."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import wraps

from anonfilter_english.detectors.patterns.validators import luhn

Check = Callable[[str], bool]
CHECKS: dict[str, Check] = {}

_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_PPSN = "WABCDEFGHIJKLMNOPQRSTUV"
_HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_NRIC = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "F": "XWUTRQPNMLK", "G": "XWUTRQPNMLK"}
_FISCAL_ODD = tuple(
    map(int, "1 0 5 7 9 13 15 17 19 21 2 4 18 20 11 3 6 8 12 14 16 10 22 25 24 23".split())
)
_VERHOEFF_ROWS = tuple(
    """
    0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043
    8765932104 9876543210
    """.split()
)
_VERHOEFF_TURN = "1576283094"


def _digits(value: str) -> list[int]:
    return [int(char) for char in value if char.isdecimal()]


def _sum(numbers: Sequence[int], weights: Sequence[int]) -> int:
    return sum(number * weight for number, weight in zip(numbers, weights, strict=False))


def _shaped(shape: str) -> Callable[[Check], Check]:
    """Return a decorator that registers a check and requires a shape of the letters and digits."""
    compiled = re.compile(shape, re.ASCII)

    def shaped(check: Check) -> Check:
        @wraps(check)
        def checked(value: str) -> bool:
            plain = "".join(char for char in value.upper() if char.isalnum())
            return compiled.fullmatch(plain) is not None and check(plain)

        CHECKS[check.__name__] = checked
        return checked

    return shaped


def _weighed(weights: Sequence[int]) -> Check:
    """Return a check that a weighted sum of all digits is divisible by 11.

    The check requires as many digits as there are weights, and at least two different digits.
    """

    def check(value: str) -> bool:
        numbers = _digits(value) if value.isascii() else []
        return (
            len(numbers) == len(weights)
            and len(set(numbers)) > 1
            and _sum(numbers, weights) % 11 == 0
        )

    return check


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _born(value: str) -> bool:
    """Return True if a number begins with a date in the form YYMMDD or DDMMYY."""
    first, month, last = (int(value[at : at + 2]) for at in (0, 2, 4))
    return _is_date(2000 + first % 100, month, last) or _is_date(2000 + last, month, first)


@_shaped(r"[XYZ\d]\d{7}[A-Z]")
def dni(plain: str) -> bool:
    """Check a Spanish DNI or NIE: a letter for the remainder of the number by 23."""
    number = plain[:-1].translate(str.maketrans("XYZ", "012"))
    return _DNI[int(number) % 23] == plain[-1]


@_shaped(r"\d{7}[A-W][A-IW]?")
def ppsn(plain: str) -> bool:
    """Check an Irish PPS number: a letter for a remainder by 23 that a second letter changes."""
    second = 0 if len(plain) == 8 or plain[8] == "W" else ord(plain[8]) - ord("A") + 1
    total = _sum(_digits(plain[:7]), (8, 7, 6, 5, 4, 3, 2)) + 9 * second
    return _PPSN[total % 23] == plain[7]


@_shaped(r"\d{6}[A-Z]?\d{3}[\dA-Z]")
def hetu(plain: str) -> bool:
    """Check a Finnish personal identity code: a birth date, and a remainder by 31."""
    number = plain[:6] + plain[-4:-1]
    return _born(plain) and _HETU[int(number) % 31] == plain[-1]


@_shaped(r"[STFG]\d{7}[A-Z]")
def nric(plain: str) -> bool:
    """Check a Singaporean NRIC or FIN."""
    total = _sum(_digits(plain), (2, 7, 6, 5, 4, 3, 2)) + (4 if plain[0] in "TG" else 0)
    return _NRIC[plain[0]][total % 11] == plain[-1]


@_shaped(r"[A-Z]{1,2}\d{6}[\dA]")
def hkid(plain: str) -> bool:
    """Check a Hong Kong identity card."""
    values = [36 if char == " " else int(char, 36) for char in plain.rjust(9)]
    return _sum(values, (9, 8, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0


@_shaped(r"[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]")
def codice_fiscale(plain: str) -> bool:
    """Check an Italian tax code: a table values the characters in odd places."""
    total = 0
    for at, char in enumerate(plain[:15]):
        number = int(char) if char.isdecimal() else ord(char) - ord("A")
        total += number if at % 2 else _FISCAL_ODD[number]
    return chr(ord("A") + total % 26) == plain[15]


@_shaped(r"\d{5}(?:\d\d|2[AB])\d{8}")
def nir(plain: str) -> bool:
    """Check a French social security number: 97 less the remainder by 97."""
    plain = plain.replace("2A", "19").replace("2B", "18")
    return 97 - int(plain[:13]) % 97 == int(plain[13:])


@_shaped(r"\d{11}")
def rijksregister(plain: str) -> bool:
    """Check a Belgian national number of a person born before or after 2000."""
    born = plain[2:4] <= "12" and plain[4:6] <= "31"
    rest = int(plain[9:])
    return born and rest in (97 - int(plain[:9]) % 97, 97 - int("2" + plain[:9]) % 97)


@_shaped(r"\d{11}")
def cpf(plain: str) -> bool:
    """Check a Brazilian CPF: two check digits, each from a remainder by 11."""
    numbers = _digits(plain)
    return len(set(numbers)) > 1 and all(
        _sum(numbers[:count], range(count + 1, 1, -1)) * 10 % 11 % 10 == numbers[count]
        for count in (9, 10)
    )


@_shaped(r"\d{7,8}[\dK]")
def rut(plain: str) -> bool:
    """Check a Chilean RUT: a digit or K from a remainder by 11."""
    numbers = _digits(plain[:-1])[::-1]
    rest = -sum(number * (2 + at % 6) for at, number in enumerate(numbers)) % 11
    return "0123456789K"[rest] == plain[-1]


@_shaped(r"\d{10}(?:\d\d)?")
def personnummer(plain: str) -> bool:
    """Check a Swedish personal number: a birth date, and the checksum of payment cards."""
    number = plain[-10:]
    year, month, day = (int(number[at : at + 2]) for at in (0, 2, 4))
    return _is_date(2000 + year, month, day - 60 if day > 60 else day) and luhn(number)


@_shaped(r"\d{11}")
def fodselsnummer(plain: str) -> bool:
    """Check a Norwegian birth number: two check digits, each from a remainder by 11."""
    numbers = _digits(plain)
    first, second = (3, 7, 6, 1, 8, 9, 4, 5, 2, 1), (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)
    return (
        _born("".join(map(str, numbers)))
        and _sum(numbers[:10], first) % 11 == 0
        and _sum(numbers, second) % 11 == 0
    )


@_shaped(r"\d{11}")
def pesel(plain: str) -> bool:
    """Check a Polish PESEL: a birth date whose month shows the century, and a check digit."""
    numbers = _digits(plain)
    month = (10 * numbers[2] + numbers[3]) % 20
    born = 1 <= month <= 12 and 1 <= 10 * numbers[4] + numbers[5] <= 31
    return born and _sum(numbers, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


@_shaped(r"\d{11}")
def isikukood(plain: str) -> bool:
    """Check an Estonian or Lithuanian personal code: century, birth date, check digit."""
    numbers = _digits(plain)
    rest = _sum(numbers[:10], (1, 2, 3, 4, 5, 6, 7, 8, 9, 1)) % 11
    if rest == 10:
        rest = _sum(numbers[:10], (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)) % 11 % 10
    return 1 <= numbers[0] <= 6 and _born(plain[1:7]) and rest == numbers[10]


@_shaped(r"\d{13}")
def cnp(plain: str) -> bool:
    """Check a Romanian CNP: sex and century, birth date, check digit."""
    numbers = _digits(plain)
    rest = _sum(numbers[:12], (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    known = 1 <= numbers[0] <= 8 and _born(plain[1:7])
    return known and (1 if rest == 10 else rest) == numbers[12]


@_shaped(r"\d{10}")
def rodne_cislo(plain: str) -> bool:
    """Check a Czech or Slovak birth number of ten digits: a date, divisible by 11."""
    month = int(plain[2:4]) % 50 % 20
    return 1 <= month <= 12 and 1 <= int(plain[4:6]) <= 31 and int(plain) % 11 == 0


@_shaped(r"[1-9]\d{10}")
def kimlik(plain: str) -> bool:
    """Check a Turkish identity number: two check digits."""
    numbers = _digits(plain)
    odd, even = sum(numbers[0:9:2]), sum(numbers[1:8:2])
    return (7 * odd - even) % 10 == numbers[9] and sum(numbers[:10]) % 10 == numbers[10]


@_shaped(r"\d{12}")
def aadhaar(plain: str) -> bool:
    """Check an Indian Aadhaar number by Verhoeff's checksum."""
    rest, turns = 0, [str(at) for at in range(10)]
    for digit in reversed(plain):
        rest = int(_VERHOEFF_ROWS[rest][int(turns[int(digit)])])
        turns = [_VERHOEFF_TURN[int(turn)] for turn in turns]
    return rest == 0


@_shaped(r"\d{13}")
def sa_id(plain: str) -> bool:
    """Check a South African identity number: a birth date, and the checksum of payment cards."""
    return _born(plain) and luhn(plain)


@_shaped(r"\d{17}[\dX]")
def resident_id(plain: str) -> bool:
    """Check a Chinese resident identity number (ISO 7064, modulo 11, 2)."""
    year, month, day = int(plain[6:10]), int(plain[10:12]), int(plain[12:14])
    total = sum(int(char, 36) % 26 * pow(2, 17 - at, 11) for at, char in enumerate(plain[:17]))
    return _is_date(year, month, day) and "10X98765432"[total % 11] == plain[17]


@_shaped(r"756\d{10}")
def ean_756(plain: str) -> bool:
    """Check a Swiss AHV number by the check digit of product codes."""
    return _sum(_digits(plain), (1, 3) * 6 + (1,)) % 10 == 0


@_shaped(r"\d{11}")
def steuer_id(plain: str) -> bool:
    """Check a German tax number or a Croatian OIB (ISO 7064, modulo 11, 10)."""
    product = 10
    for number in _digits(plain)[:10]:
        rest = (number + product) % 10 or 10
        product = rest * 2 % 11
    return (11 - product) % 10 == _digits(plain)[10]


@_shaped(r"\d{6}\w*")
def born(plain: str) -> bool:
    """Check that a number begins with a birth date."""
    return _born(plain)


CHECKS |= {
    "bsn": _weighed((9, 8, 7, 6, 5, 4, 3, 2, -1)),
    "cuit": _weighed((5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)),
    "kennitala": _weighed((3, 2, 7, 6, 5, 4, 3, 2, 1, 0)),
    "nhs": _weighed((10, 9, 8, 7, 6, 5, 4, 3, 2, 1)),
    "tfn": _weighed((1, 4, 3, 7, 5, 8, 6, 9, 10)),
}
