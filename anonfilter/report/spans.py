"""What a filter would replace, as data: one object a mention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from anonfilter.model import Document, Tagged
from anonfilter.text import fold


class Entities:
    """Numbers for who and what is meant, such as ``PERSON:3``: opaque, and equal where it is."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, str], str] = {}
        self._last: dict[str, int] = {}

    def identifier(self, tagged: Tagged) -> str:
        mention = tagged.mention
        span = mention.span
        known_as = tagged.entity or span.entity or fold(span.canonical or mention.surface)
        key = (mention.label.name, known_as)
        if key not in self._numbers:
            number = self._last[key[0]] = self._last.get(key[0], 0) + 1
            self._numbers[key] = f"{key[0]}:{number}"
        return self._numbers[key]


def span_objects(
    document: Document, tagged: tuple[Tagged, ...], *, show_values: bool = False
) -> Iterator[dict[str, Any]]:
    """A mention each; offsets count the characters of the decoded file, without its BOM."""
    entities = Entities()
    for one in tagged:
        mention = one.mention
        start, end = document.origin.extent(mention.span.start, mention.span.end)
        span = {
            "start": start,
            "end": end,
            "label": mention.label.name,
            "category": mention.category or mention.span.category or None,
            "entity": entities.identifier(one),
            "detectors": list(dict.fromkeys(mention.span.detectors)),
            "score": round(mention.span.score, 4),
            "replacement": replaced_surface(document, one),
        }
        if show_values:
            span["text"] = document.source.text[start:end]
        yield span


def replaced_surface(document: Document, tagged: Tagged) -> str:
    """The mention as it comes out: its tags, and what stands between them."""
    parts: list[str] = []
    done = tagged.mention.span.start
    for replacement in sorted(tagged.replacements, key=lambda one: one.start):
        parts += document.text[done : replacement.start], replacement.text
        done = replacement.end
    parts.append(document.text[done : tagged.mention.span.end])
    return "".join(parts)
