"""Read annotated documents in any supported notation."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from anonfilter_english.knowledge.people.name_parts import name_tokens

from anonfilter.contract.tags import tag_shapes
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.read import read_file
from anonfilter.text.terminal import one_line
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention, outermost
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import conll, json_gold, review_marks
from anonfilter_measure.evaluation.readers.raw_gold import RawDocument, without_gold, wrong

Reader = Callable[[str, str], Iterator[RawDocument]]

READERS: dict[str, Reader] = {
    "jsonl": json_gold.read_lines,
    "json": json_gold.read_whole,
    "conll": conll.read,
    "marks": review_marks.read,
}
_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".conll": "conll",
    ".conllu": "conll",
    ".bio": "conll",
    ".iob": "conll",
    ".iob2": "conll",
    ".tsv": "conll",
    ".txt": "marks",
    ".md": "marks",
    ".text": "marks",
}


def read(
    name: str, labels: Labels, notation: str = "auto", context: str = ""
) -> Iterator[GoldDocument]:
    """Yield the documents of one file; ``.gz`` is unpacked, and the suffix selects the reader.

    ``context`` says how documents are grouped: by `file`, `folder`, or a field of JSON. The default
    is the context in the gold, else the folder of a reviewed text, else the file.
    """
    text = read_text(name)
    reader = READERS[_notation(name) if notation == "auto" else notation]
    for number, raw in enumerate(reader(text, name), 1):
        yield _gold(raw, name, number, labels, _context(raw, name, context))


def require_gold(documents: Sequence[GoldDocument], labels: Labels) -> None:
    """Raise an error for gold without mentions, and for a file whose labels are all unknown."""
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


def _context(raw: RawDocument, file: str, by: str) -> str:
    if by == "folder" or (raw.reviewed and not by):
        return str(PurePath(file).parent)
    if not by:
        return raw.context or file
    if by != "file" and not isinstance(raw.fields.get(by), str | int):
        raise AnonfilterError(
            f"this document has no field {by!r} with a text or a number",
            where=f"{file}:{raw.line}",
            hint="--context-by is `file`, `folder`, or the name of a field of each JSON object.",
        )
    return file if by == "file" else str(raw.fields[by])


def _notation(name: str) -> str:
    suffix = PurePath(name.removesuffix(".gz")).suffix.lower()
    if suffix not in _SUFFIXES:
        raise AnonfilterError(
            f"the suffix {suffix!r} belongs to no known format of gold",
            where=name,
            hint=f"Name the notation: --format {'|'.join(READERS)}.",
        )
    return _SUFFIXES[suffix]


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file, which may be a gzip file."""
    data = read_file(name).data
    try:
        if name.endswith(".gz"):
            data = gzip.decompress(data)
        return data.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error):
        raise Incomplete("is not a complete gzip file", where=name) from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Incomplete("is not UTF-8", where=f"{name}:{line}") from None


def _gold(raw: RawDocument, file: str, number: int, labels: Labels, context: str) -> GoldDocument:
    text = _scannable(raw, file)
    mentions = list(_tags(text, labels)) if raw.reviewed else []
    for one in raw.mentions:
        named = labels.named(one.label)
        if named:
            tokens = name_tokens(text, one.start, one.end)
            mentions.append(replace(one, label=labels.scored(named), named=named, tokens=tokens))
    if raw.reviewed and labels.unknown:
        raise AnonfilterError(
            f"these labels are not known: {', '.join(map(one_line, sorted(labels.unknown)))}",
            where=file,
            hint="Mark with labels of the rules, or map them: --map MARK=LABEL.",
        )
    return GoldDocument(
        raw.id, text, outermost(mentions), context, file, raw.line, number, raw.reviewed
    )


def _tags(text: str, labels: Labels) -> Iterator[GoldMention]:
    for match in tag_shapes(text):
        named = labels.of_tag(match[1])
        if named:
            yield GoldMention(*match.span(), labels.scored(named), named)


def _scannable(raw: RawDocument, file: str) -> str:
    """Return the text, with a blank in place of a byte order mark, which keeps offsets.

    Raise an error for a text that no file can contain.
    """
    if "\0" in raw.text or any("\ud800" <= char <= "\udfff" for char in raw.text):
        raise wrong("the text contains a NUL or a lone surrogate", file, raw.line)
    return " " + raw.text[1:] if raw.text.startswith("\ufeff") else raw.text
