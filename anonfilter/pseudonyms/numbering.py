"""Minting a numbered tag: what all taggers that number have in common."""

from __future__ import annotations

from anonfilter.model import Label, Mention, Replacement
from anonfilter.pseudonyms.book import Book
from anonfilter.tags import Template
from anonfilter.text import fold


def template_for(label: Label) -> Template:
    """The label's own template, or ``[LABEL_{n}]``."""
    return Template(label.template or f"[{label.name}_{{n}}]", label.sequence)


def key_of(mention: Mention) -> str:
    """What has the same number: the same entity, or the same words.

    What holds a digit is compared by its letters and digits alone: an account or a phone number
    is the same however it is grouped.
    """
    written = fold(mention.span.canonical or mention.surface)
    if any(char.isdigit() for char in written):
        written = "".join(char for char in written if char.isalnum())
    return mention.span.entity or written


def numbered_tag(mention: Mention, template: Template, book: Book) -> Replacement:
    """One tag for the whole mention."""
    number = book.number(template.sequence, key_of(mention)) if template.numbered else ""
    return Replacement(mention.span.start, mention.span.end, template.mint(number))
