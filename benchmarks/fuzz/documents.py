"""Make hostile documents with a small grammar, or by mutation of the examples."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from benchmarks.fuzz.nested import FILES, TEXTS
from benchmarks.fuzz.notation import noted
from benchmarks.fuzz.timed import TIMED, recognised

EXAMPLES = sorted(Path("examples").resolve().glob("*.txt"))

_GIVEN = ("Maria", "JOHN", "Anna-Lena", "José", "J.", "D'Angelo", "ann", "Zsófia", "Will", "May")
_FAMILY = ("Duarte", "O'BRIEN", "van der Berg", "Núñez", "Quillfeather", "Rose", "MacLeod", "Kent")
_TOKENS = (
    "maria.duarte{i}@example.org",
    "https://example.org/{given}/{i}",
    "+1 (212) 555-01{i}",
    "{i}",
    "D-U-A-R-T-E",
    "M as in Mary",
    "June 4th, 2011",
    "3/14/2009",
    "[PERSON_{i}]",
    "[PERSON_1",
    "[DATE]",
    "PERSON_1]",
    "[[PERSON_2]]",
    "[{FAMILY}]:",
    "[{FAMILY}_{i}]",
    "\uff3b{FAMILY}\uff3d",
    "[EXHIBIT_{i}]",
    "[{i}]",
    "\uff3bPERSON_{i}\uff3d",
    "Mr. {family}",
    "Dr. {given} {family}, Jr.",
    "{given} {family}",
    "{given}",
    "{family}",
    "{given}'s",
    "{family}-{family}",
    "192.168.0.{i}",
    "123-45-67{i}",
    "4417 1234 5678 9113",
    "@{given}{i}",
    "QX-12{i}",
    "nineteen ninety {i}",
    "five five five oh one {i}",
    "{given}&nbsp;{family}",
    "&amp;",
    "&#233;",
    "\\u0041",
    "%41",
    "=\n",
    "--",
    "Ma-",
    "-ria",
    "a.k.a.",
    "in Port Ellery",
    "at the Harrow Bank",
    "ma\u00adria",
    "du\u200barte",
    "e\u0301",
    "\u202e{given}\u202c",
    "\ufeff",
    "\ufffc",
    "\u2028",
    "\x85",
    "\x0c",
    "\x1b[31m",
    "\t",
    "\\",
    '"',
    "'",
    "<",
    ">",
    "{{",
    "}}",
    "|",
    ",",
    ";",
    "::",
    "-->",
    "#",
    "\u05d0",
    "\U0001f600",
    "\uff2d\uff41\uff52\uff49\uff41",
    "\u0130",
    "\ufb01",
    "ß",
    "A" * 300,
    "1" * 40,
)
_SPEAKERS = ("Q. ", "A. ", "MR. {family}: ", "{given}: ", "Speaker {i}: ", "- ", "> ", "{i}. ", "")
_ENDS = (" ", " ", " ", " ", ", ", ". ", ".\n", "\n", "\n\n", "\r\n", "\r", "", "  ")
_WORDS = """
    the of and went home said that it was never there will may i we he she to is
""".split()


def document(chance: random.Random) -> tuple[str, bytes]:
    """Return the name and the bytes of a file; the suffix of the name is that of its format."""
    suffix = chance.choice((*_FORMATS, *FILES))
    if EXAMPLES and chance.random() < 0.2:
        kind, text = "mutated", _mutated(chance, _passage(chance))
    else:
        kind, text = "talk", _talk(chance)
    if suffix in FILES:
        return f"{kind}.{suffix}", FILES[suffix](chance, text)
    if suffix in _RECORDS and chance.random() < 0.5:
        kind, written = "records", _RECORDS[suffix](chance, text)
    elif chance.random() < 0.3:
        kind, written = "notation", _FORMATS[suffix](chance, noted(chance, text))
    else:
        written = _FORMATS[suffix](chance, text)
    return f"{kind}.{suffix}", _encoded(chance, written)


def _filled(chance: random.Random, piece: str) -> str:
    given, family = chance.choice(_GIVEN), chance.choice(_FAMILY)
    number = str(chance.randint(1, 99))
    values = {"given": given, "family": family, "FAMILY": family.upper(), "i": number}
    for name, value in values.items():
        piece = piece.replace(f"{{{name}}}", value)
    return piece


def _talk(chance: random.Random) -> str:
    pieces: list[str] = []
    for _ in range(chance.randint(1, 40)):
        if chance.random() < 0.25:
            pieces.append("\n" + _filled(chance, chance.choice(_SPEAKERS)))
        of = _TOKENS if chance.random() < 0.5 else _WORDS
        pieces.append(_filled(chance, chance.choice(of)) + chance.choice(_ENDS))
    return "".join(pieces)


def _passage(chance: random.Random) -> str:
    """Return some lines of an example."""
    lines = chance.choice(EXAMPLES).read_text("utf-8").splitlines(keepends=True)
    start = chance.randrange(len(lines))
    return "".join(lines[start : start + chance.randint(1, 12)])


def _mutated(chance: random.Random, text: str) -> str:
    """Return the text with characters deleted, doubled, in another case, or tokens inserted."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(text))
        upto = min(len(text), at + chance.randint(0, 20))
        inside = text[at:upto]
        token = _filled(chance, chance.choice(_TOKENS))
        made = chance.choice(("", inside * 2, inside.swapcase(), token, inside[::-1]))
        text = text[:at] + made + text[upto:]
    return text


