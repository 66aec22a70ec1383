"""What the formats have in common: roles, and how a value becomes fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from anonfilter.contract.document import BareValue, verbatim
from anonfilter_documents.plaintext import divided
from anonfilter_documents.shared.builder import DocumentBuilder

Role = Literal["text", "speech", "speaker", "code", "leave"]

GAP = "\n\n"
_CORPUS_NUMBER = r"(?=(?:[a-z]*[2-7]){2})(?=[2-7]*[a-z])[a-z2-7]{10}"
UNDERSCORE = rf"_(?!(?:[A-Z0-9_]{{0,60}}|(?:[A-Z0-9_]{{0,60}}_)?{_CORPUS_NUMBER})\])"
"""Of a path, where it stands for a blank: a regex that matches none of a tag."""
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
    """Declare what the builder was just given a field, or several if it has paragraphs."""
    start = builder.at - len(text)
    if role == "speaker" or not _DIVISIBLE.search(text):
        builder.field(start, builder.at, role, encode, bare=bare, name=name)
    else:
        for first, last, part in divided(text, role, speakers=speakers):
            builder.field(start + first, start + last, part, encode, bare=bare, name=name)
    builder.gap(GAP)
