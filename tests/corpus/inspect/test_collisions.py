"""A tag of the corpus for two people is reported; other tags are not."""

from __future__ import annotations

from itertools import combinations, product
from string import ascii_lowercase

from anonfilter_corpus.inspect.tag_collisions import Numbering, collisions, corpus_tag

from anonfilter.contract.tags import TagGrammar, Template
from anonfilter.sidecars.entries import LITERAL, Entry, Occurrence
from anonfilter.sidecars.memory import derive_number

KEY = b"k" * 32
GRAMMAR = TagGrammar([Template("[PERSON_{n}]"), Template("[STATE_{n}]")], derived=True)
MADE_UP = "[PERSON_k7f3m2qa4x]"


def entry(tag: str, *surfaces: str, label: str = "PERSON") -> Entry:
    return Entry(tag, label, tuple(Occurrence(one, around=("0000", "1111")) for one in surfaces))


def found(
    tag: str, *documents: tuple[str, ...], bits: int = 50, label: str = "PERSON"
) -> list[tuple[str, str]]:
    """Return where the corpus has two people under one tag, given each document's names."""
    known = []
    for at, names in enumerate(documents):
        one = corpus_tag(entry(tag, *names, label=label), f"{at}.yaml:7:1")
        assert one is not None
        known.append(one)
    numbering = Numbering(GRAMMAR, {"PERSON"}, KEY, bits)
    return [(one.place, other.place) for one, other in collisions(known, numbering)]


def tag_of(name: str, bits: int = 50) -> str:
    return f"[PERSON_{derive_number(KEY, 'PERSON', name, bits)}]"


def test_two_names_that_a_tag_comes_from() -> None:
    numbers: dict[str, str] = {}
    for letters in product(ascii_lowercase, repeat=3):  # with ten bits, soon two of them meet
        name = f"mirela {''.join(letters)}"
        number = derive_number(KEY, "PERSON", name, 10)
        if number in numbers:
            break
        numbers[number] = name
    documents = ((numbers[number],), (name.upper(),), ("m as in mike",))
    assert found(f"[PERSON_{number}]", *documents, bits=10) == [("0.yaml:7:1", "1.yaml:7:1")]


def test_two_names_that_are_plainly_two() -> None:
    for tag in (MADE_UP, tag_of("vesk")):
        assert found(tag, ("Quarnby",), ("Vesk",)) == [("0.yaml:7:1", "1.yaml:7:1")]


def test_one_name_however_it_is_written_is_one_person() -> None:
    written = [("QUARNBY",), ("Quarnby", "Quarnbee"), ("Quarnbee",), ("Q-U-A-R-N-B-Y",)]
    for tag in (tag_of("quarnby"), MADE_UP):
        assert found(tag, *written) == []
        for pair in combinations(written[:2], 2):
            assert found(tag, *pair) == []


def test_escapes_of_a_file_are_read_as_what_they_stand_for() -> None:
    written = ("Zo\u00eb",), ("Zo\\u00eb",), ("Zo&euml;",)
    assert found(tag_of("zoe"), *written) == []


def test_a_document_may_have_a_name_only_as_it_is_spelled() -> None:
    spelled = ("Quarnbee", "Q as in Quebec, U, A")
    assert found(tag_of("quarnby"), ("Quarnby",), spelled) == []


def test_a_category_knows_other_names_of_one_place() -> None:
    number = derive_number(KEY, "STATE", "california", 50)
    assert found(f"[STATE_{number}]", ("Calif.",), ("CA",), label="LOCATION") == []


def test_numbers_of_one_document_are_no_tags_of_the_corpus() -> None:
    assert corpus_tag(entry("[PERSON_1]", "Quarnby"), "a:7:1") is None
    assert corpus_tag(entry("[MONTH]", "June"), "a:7:1") is None
    assert corpus_tag(entry(MADE_UP, MADE_UP, label=LITERAL), "a:7:1") is None