def _vtt(chance: random.Random, text: str) -> str:
    cues = ["WEBVTT\n"]
    for number, said in enumerate(filter(str.strip, text.splitlines())):
        voice = _filled(
            chance, chance.choice(("<v {given} {family}>", "<v.loud {given}>", "<b>", ""))
        )
        head = chance.choice(("", f"{number}\n", "NOTE {given}\n\n"))
        cues.append(
            f"{_filled(chance, head)}00:00:0{number % 10}.000 --> 00:00:59.000\n{voice}{said}\n"
        )
    return "\n".join(cues)


def _srt(chance: random.Random, text: str) -> str:
    said = [line for line in text.splitlines() if line.strip()]
    return "".join(
        f"{number}\n00:00:00,000 --> 00:00:59,000\n{line}\n\n"
        for number, line in enumerate(said, 1)
    )


def _value(chance: random.Random, text: str) -> object:
    parts = text.split("\n\n")
    person = _person(chance)
    return chance.choice(
        (
            text,
            parts,
            {"speaker": person, "text": text},
            {person: parts, "id": chance.randint(1, 10**9), "n": [1.5, None, True]},
            [[[{"name": part}] for part in parts]],
            [list(person), list(map(int, _digits(chance))), text],
            {"text": text, "tokens": [[char] for char in person.upper()]},
            {"phone": int(_digits(chance)), "said": parts, "ssn": list(_digits(chance))},
            recognised(chance, text),
        )
    )


def _person(chance: random.Random) -> str:
    return f"{chance.choice(_GIVEN)} {chance.choice(_FAMILY)}"


def _digits(chance: random.Random) -> str:
    return chance.choice(("12125550142", "123456789", "4417123456789113", "19700504"))


def _json(chance: random.Random, text: str) -> str:
    return json.dumps(_value(chance, text), ensure_ascii=chance.random() < 0.5)


def _jsonl(chance: random.Random, text: str) -> str:
    return "".join(_json(chance, part) + "\n" for part in text.split("\n"))


def _csv(chance: random.Random, text: str) -> str:
    rows = ["name,said"]
    for line in text.split("\n\n"):
        quoted = line.replace('"', '""')
        rows.append(f'{_filled(chance, "{given} {family}")},"{quoted}"')
    return chance.choice(("\n", "\r\n")).join(rows) + "\n"


def _records(chance: random.Random, text: str) -> list[dict[str, object]]:
    """Return records of several people, some with equal names; some records have other keys."""
    people = [_person(chance) for _ in range(chance.randint(1, 4))]
    made = list[dict[str, object]]()
    for number, said in enumerate(text.split("\n"), chance.choice((0, 1, 998))):
        person = chance.choice(people)
        record: dict[str, object] = {
            "id": number,
            "talk": number // 3,
            "name": person,
            "first_name": person.split()[0],
            "phone": int(_digits(chance)),
            "said": said,
            "genre": "esports",
            "note": None,
            "about": chance.choice(people),
            "dob": "1970-05-04",
            "letters": list(person),
        }
        left_out = chance.sample(sorted(record), chance.choice((0, 0, 1, 5)))
        made.append({key: value for key, value in record.items() if key not in left_out})
    return made


def _records_of_json(chance: random.Random, text: str) -> str:
    return json.dumps(_records(chance, text), ensure_ascii=chance.random() < 0.5)


def _lines_of_json(chance: random.Random, text: str) -> str:
    ascii_only = chance.random() < 0.5
    return "".join(
        json.dumps(record, ensure_ascii=ascii_only) + "\n" for record in _records(chance, text)
    )


def _table(chance: random.Random, text: str, delimiter: str = "") -> str:
    rows = _records(chance, text)
    columns = chance.sample(sorted(rows[0]), len(rows[0]))
    written = StringIO()
    quoting = csv.QUOTE_ALL if "\r" in text or chance.random() < 0.5 else csv.QUOTE_MINIMAL
    table = csv.DictWriter(
        written,
        columns,
        extrasaction="ignore",
        delimiter=delimiter or chance.choice(",,;|"),
        lineterminator=chance.choice(("\n", "\r\n")),
        quoting=quoting,
    )
    if chance.random() < 0.9:
        table.writeheader()
    table.writerows(rows)
    return written.getvalue()


_RECORDS: dict[str, Callable[[random.Random, str], str]] = {
    "json": _records_of_json,
    "jsonl": _lines_of_json,
    "csv": _table,
    "tsv": lambda chance, text: _table(chance, text, "\t"),
}
_FORMATS: dict[str, Callable[[random.Random, str], str]] = {
    "txt": lambda chance, text: text,
    "vtt": _vtt,
    "srt": _srt,
    "json": _json,
    "jsonl": _jsonl,
    "csv": _csv,
    "tsv": lambda chance, text: _table(chance, text, "\t"),
    **TIMED,
    **TEXTS,
}


def _encoded(chance: random.Random, text: str) -> bytes:
    """Return the text in UTF-8; sometimes with a mark, in another encoding or with bad bytes."""
    luck = chance.random()
    if luck < 0.03:
        return text.encode("utf-16", "surrogatepass")
    data = text.encode("utf-8", "surrogatepass")
    if luck < 0.08:
        return b"\xef\xbb\xbf" + data
    if luck < 0.16:
        at = chance.randint(0, len(data))
        data = data[:at] + chance.choice((b"\xff", b"\xe9", b"\0", b"\xed\xa0\x80")) + data[at:]
    return data
