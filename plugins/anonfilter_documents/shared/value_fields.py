"""Add a decoded value as fields: one field, or one for each paragraph or turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from anonfilter.contract.document import BareValue, verbatim
from anonfilter_documents.plaintext import split_fields
from anonfilter_documents.shared.builder import GAP, DocumentBuilder

Role = Literal["text", "speech", "speaker", "code", "leave"]

_CORPUS_NUMBER = r"(?=(?:[a-z]*[2-7]){2})(?=[2-7]*[a-z])[a-z2-7]{10}"
UNDERSCORE = rf"_(?!(?:[A-Z0-9_]{{0,60}}|(?:[A-Z0-9_]{{0,60}}_)?{_CORPUS_NUMBER})\])"
"""A regex for an underscore that stands for a space; it does not match within a tag."""
_DIVISIBLE = re.compile(r"[\n\f]")


def add_value(
    builder: DocumentBuilder,
    text: str,
    role: str,
    encode: Callable[[str], str] = verbatim,
    *,
    speakers: bool = False,
    bare: BareValue | None = None,
    name: str = "",
) -> None:
    """Make a field of the text that was added last, or of each paragraph or turn in it."""
    start = builder.offset - len(text)
    if role == "speaker" or not _DIVISIBLE.search(text):
        builder.add_field(start, builder.offset, role, encode, bare=bare, name=name)
    else:
        for first, last, part in split_fields(text, role, speakers=speakers):
            builder.add_field(start + first, start + last, part, encode, bare=bare, name=name)
    builder.add_gap(GAP)
