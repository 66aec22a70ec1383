"""Read JSON: texts with ``entities``, or the Text Anonymization Benchmark's ``annotations``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from anonfilter_measure.evaluation.gold import GoldMention
from anonfilter_measure.evaluation.readers.raw_gold import RawDocument, wrong

# The benchmark's value for mentions that identify no person.
_NO_MASK = "NO_MASK"


def read_lines(text: str, file: str) -> Iterator[RawDocument]:
    """Yield the documents of JSON lines."""
    for at, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield from _documents(_parsed(line, file, at), file, at)


def read_whole(text: str, file: str) -> Iterator[RawDocument]:
    """Yield the documents of a JSON file with an object or a list of objects."""
    whole = _parsed(text, file, 1)
    for one in whole if isinstance(whole, list) else [whole]:
        yield from _documents(one, file, 1)


def _parsed(text: str, file: str, first: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise wrong(f"not valid JSON: {error.msg}", file, first + error.lineno - 1) from None
    except RecursionError:
        raise wrong("nested too deeply", file, first) from None


def _documents(one: Any, file: str, line: int) -> Iterator[RawDocument]:
    """Yield one document for each annotator of the text."""
    if not isinstance(one, dict) or not isinstance(one.get("text"), str):
        raise wrong('an object with a "text" is expected', file, line)
    name = str(one.get("id", one.get("doc_id", line)))
    if isinstance(one.get("entities"), list):
        mentions = tuple(_mention(entity, one["text"], file, line) for entity in one["entities"])
        context = str(one.get("context") or one.get("genre") or "")
        yield RawDocument(name, one["text"], mentions, line, context, fields=one)
    elif isinstance(one.get("annotations"), dict):
        for annotator, marked in sorted(one["annotations"].items()):
            found = marked.get("entity_mentions") if isinstance(marked, dict) else None
            if not isinstance(found, list):
                raise wrong(f'the annotations of {name} have no "entity_mentions"', file, line)
            mentions = tuple(_standoff(entity, one["text"], file, line) for entity in found)
            yield RawDocument(f"{name}/{annotator}", one["text"], mentions, line, fields=one)
    else:
        raise wrong(f'{name} has neither "entities" nor "annotations"', file, line)


def _mention(entity: Any, text: str, file: str, line: int) -> GoldMention:
    start, end = _place(entity, "start", "end", text, file, line)
    cluster = entity.get("cluster")
    return GoldMention(
        start=start,
        end=end,
        label=_label(entity, "label", file, line),
        cluster="" if cluster is None else str(cluster),
        certain=str(entity.get("gold", "gold")).startswith(("gold", "True")),
        speaker=entity.get("speaker") is True,
        identifying=entity.get("identifying") is not False,
        role=str(entity.get("role") or ""),
    )


def _standoff(entity: Any, text: str, file: str, line: int) -> GoldMention:
    start, end = _place(entity, "start_offset", "end_offset", text, file, line)
    return GoldMention(
        start=start,
        end=end,
        label=_label(entity, "entity_type", file, line),
        cluster=str(entity.get("entity_id") or ""),
        identifying=entity.get("identifier_type") != _NO_MASK,
    )


def _place(entity: Any, first: str, last: str, text: str, file: str, line: int) -> tuple[int, int]:
    start, end = (entity.get(first), entity.get(last)) if isinstance(entity, dict) else (0, 0)
    if not (type(start) is int and type(end) is int and 0 <= start < end <= len(text)):
        raise wrong(f'"{first}" and "{last}" of a mention are not places in its text', file, line)
    return start, end


def _label(entity: Any, key: str, file: str, line: int) -> str:
    label = entity.get(key)
    if not isinstance(label, str) or not label:
        raise wrong(f'a mention has no "{key}"', file, line)
    return label
