"""Reading a file in one format, replacing in it, and filtering it as a user does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from anonfilter.containers.decoding import decode
from anonfilter.contract.document import Document, Replacement
from anonfilter.contract.plugin import Setting
from anonfilter.engine.rewrite import rewrite
from anonfilter.errors import Incomplete

NAME = "Quill"  # what replacements replace; and what they put there, all that needs an escape:
NASTY = 'a,"b";c\td|\\ <i>&\'{x}'

RULES = """
anonfilter: 1
name: formats
labels:
  PERSON: {{kind: direct, risk: 5, tag: name-parts, survives: fail}}
  COMPANY: {{kind: indirect, tag: '[COMPANY_{{n}}]'}}
  PHONE: {{kind: direct, tag: '[PHONE_{{n}}]', survives: fail}}
formats:
{formats}
  - use: text
detectors:
  - use: dictionary
    terms:
      - {{term: Wilma Quillfeather, label: PERSON, case: ignore}}
      - {{term: Quillfeather, label: PERSON, case: ignore}}
      - {{term: Tamsin & Sons, label: COMPANY}}
      - {{term: Tamsin Works, label: COMPANY}}
      - {{term: Ren\u00e9e, label: PERSON}}
  - use: patterns
    patterns:
      - {{label: PHONE, regex: '\\b415[\\s-]?\\d{{3}}[\\s-]?\\d{{4}}\\b', examples: ['4155550100']}}
taggers:
  - use: numbered
  - use: name-parts
"""


def read(format_class: Any, data: bytes | str, name: str, **config: Any) -> Document:
    """A file as a document of this format."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    made = format_class(format_class.Config(**config), Setting("format"))
    document: Document = made.read(decode(raw, name))
    return document


def accepts(format_class: Any, data: str, name: str, **config: Any) -> bool:
    """Whether a file is read, and not called incomplete."""
    try:
        read(format_class, data, name, **config)
    except Incomplete:
        return False
    return True


def damaged(text: str, at: int, put: str) -> str:
    """The text with something else for the character at this place, or at its end."""
    at %= len(text) + 1
    return text[:at] + put + text[at + 1 :]


def fields(document: Document) -> list[tuple[str, str]]:
    """Role and text of each field."""
    return [(one.role, document.text[one.start : one.end]) for one in document.fields]


def texts(document: Document) -> list[str]:
    return [text for _, text in fields(document)]


def replaced(document: Document, name: str = NAME, by: str = NASTY) -> str:
    """The file with each occurrence of a name in a field replaced."""
    parts = [
        Replacement(one.start + match.start(), one.start + match.end(), by)
        for one in document.fields
        for match in re.finditer(name, document.text[one.start : one.end])
    ]
    return rewrite(document, parts).text


def times(document: Document) -> list[tuple[str, tuple[float, float] | None]]:
    """Each stretch of which it is known when it is said."""
    return [
        (document.text[said.start : said.end], said.time)
        for one in document.fields
        for said in one.timings
    ]


def write_rules(folder: Path, formats: str) -> None:
    lines = "\n".join(f"  {line}" for line in formats.splitlines())
    (folder / "formats.yaml").write_text(RULES.format(formats=lines), encoding="utf-8")
