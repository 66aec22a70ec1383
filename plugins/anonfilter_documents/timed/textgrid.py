"""Praat's TextGrids: tiers of intervals and points, with a label each."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.fields import GAP
from anonfilter_documents.shared.said import is_said
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.unset import Unset
from anonfilter_documents.timed.praat_syntax import (
    Kind,
    Token,
    Values,
    one_word,
    read_string,
    written,
)
from anonfilter_documents.timed.tiers import Label, Tier, named_by, take_tiers

_HEADS = ("ooTextFile", "ooTextFile short")
_TIERS = {"IntervalTier": 2, "TextTier": 1}  # the numbers before each label


class TextGrid(Unset):
    """TextGrids of Praat, long and short: labels, names of tiers, comments."""

    suffixes = (".textgrid",)

    def read(self, source: Source) -> Document:
        values = Values.of(source)
        named = list(_tiers(values))
        builder = DocumentBuilder(source)
        for name, tier in named:
            _take(builder, source, name, "speaker", named_by(tier.title))
        take_tiers(builder, [tier for _, tier in named], written)
        for comment in values.comments:
            _take(builder, source, comment, "text", source.text[comment.start : comment.end])
        return builder.build()


def _take(builder: DocumentBuilder, source: Source, token: Token, role: str, title: str) -> None:
    """Take the name that begins a tier's title, unless any program gives it, or a comment."""
    if is_said(title) and not is_schema_name(title):
        start = builder.at
        text, stands = read_string(source, token)
        builder.value(title if role == "speaker" else text, stands)
        builder.field(start, builder.at, role, one_word if role == "text" else written)
        builder.gap(GAP)


def _tiers(values: Values) -> Iterator[tuple[Token, Tier]]:
    """The tiers of a file, each with where its name stands."""
    head = values.next(Kind.STRING)
    text = values.source.text
    if text[head.start : head.end] not in _HEADS or values.text() != "TextGrid":
        raise values.broken(head.start, "it begins as another of Praat's files")
    values.number()
    values.number()
    flag = values.next(Kind.FLAG)
    if text[flag.start : flag.end] == "<exists>":
        for _ in range(values.count()):
            yield _tier(values)
    values.end()


def _tier(values: Values) -> tuple[Token, Tier]:
    kind = values.next(Kind.STRING)
    numbers = _TIERS.get(values.source.text[kind.start : kind.end])
    if numbers is None:
        raise values.broken(kind.start, "a tier is an IntervalTier or a TextTier")
    name = values.next(Kind.STRING)
    values.number()
    values.number()
    labels: list[Label] = []
    for _ in range(values.count()):
        times = [values.number() for _ in range(numbers)]
        token = values.next(Kind.STRING)
        text, stands = read_string(values.source, token)
        if is_said(text):
            labels.append(Label(token.start, token.end, text, stands, (times[0], times[-1])))
    return name, Tier(read_string(values.source, name)[0], labels)
