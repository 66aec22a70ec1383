"""TextGrids of Praat: tiers of intervals and points, each with a label."""

from __future__ import annotations

from collections.abc import Iterator

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.timed_words import has_letters_or_digits
from anonfilter_documents.timed.label_tiers import Label, Tier, add_tiers, name_in_title
from anonfilter_documents.timed.praat_syntax import (
    Kind,
    Token,
    Values,
    escape,
    read_string,
    to_comment,
)

_HEADS = ("ooTextFile", "ooTextFile short")
_TIERS = {"IntervalTier": 2, "TextTier": 1}  # the numbers before each label


class TextGrid(FormatWithoutSettings):
    """TextGrids of Praat, long and short: labels, names of tiers, comments."""

    suffixes = suffixes_of("textgrid")

    def read(self, source: Source) -> Document:
        values = Values.of(source)
        named_tiers = list(_read_tiers(values))
        builder = DocumentBuilder(source)
        for name, tier in named_tiers:
            _add_name(builder, source, name, "speaker", name_in_title(tier.title))
        add_tiers(builder, [tier for _, tier in named_tiers], escape)
        for comment in values.comments:
            _add_name(builder, source, comment, "text", source.text[comment.start : comment.end])
        return builder.build()


def _add_name(
    builder: DocumentBuilder, source: Source, token: Token, role: str, title: str
) -> None:
    """Make a field of a comment or a name in the title of a tier, unless it is a usual one."""
    if has_letters_or_digits(title) and not is_schema_name(title):
        start = builder.offset
        text, pieces = read_string(source, token)
        builder.add_text(title if role == "speaker" else text, pieces)
        builder.add_field(start, builder.offset, role, to_comment if role == "text" else escape)
        builder.add_gap(GAP)


def _read_tiers(values: Values) -> Iterator[tuple[Token, Tier]]:
    """Yield the tiers of a file, each with the token of its name."""
    head = values.next(Kind.STRING)
    text = values.source.text
    if text[head.start : head.end] not in _HEADS or values.text() != "TextGrid":
        raise values.incomplete_at(head.start, "this is another kind of Praat file")
    values.number()
    values.number()
    flag = values.next(Kind.FLAG)
    if text[flag.start : flag.end] == "<exists>":
        for _ in range(values.count()):
            yield _read_tier(values)
    values.end()


def _read_tier(values: Values) -> tuple[Token, Tier]:
    kind = values.next(Kind.STRING)
    numbers = _TIERS.get(values.source.text[kind.start : kind.end])
    if numbers is None:
        raise values.incomplete_at(kind.start, '"IntervalTier" or "TextTier" is expected')
    name = values.next(Kind.STRING)
    values.number()
    values.number()
    labels: list[Label] = []
    for _ in range(values.count()):
        times = [values.number() for _ in range(numbers)]
        token = values.next(Kind.STRING)
        text, pieces = read_string(values.source, token)
        if has_letters_or_digits(text):
            labels.append(Label(token.start, token.end, text, pieces, (times[0], times[-1])))
    return name, Tier(read_string(values.source, name)[0], labels)
