"""The shapes of text for which the time must not grow faster than the text.

Each shape is a function from a number of bytes to a text of about that many. The shapes of
``REPEATED`` are one piece again and again; ``{i}`` in a piece counts, ``{w}`` is another word
and ``{N}`` another name each time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of text of any size, and the file name that selects its format."""

    name: str
    file: str
    text: Callable[[int], str]


def word(number: int) -> str:
    """Return an invented word, which is different for each number."""
    number += 1000
    letters = []
    while number:
        number, at = divmod(number, len(_CONSONANTS) * len(_VOWELS))
        letters.append(_CONSONANTS[at % len(_CONSONANTS)] + _VOWELS[at // len(_CONSONANTS)])
    return "".join(letters)


def repeated(piece: str, size: int) -> str:
    """Return the repeated piece with its slots filled, in about this size."""
    if "{" not in piece:
        return piece * (size // max(1, len(piece)))
    pieces, written, number = list[str](), 0, 0
    while written < size:
        made = piece.replace("{i}", str(number)).replace("{w}", word(number))
        made = made.replace("{N}", word(number * 7).capitalize())
        pieces.append(made)
        written += len(made)
        number += 1
    return "".join(pieces)


REPEATED = {
    "questions": "Q. Yes.\nA. No.\n",
    "short turns": "A: a\n",
    "turns of many people": "{N}: I went home with {w}.\n",
    "turns of full names": "{N} {w}: Hello, my name is {N} {N}.\n",
    "labels and signs": "ssn: = ",
    "labels and blanks": "ssn:          \t",
    "lines of labels": "Name: {N} {N}, SSN = {i}; MRN: {i}\n",
    "titles of columns": "name  ssn\n",
    "aligned rows": "name   {w}   ssn\n{i}  {w}\n",
    "bars of one line": "| ssn ",
    "rows to insert": "insert into t (name, ssn) values ('{w}', (",
    "rows to copy": "copy t (name, ssn) from stdin\n{w}\t{i}\n",
    "turns in one paragraph": "MR. {N}: Yes. ",
    "initials": "J. ",
    "initials and names": "J. R. {N} ",
    "capital letters": "A ",
    "letters spelled": "S-M-I-T-H ",
    "letters with hyphens": "a-",
    "letters with points": "a.",
    "tags": "[PERSON_1] ",
    "different tags": "[PERSON_{i}] and ",
    "open brackets": "[",
    "open tags": "[PERSON_",
    "e-mails": "{w}@example.com ",
    "at signs": "a@",
    "points and at signs": ".@",
    "addresses of pages": "https://{w}.example.com/{w} ",
    "slashes": "/a",
    "telephone numbers": "+44 20 7946 0{i} ",
    "numbers": "{i} ",
    "digits": "1",
    "spaced digits": "4 ",
    "digits with points": "1.",
    "digits with hyphens": "12-",
    "digits with commas": "1,",
    "words of digits": "four five ",
    "years in words": "nineteen ninety ",
    "dates": "3 March 19{i} and ",
    "times": "at 10:30 on Monday ",
    "parentheses": "(",
    "closed parentheses": "(a) ",
    "double quotes": '"',
    "single quotes": "'",
    "quoted names": '"{N} {w}" ',
    "bullets": "- {w}\n",
    "bullets of names": "- {N} {N}\n",
    "stars": "* ",
    "hashes": "# a\n",
    "dashes": "-- ",
    "underscores": "_",
    "equal names": "Maria Duarte went home. ",
    "equal surnames": "Duarte ",
    "equal names, no stops": "maria duarte and ",
    "different names": "{N} {N} went home. ",
    "different names in a row": "{N} ",
    "names and commas": "{N}, ",
    "names and ands": "{N} and ",
    "names with hyphens": "{N}-",
    "names with apostrophes": "O'{N} ",
    "possessive names": "{N}'s ",
    "titles": "Mr. ",
    "titles and names": "Mr. {N} said so. ",
    "doctors": "Dr. Maria Duarte, M.D., ",
    "introductions": "My name is {N} {N}. ",
    "names asked for": "What is your name? {N}. ",
    "organisations": "{N} University of {N} ",
    "words of places": "St. {N} Street, {N}. ",
    "of": "of ",
    "and": "and ",
    "the": "The ",
    "commas": ",",
    "spaced commas": ", ",
    "stops": ".",
    "spaced stops": ". ",
    "colons": ":",
    "spaced colons": "a: ",
    "semicolons": "; ",
    "equals": "=",
    "equals and digits": "=3D",
    "ampersands": "&",
    "percent": "%41",
    "backslashes": "\\",
    "escapes": "\\u0041",
    "blanks": " ",
    "tabs": "\t",
    "empty lines": "\n",
    "spaced empty lines": " \n",
    "carriage returns": "a\r",
    "mixed newlines": "a\r\nb\rc\n\r\n",
    "words": "{w} ",
    "sentences": "We went to the {w} by train. ",
    "lines": "{w}\n",
    "paragraphs": "{w} went home.\n\n",
    "a long word": "a",
    "a long capital word": "A",
    "a long capitalised word": "Aa",
    "combining marks": "e\u0301",
    "only combining marks": "\u0301",
    "zero-width": "a\u200b",
    "soft hyphens": "\u00ad",
    "right to left": "\u05d0 ",
    "surrogates": "\udc80",
    "NUL": "\0",
    "full width": "\uff21",
    "emoji": "\U0001f600 ",
    "um": "um, ",
    "cut off": "Mar-- Maria ",
    "stammers": "J- J- Jane ",
    "questions of lawyers": "Q. Was {N} there?\nA. Yes, {N} was.\n",
    "numbered lines": "{i} Q. Yes, sir.\n",
    "exhibits": "Exhibit {i}. People v. {N}, ",
    "versus": "{N} v. {N}, ",
    "headings": "MR. {N}\n\n",
    "by": "BY MR. {N}:\n",
    "prefixed names": "van der ",
    "roman numbers": "{N} III ",
    "ids": "AB-{i}-XY ",
    "keys": "name: {N}\n",
    "user names": "@{w} ",
    "spelled by words": "D as in David, ",
    "dots": "dot com ",
    "at and dot": "{w} at {w} dot com ",
    "phonetic": "alpha bravo charlie ",
    "letters and digits": "a1",
    "money": "$5 ",
    "hex": "af:",
    "stage directions": "(LAUGHTER) ",
    "brackets": "[inaudible] ",
    "clock": "00:00:01 ",
    "less than": "<",
    "tags of html": "<b>{w}</b> ",
    "base64": "QUJD",
    "a name in each line": "{N} {N}\n",
    "a capital line": "THE {N} AND {N}\n",
    "no stops": "i said to {w} that {N} came ",
    "times of day": "a.m. ",
    "initials and a name": "A. Babe and ",
    "initials and other names": "A. {N} and ",
    "particles": "van de la ",
    "particles and names": "{N} van de la {N} ",
    "titles twice": "Mr. Mr. ",
    "titles of all kinds": "Prof. Dr. Hon. Sen. ",
    "initials without blanks": "A.B.",
    "initials of two": "J.R. {N}, ",
    "names in parentheses": "({N} ",
    "quotes in quotes": "\"'",
    "curly quotes": "\u201c{N}\u2019s ",
    "hyphens and names": "{N}-{N} ",
    "dashes and names": "{N}--{N}--",
    "speaker labels": "SPEAKER {i}: ",
    "speaker labels in brackets": "[{N}]: Yes.\n",
    "speakers and times": "{N} {N} 00:0{i}\nYes.\n",
    "tags and names": "[PERSON_{i}] {N} ",
    "tags side by side": "[PERSON_1][LOCATION_2]",
    "tags cut off": "[PERSON_{i} [",
    "a name a line": "{N}\n",
    "a letter a line": "a\n",
    "lists of letters": "a, b, c, ",
    "letters in quotes": '"A" "B" ',
    "decomposed accents": "Jose\u0301 {N} ",
    "no-break spaces": "{N}\u00a0{N}\u00a0",
    "thin spaces": "a\u2009",
    "fractions": "1/2 ",
    "ranges": "{i}-{i} ",
    "ages": "{i}-year-old {N} ",
    "names and e-mails": "{N} {N} <{w}@example.com>, ",
    "names and dates": "May {i}, {N} ",
    "names spelled": "{N}, A-B-C-D, ",
    "names spelled with commas": "spelled A, B, C. {N} ",
    "nicknames": '{N} "{N}" {N} ',
    "firms": "{N}, {N} & {N} ",
    "house numbers": "{i} {N} Street ",
    "small titles": "mr {w} and mrs {w} ",
    "questions and answers": "Q/A ",
    "Cyrillic": "\u0418\u0432\u0430\u043d ",
    "Chinese": "\u674e\u96f7",
}


def _captions(size: int) -> Iterator[str]:
    yield "WEBVTT\n\n"
    for number in range(max(1, size // 60)):
        yield f"00:00:{number % 60:02}.000 --> 00:00:{number % 60:02}.900\n"
        yield f"<v {word(number).capitalize()}>I went home.</v>\n\n"


def _subtitles(size: int) -> str:
    clock = "00:00:00,000 --> 00:00:09,000"
    return "".join(
        f"{number}\n{clock}\nHello {word(number)}.\n\n" for number in range(1, size // 50 + 2)
    )


def _cue(body: str) -> str:
    return f"WEBVTT\n\n00:00:00.000 --> 00:00:09.000\n{body}\n"


def _columns(size: int) -> str:
    columns = max(1, size // 12)
    head = ",".join(f"c{number}" for number in range(columns))
    return head + "\n" + ",".join(word(number) for number in range(columns)) + "\n"


def _rows(size: int) -> str:
    return "name,said\n" + repeated("{N},I am {N}\n", size)


def _records(size: int) -> str:
    return repeated('{"speaker": "{N}", "text": "I am {N}."}\n', size)


def _cells(size: int) -> str:
    cells = [
        {"cell_type": "markdown", "source": [f"{word(n).title()} went"]} for n in range(size // 50)
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


STRUCTURED = {
    "vtt: captions": ("vtt", lambda size: "".join(_captions(size))),
    "vtt: a voice never closed": ("vtt", lambda size: _cue("<v" * (size // 2))),
    "vtt: a voice of blanks": ("vtt", lambda size: _cue("<v" + " " * size)),
    "vtt: many voices of blanks": ("vtt", lambda size: _cue("<v  " * (size // 4))),
    "vtt: references": ("vtt", lambda size: _cue("&amp" * (size // 4))),
    "vtt: ampersands": ("vtt", lambda size: _cue("&" * size)),
    "vtt: styles": ("vtt", lambda size: 'WEBVTT\n\nSTYLE\n::cue(v[voice="' + '"\\' * (size // 2)),
    "vtt: styles of slashes": ("vtt", lambda size: "WEBVTT\n\nSTYLE\n" + "/*" * (size // 2)),
    "vtt: styles of comments": ("vtt", lambda size: "WEBVTT\n\nSTYLE\n" + "/* " * (size // 3)),
    "vtt: styles of voices": (
        "vtt",
        lambda size: "WEBVTT\n\nSTYLE\n" + repeated('::cue(v[voice="{N}"]){}\n', size) + "\n",
    ),
    "vtt: notes": ("vtt", lambda size: "WEBVTT\n\n" + repeated("NOTE {N} {N}\n\n", size)),
    "vtt: classes": ("vtt", lambda size: _cue("<c." + "a." * (size // 2) + ">")),
    "vtt: lines of a cue": ("vtt", lambda size: _cue(repeated("{N} went\n", size))),
    "srt: subtitles": ("srt", _subtitles),
    "srt: lines of a subtitle": (
        "srt",
        lambda size: "1\n00:00:00,000 --> 00:00:09,000\n" + repeated("{N} went\n", size),
    ),
    "srt: speakers": (
        "srt",
        lambda size: repeated("{i}\n00:00:00,000 --> 00:00:09,000\n{N}: Hello.\n\n", size),
    ),
    "ctm: words": ("ctm", lambda size: repeated("a 1 {i}.00 0.40 {w}\n", size)),
    "ctm: names": ("ctm", lambda size: repeated("a 1 {i}.00 0.40 {N}\n", size)),
    "stm: lines": ("stm", lambda size: repeated("a 1 {N} {i}.00 {i}.90 hello {w}\n", size)),
    "csv: columns": ("csv", _columns),
    "csv: names in a row": ("csv", lambda size: repeated("{N} {N},", size) + "\n"),
    "csv: one column": ("csv", lambda size: "name\n" + repeated("{N} {N}\n", size)),
    "tsv: rows": ("tsv", lambda size: "id\tname\n" + repeated("{i}\t{N} {N}\n", size)),
    "csv: rows": ("csv", _rows),
    "csv: a long cell": ("csv", lambda size: 'a,b\n1,"' + repeated("{w} ", size) + '"\n'),
    "csv: quotes": ("csv", lambda size: 'a,b\n1,"' + '""' * (size // 2) + '"\n'),
    "csv: commas": ("csv", lambda size: "," * size + "\n"),
    "csv: lines of a cell": ("csv", lambda size: 'a,b\n1,"' + repeated("{w}\n", size) + '"\n'),
    "json: keys": ("json", lambda size: json.dumps({word(n): word(n) for n in range(size // 16)})),
    "json: a list": ("json", lambda size: json.dumps([word(n) for n in range(size // 10)])),
    "json: names": (
        "json",
        lambda size: json.dumps([{"name": word(n).title()} for n in range(size // 20)]),
    ),
    "json: numbers": ("json", lambda size: json.dumps([123456 + n for n in range(size // 8)])),
    "json: a long number": ("json", lambda size: "1" * size),
    "json: a long string": ("json", lambda size: json.dumps(repeated("{N} ", size))),
    "json: escapes": ("json", lambda size: '"' + "\\u00e9" * (size // 6) + '"'),
    "json: deep": ("json", lambda size: "[" * (size // 2) + "]" * (size // 2)),
    "json: blanks": ("json", lambda size: "[" + " " * size + "]"),
    "jsonl: records": ("jsonl", _records),
    "jsonl: numbers": ("jsonl", lambda size: repeated("1000{i}\n", size)),
    "jsonl: turns": (
        "jsonl",
        lambda size: json.dumps({"text": repeated("{N}: I went home.\n", size)}) + "\n",
    ),
    "sql: rows in paragraphs": (
        "sql",
        lambda size: (
            "create table t (name text, ssn text);\n\n"
            + repeated("insert into t values ('{N} {N}', '53{i}');\n\n", size)
        ),
    ),
    "md: paragraphs": (
        "md",
        lambda size: repeated("{N} *went* `x({i})`, [{w}](a/{N}.md).\n\n", size),
    ),
    "md: one paragraph": ("md", lambda size: repeated("**{N}** went to [{w}](/{w}) ", size)),
    "md: cells": ("md", lambda size: "|a|b|\n|-|-|\n" + repeated("| {N} | `{w}` |\n", size)),
    "md: code": (
        "md",
        lambda size: "```\n" + repeated("{w}({i}, {N})  # by {N}\n", size) + "```\n",
    ),
    "md: one column": ("md", lambda size: "| name |\n|-|\n" + repeated("| {N} {N} |\n", size)),
    "md: images never closed": ("md", lambda size: "![a](b " * (size // 7)),
    "md: links never closed": ("md", lambda size: "[a](b " * (size // 6)),
    "md: open brackets": ("md", lambda size: "[a][b" * (size // 5)),
    "md: code never closed": ("md", lambda size: "`a" * (size // 2)),
    "md: emphasis never closed": ("md", lambda size: "*a **b " * (size // 7)),
    "html: cells": (
        "html",
        lambda size: "<table>" + repeated("<tr><td>{N}</td></tr>\n", size) + "</table>",
    ),
    "html: nested": ("html", lambda size: "<div>" * (size // 5)),
    "html: paragraphs": ("html", lambda size: repeated("<p>{N} <b>went</b> {w}</p>\n", size)),
    "html: one paragraph": ("html", lambda size: "<p>" + repeated("{N} <b>went</b> ", size)),
    "xml: elements": ("xml", lambda size: "<r>" + repeated("<u n='{i}'>{N}</u> ", size) + "</r>"),
    "eml: recipients": (
        "eml",
        lambda size: "To: " + repeated("{N} {N} <{w}@example.com>,\n ", size) + "\n\nHello.\n",
    ),
    "eml: lines": ("eml", lambda size: "Subject: a\n\n" + repeated("{N} went home.\n", size)),
    "rtf: runs": ("rtf", lambda size: "{\\rtf1 " + repeated("{\\b {N}} went\\par ", size) + "}"),
    "ipynb: cells": ("ipynb", _cells),
}

SHAPES = (
    *(
        Shape(name, "grown.txt", lambda size, piece=piece: repeated(piece, size))
        for name, piece in REPEATED.items()
    ),
    *(Shape(name, f"grown.{suffix}", text) for name, (suffix, text) in STRUCTURED.items()),
)
