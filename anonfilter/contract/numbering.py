"""Make numbered tags, in the same way for all taggers."""

from __future__ import annotations

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.tags import Template
from anonfilter.text.words import fold

PERSON, OF_RECORD = "p", "r"
"""The prefixes of the identities of people: in the whole document, and in one record only."""


def is_of_record(key: str) -> bool:
    """Return True if a key is the identity of a person in one record only."""
    return key.startswith(OF_RECORD) and key[len(OF_RECORD) :].isdecimal()


def template_for(label: Label) -> Template:
    """Return the label's own template, or ``[LABEL_{n}]``."""
    return Template(label.template or f"[{label.name}_{{n}}]", label.sequence)


def key_of(mention: Mention, *, by_name: bool = False) -> str:
    """Return a key that is equal for mentions with the same number: one entity, or equal words.

    ``by_name`` ignores the entity, for numbers that belong to a name that relatives may share.
    """
    written = as_key(mention.span.canonical or mention.surface)
    return written if by_name else mention.span.entity or written


def as_key(surface: str) -> str:
    """Return a key that is equal for different spellings of one name or number.

    A surface with a digit is compared by its letters and digits only, so that the grouping of an
    account or phone number does not matter.
    """
    written = fold(surface)
    if any(char.isdigit() for char in written):
        written = "".join(char for char in written if char.isalnum())
    return written


def numbered_tag(
    mention: Mention, template: Template, book: Book, *, by_name: bool = False
) -> Replacement:
    """Return the replacement of the whole mention by one tag."""
    number = ""
    if template.is_numbered:
        key, name = key_of(mention, by_name=by_name), key_of(mention, by_name=True)
        number = book.number(template.sequence, key, name, mention.surface)
    return Replacement(mention.span.start, mention.span.end, template.mint(number))
