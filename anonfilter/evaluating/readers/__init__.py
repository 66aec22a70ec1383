"""Read gold in any supported notation."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import PurePath

from anonfilter_plugins.english.people.name_parts import name_tokens

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.evaluating.gold import GoldDocument, GoldMention, outermost
from anonfilter.evaluating.labels import Labels
from anonfilter.evaluating.readers import conll, json_objects, marks
from anonfilter.evaluating.readers.raw import RawDocument, without_gold, wrong
from anonfilter.files.read import read_file
from anonfilter.text.terminal import one_line

Reader = Callable[[str, str], Iterator[RawDocument]]

READERS: dict[str, Reader] = {
    "jsonl": json_objects.read_lines,
    "json": json_objects.read_whole,
    "conll": conll.read,
    "marks": marks.read,
}
_SUFFIXES = {
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json",
    ".conll": "conll", ".conllu": "conll", ".bio": "conll", ".iob": "conll", ".iob2": "conll",
    ".tsv": "conll", ".txt": "marks", ".md": "marks", ".text": "marks",
}  # fmt: skip


def read(name: str, labels: Labels, notation: str = "auto") -> Iterator[GoldDocument]:
    """Read the documents of one file; ``.gz`` is unpacked, the suffix selects the reader."""
    text = _text(name)
    reader = READERS[_notation(name) if notation == "auto" else notation]
    for number, raw in enumerate(reader(text, name), 1):
        yield _gold(raw, name, number, labels)


def require_gold(documents: Sequence[GoldDocument], labels: Labels) -> None:
    """Refuse gold that would score nothing: without any mention, or with unknown labels only."""
    named: dict[str, set[str]] = {}
    for one in documents:
        named.setdefault(one.file, set()).update(mention.named for mention in one.mentions)
    if not any(named.values()):
        raise without_gold(next(iter(named), ""))
    for file, found in named.items():
        if found and found <= labels.unknown:
            raise AnonfilterError(
                f"no label of the gold is known: {', '.join(map(one_line, sorted(found)))}",
                where=file,
                hint="Map them to labels of the rules: --map GOLD=LABEL.",
            )


def _notation(name: str) -> str:
    suffix = PurePath(name.removesuffix(".gz")).suffix.lower()
    if suffix not in _SUFFIXES:
        raise AnonfilterError(
            f"the suffix {suffix!r} is no known notation of gold",
            where=name,
            hint=f"Name the notation: --format {'|'.join(READERS)}.",
        )
    return _SUFFIXES[suffix]


def _text(name: str) -> str:
    data = read_file(name).data
    try:
        if name.endswith(".gz"):
            data = gzip.decompress(data)
        return data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error):
        raise Incomplete("is no complete gzip file", where=name) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Incomplete("is not UTF-8", where=f"{name}:{line}") from None


def _gold(raw: RawDocument, file: str, number: int, labels: Labels) -> GoldDocument:
    text = _scannable(raw, file)
    mentions = []
    for one in raw.mentions:
        named = labels.named(one.label)
        if named:
            tokens = name_tokens(text, one.start, one.end)
            kept = asdict(one) | {"label": labels.scored(named), "named": named}
            mentions.append(GoldMention(**kept, tokens=tokens))
    return GoldDocument(raw.id, text, outermost(mentions), raw.context, file, raw.line, number)


def _scannable(raw: RawDocument, file: str) -> str:
    """Check that a file could hold the text. A byte order mark becomes a blank, to keep offsets."""
    if "\0" in raw.text or any("\ud800" <= char <= "\udfff" for char in raw.text):
        raise wrong("the text holds a NUL or a lone surrogate, which no file can", file, raw.line)
    return " " + raw.text[1:] if raw.text.startswith("\ufeff") else raw.text
