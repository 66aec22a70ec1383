"""Numbers: by distinct key, in order of first appearance, skipping those in use."""

from anonfilter.contract.book import Book
from anonfilter.contract.document import Tag


def test_a_key_keeps_its_number_within_its_sequence() -> None:
    book = Book()
    numbers = [book.number("PERSON", key) for key in ("ann", "bo", "ann", "cy")]
    assert numbers == ["1", "2", "1", "3"]
    assert book.number("PLACE", "bo") == "1"


def test_numbers_in_use_are_skipped() -> None:
    book = Book([Tag(0, 10, "PERSON", "2"), Tag(20, 30, "PLACE", "1")])
    assert [book.number("PERSON", key) for key in ("ann", "bo")] == ["1", "3"]
    assert book.number("PLACE", "port ellery") == "2"
