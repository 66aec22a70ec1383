"""Filter a text in one call: text in, plain data out."""

from __future__ import annotations

from functools import cache
from typing import TypedDict

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete
from anonfilter.rules import load_ruleset

_NAME = "text"


class ReplacedText(TypedDict):
    """A stretch of the given text, its label, and the tag that replaces it."""

    start: int
    end: int
    label: str
    tag: str


class RedactedText(TypedDict):
    """A filtered text, and what was replaced in it, without the originals."""

    text: str
    replaced: list[ReplacedText]


def redact(text: str, rules: str = "default") -> RedactedText:
    """Replace the identifiers in a text by tags, and return plain data that JSON can hold.

    ``rules`` is the name of a shipped ruleset or the path of a file; it is read once. Raise
    ``Incomplete`` if the text cannot be read completely, or if an identifier would be left in it.

    >>> redact("Ask Adaeze Okafor in Enugu.")["text"]
    'Ask [PERSON_1] in [CITY_1].'
    """
    if not isinstance(text, str):
        raise TypeError(
            f"anonfilter.redact takes a text as str, not {type(text).__name__}: "
            "for the bytes of a file, use Engine.read_document(data, name)"
        )
    engine = _engine(rules)
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise Incomplete("the text has a lone surrogate", where=_NAME) from None
    document = engine.read_document(data, _NAME)
    mark = len(text) - len(document.source.text)  # a byte order mark, which is no part of the text
    if document.source.text != text[mark:] or document.source.codec != "utf-8":
        raise Incomplete("the text was read in another encoding", where=_NAME)
    done = engine.redact(document)
    if done.findings:
        labels = ", ".join(sorted({finding.label for finding in done.findings}))
        raise Incomplete(f"identifiers would be left: {labels}", where=_NAME)
    replaced: list[ReplacedText] = []
    for item in done.tagged:
        for part in item.replacements:
            start, end = done.analysis.document.origin.extent(part.start, part.end)
            label = item.mention.label.name
            replaced.append(
                {"start": start + mark, "end": end + mark, "label": label, "tag": part.text}
            )
    return {"text": done.output.decode(), "replaced": replaced}


@cache
def _engine(rules: str) -> Engine:
    return Engine(load_ruleset(rules))
