"""One tag a mention; with ``{n}`` in the template, one number a distinct thing."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.hookspecs import Setting
from anonfilter.model import Label, Mention, Replacement, Span
from anonfilter.pseudonyms.book import Book
from anonfilter.rules.schema import Strict
from anonfilter.tags import Template
from anonfilter.text import fold


def template_for(label: Label) -> Template:
    return Template(label.template or f"[{label.name}_{{n}}]", label.sequence)


def key_of(span: Span, surface: str) -> str:
    """What has the same number: the same entity, or the same words.

    What holds a digit is compared by its letters and digits alone: an account or a phone number
    is the same however it is grouped.
    """
    written = fold(span.canonical or surface)
    if any(char.isdigit() for char in written):
        written = "".join(char for char in written if char.isalnum())
    return span.entity or written


class NumberedTagger:
    """``[LABEL_{n}]``, or the label's own template."""

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._templates = {name: template_for(label) for name, label in setting.labels.items()}

    def templates(self, label: Label) -> Iterable[Template]:
        return (self._templates[label.name],)

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        span = mention.span
        template = self._templates[mention.label.name]
        key = key_of(span, mention.surface)
        number = book.number(template.sequence, key) if template.numbered else ""
        return (Replacement(span.start, span.end, template.mint(number)),)
