"""Describes the replaced mentions of a document as data, for JSON output."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from anonfilter.containers.places import Places
from anonfilter.contract.document import Document, Span, TaggedMention
from anonfilter.contract.tags import tag_shapes
from anonfilter.text.words import fold


class Entities:
    """Assigns identifiers, such as ``PERSON:3``, that are equal for all mentions of an entity.

    If no resolver has set the entity, mentions with equal text are one entity. A mention whose tags
    are part of the tags of exactly one longer mention is a shorter form of that mention.
    """

    def __init__(self, tagged: Sequence[TaggedMention]) -> None:
        self._longest: dict[str, dict[frozenset[str], str]] = {}
        for item in tagged:
            forms = self._longest.setdefault(item.mention.label.name, {})
            forms.setdefault(_tags(item), _surface(item))
        self._numbers: dict[tuple[str, str], str] = {}
        self._last: dict[str, int] = {}

    def identifier(self, tagged: TaggedMention) -> str:
        """Return the identifier of a mention's entity."""
        label = tagged.mention.label.name
        key = (label, tagged.mention.span.entity or self._longest_form(tagged))
        if key not in self._numbers:
            self._last[label] = self._last.get(label, 0) + 1
            self._numbers[key] = f"{label}:{self._last[label]}"
        return self._numbers[key]

    def _longest_form(self, tagged: TaggedMention) -> str:
        tags = _tags(tagged)
        forms = self._longest[tagged.mention.label.name]
        longer = [surface for form, surface in forms.items() if tags < form] if tags else []
        return longer[0] if len(longer) == 1 else _surface(tagged)


def _tags(tagged: TaggedMention) -> frozenset[str]:
    """Return the numbered tags of a mention; these name an entity."""
    return frozenset(
        part.text for part in tagged.replacements if any(tag[2] for tag in tag_shapes(part.text))
    )


def _surface(tagged: TaggedMention) -> str:
    return fold(tagged.mention.span.canonical or tagged.mention.surface)


def span_objects(
    document: Document, tagged: tuple[TaggedMention, ...], *, show_values: bool = False
) -> Iterator[dict[str, Any]]:
    """Yield an object for each replaced mention.

    Offsets count characters of the decoded file without its byte order mark. Line and column are
    those that `check` prints. ``time`` is present if the file has times.
    """
    entities, places = Entities(tagged), Places(document.source.text)
    for item in tagged:
        mention = item.mention
        start, end = document.origin.extent(mention.span.start, mention.span.end)
        member, line, column = places.at(start)
        span: dict[str, Any] = {
            "start": start,
            "end": end,
            **({"member": member} if member else {}),
            "line": line,
            "column": column,
            "label": mention.label.name,
            "category": mention.category or mention.span.category or None,
            "entity": entities.identifier(item),
            "detectors": list(dict.fromkeys(mention.span.detectors)),
            "score": round(mention.span.score, 4),
            "replacement": replaced_surface(document, item),
        }
        if (time := time_of(document, mention.span)) is not None:
            span["time"] = time
        if show_values:
            span["text"] = document.source.text[start:end]
        yield span


def time_of(document: Document, span: Span) -> tuple[float, float] | None:
    """Return when a span is spoken: its start and end in seconds, if they are known."""
    at = bisect_right(document.fields, span.start, key=lambda field: field.start) - 1
    timings = document.fields[at].timings if at >= 0 else ()
    first = bisect_right(timings, span.start, key=lambda timing: timing.end)
    last = bisect_left(timings, span.end, key=lambda timing: timing.start)
    times = [timing.time for timing in timings[first:last] if timing.time is not None]
    return (min(times)[0], max(end for _, end in times)) if times else None


def replaced_surface(document: Document, tagged: TaggedMention) -> str:
    """Return the text that replaces a mention: its tags, and the text between them."""
    parts: list[str] = []
    done = tagged.mention.span.start
    for replacement in sorted(tagged.replacements, key=lambda part: part.start):
        parts += document.text[done : replacement.start], replacement.text
        done = replacement.end
    parts.append(document.text[done : tagged.mention.span.end])
    return "".join(parts)
