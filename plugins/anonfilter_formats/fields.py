"""What the formats have in common: roles, names that a schema gives, and a value's fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from anonfilter.formats.builder import DocumentBuilder
from anonfilter.formats.plaintext import divided
from anonfilter.formats.turns import is_given_name
from anonfilter.model import Bare, verbatim
from anonfilter.words import is_common

Role = Literal["text", "speech", "speaker", "leave"]

GAP = "\n\n"
_DIVISIBLE = re.compile(r"[\n\f]")
_PLAIN = re.compile(
    r"[a-z]+[0-9]{0,2}(?:[_. -][a-z]+[0-9]{0,2}|[A-Z][a-z]+|[_-][0-9]{1,2})*|[0-9]{1,2}"
)
_WORD = re.compile(r"[A-Z]?[a-z]+")
_ABBREVIATIONS = """
    asr attr attrs avg bool cfg col conf config desc diarization dir dst dt fmt freq html http id
    ids idx img info init int ip json kwargs lang lat len lng loc lon max meta metadata min misc
    msg num obj param params pct pos pre pred prev prob prompt proto qty rec ref refs regex repo
    req resp sec seq src ssn std str subcategory sum tel temp timestamp timestamps tmp transcript
    ts txt uid uri url urls user username utc utterance utterances uuid val var vars ver version
    wav xml zip
"""
_SCHEMA_WORDS = frozenset(_ABBREVIATIONS.split())


def is_schema_name(name: str) -> bool:
    """Whether a key or a column's title is one that any program might have given: "start_time",
    "speakerId". Whatever begins with a capital, or has a word in it that is not in everyday use
    or is a first name too, may be about somebody, and is scanned."""
    return _PLAIN.fullmatch(name) is not None and all(
        _in_schemas(word.lower()) for word in _WORD.findall(name)
    )


def _in_schemas(word: str) -> bool:
    return word in _SCHEMA_WORDS or (is_common(word) and not is_given_name(word))


def add_value(
    builder: DocumentBuilder,
    text: str,
    role: str,
    encode: Callable[[str], str] = verbatim,
    *,
    speakers: bool = False,
    bare: Bare | None = None,
) -> None:
    """Declare what the builder was just given a field, or several if it has paragraphs."""
    start = builder.at - len(text)
    if role == "speaker" or not _DIVISIBLE.search(text):
        builder.field(start, builder.at, role, encode, bare=bare)
    else:
        for first, last, part in divided(text, role, speakers=speakers):
            builder.field(start + first, start + last, part, encode, bare=bare)
    builder.gap(GAP)
