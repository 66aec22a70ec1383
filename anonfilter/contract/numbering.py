"""Minting a numbered tag: what all taggers that number have in common."""

from __future__ import annotations

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.tags import Template
from anonfilter.text.words import fold

PERSON, OF_RECORD = "p", "r"
"""What the identity of a person begins with, and that of one who is in one record only."""


def is_of_record(key: str) -> bool:
    """Whether a key is the identity of a person of a record, whom no other record names."""
    return key.startswith(OF_RECORD) and key[len(OF_RECORD) :].isdecimal()


def template_for(label: Label) -> Template:
    """The label's own template, or ``[LABEL_{n}]``."""
    return Template(label.template or f"[{label.name}_{{n}}]", label.sequence)


def key_of(mention: Mention, *, by_name: bool = False) -> str:
    """What has the same number: the same entity, or the same words.

    ``by_name`` leaves the entity out, where a number belongs to a name that kin may share.
    What holds a digit is compared by its letters and digits alone: an account or a phone number
    is the same however it is grouped.
    """
    written = as_key(mention.span.canonical or mention.surface)
    return written if by_name else mention.span.entity or written


def as_key(surface: str) -> str:
    """The form in which two surfaces of one thing are equal."""
    written = fold(surface)
    if any(char.isdigit() for char in written):
        written = "".join(char for char in written if char.isalnum())
    return written


def numbered_tag(
    mention: Mention, template: Template, book: Book, *, by_name: bool = False
) -> Replacement:
    """One tag for the whole mention."""
    number = ""
    if template.is_numbered:
        key, name = key_of(mention, by_name=by_name), key_of(mention, by_name=True)
        number = book.number(template.sequence, key, name, mention.surface)
    return Replacement(mention.span.start, mention.span.end, template.mint(number))
