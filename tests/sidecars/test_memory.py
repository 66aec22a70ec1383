"""Numbers that continue those of the last run, and tags of a whole corpus."""

from __future__ import annotations

import pytest

from anonfilter.contract.book import Book
from anonfilter.contract.document import Tag
from anonfilter.contract.tags import TagGrammar, Template, is_derived
from anonfilter.errors import Incomplete
from anonfilter.sidecars.entries import LITERAL, Entry, Map, Occurrence
from anonfilter.sidecars.memory import CorpusNumbers, Memory, derive_number, fullest_name

GRAMMAR = TagGrammar([Template("[PERSON_{n}]", "PERSON"), Template("[MONTH]")])


def earlier(**tags: list[str]) -> Map:
    return Map(
        "d",
        entries={
            f"[{name}]": Entry(f"[{name}]", "PERSON", tuple(map(Occurrence, surfaces)))
            for name, surfaces in tags.items()
        },
    )


def numbers(
    memory: Memory, *people: tuple[str, ...], taken: tuple[Tag, ...] = (), kind: str = "p"
) -> list[str]:
    """The numbers of people, each given by their names, requested in this order."""
    draft = Book(taken)
    for at, names in enumerate(people):
        for name in names:
            draft.number("PERSON", f"{kind}{at}", name)
    book = memory.book(taken, draft.requests, GRAMMAR)
    return [book.number("PERSON", f"{kind}{at}", names[0]) for at, names in enumerate(people)]


def test_known_people_keep_their_number_and_new_people_follow() -> None:
    memory = Memory(earlier(PERSON_1=["Ann Lee"], PERSON_3=["Bo", "BO"]))
    assert numbers(memory, ("bo",), ("cy",), ("ann lee",)) == ["3", "4", "1"]


def test_a_person_is_known_by_any_name_and_by_the_fullest_first() -> None:
    memory = Memory(earlier(PERSON_1=["Ann Lee", "Lee"], PERSON_2=["Tom Lee", "Lee"]))
    assert numbers(memory, ("lee", "tom lee"), ("lee", "ann lee")) == ["2", "1"]


@pytest.mark.parametrize("written", ["Zo\\u00eb", "Zo&euml;", "Zo\u00ad\u00eb", "Zoe\u0308"])
def test_a_person_is_known_by_what_the_file_s_escapes_stand_for(written: str) -> None:
    memory = Memory(earlier(PERSON_3=[written], PERSON_4=["Ann"]))
    assert numbers(memory, ("ann",), ("zo\u00eb",)) == ["4", "3"]


def test_two_escapes_that_are_one_character() -> None:
    memory = Memory(earlier(PERSON_3=["\\ud842\\udfb7\\u91ce"], PERSON_4=["Ann"]))
    assert numbers(memory, ("ann",), ("\U00020bb7\u91ce",)) == ["4", "3"]


def test_people_of_records_have_the_numbers_that_they_had_in_the_same_order() -> None:
    memory = Memory(earlier(PERSON_1=["Bo"], PERSON_2=["Bo Lee", "Bo"], PERSON_10=["Bo"]))
    asked = ("bo",), ("bo", "bo lee"), ("bo",), ("bo",)
    assert numbers(memory, *asked, kind="r") == ["1", "2", "10", "11"]


def test_new_people_of_a_record_get_unused_numbers() -> None:
    memory = Memory(earlier(PERSON_1=["Bo"], PERSON_2=["Bo"]), resumed=True)
    tags = (Tag(0, 10, "PERSON", "1"),)
    assert numbers(memory, ("bo",), ("bo",), taken=tags, kind="r") == ["2", "3"]
    assert numbers(memory, ("bo",), taken=tags) == ["1"]
    assert numbers(memory, ("bo",), ("bo",), kind="r") == ["1", "2"]  # it was restored


def test_many_of_one_name_are_matched_in_time() -> None:
    people = [("bo",)] * 20_000
    memory = Memory(earlier(**{f"PERSON_{at}": ["Bo"] for at in range(1, 20_001)}))
    assert numbers(memory, *people, kind="r") == [str(at) for at in range(1, 20_001)]


def test_a_number_that_the_original_uses_is_not_assigned() -> None:
    tags = (Tag(0, 10, "PERSON", "1"),)
    known = earlier(PERSON_1=["Ann"])
    assert numbers(Memory(known), ("ann",), taken=tags) == ["2"]
    assert numbers(Memory(known, resumed=True), ("ann",), taken=tags) == ["1"]


def test_text_in_the_form_of_a_tag_is_not_a_person() -> None:
    literal = Map("d", entries={"[PERSON_1]": Entry("[PERSON_1]", LITERAL, (Occurrence("ann"),))})
    assert numbers(Memory(literal), ("bo",), ("ann",)) == ["1", "2"]


def test_a_corpus_tag_depends_on_key_sequence_and_name_alone() -> None:
    one = derive_number(b"k" * 32, "PERSON", "ann")
    assert one == derive_number(b"k" * 32, "PERSON", "ann")
    others = {
        derive_number(b"x" * 32, "PERSON", "ann"),
        derive_number(b"k" * 32, "PLACE", "ann"),
        derive_number(b"k" * 32, "PERSON", "anne"),
    }
    assert one not in others
    assert len(others) == 3


def test_a_corpus_tag_is_known_as_one_and_no_word_is() -> None:
    grammar = TagGrammar([Template("[PERSON_{n}]")], derived=True)
    tags = [f"[PERSON_{derive_number(b'k' * 32, 'PERSON', str(at))}]" for at in range(500)]
    assert len(grammar.find(" ".join(tags))) == 500
    assert not grammar.find("[PERSON_washington] [PERSON_2345672345] [PERSON_K7F3M2QA4X]")
    assert not GRAMMAR.find(tags[0])
    assert is_derived("k7f3m2qa4x")


def test_a_person_has_one_corpus_tag_by_the_fullest_name() -> None:
    draft = Book()
    for name in ("lee", "ann lee", "ann"):
        draft.number("PERSON", "p1", name)
    book = CorpusNumbers(b"k" * 32).book((), draft.requests, GRAMMAR)
    assert book.number("PERSON", "p1") == derive_number(b"k" * 32, "PERSON", "ann lee")
    assert fullest_name(["bo li", "al li"]) == "al li"


def test_two_names_with_one_tag_are_refused() -> None:
    draft = Book()
    for at in range(2000):
        draft.number("PERSON", f"name{at}")
    with pytest.raises(Incomplete, match="same PERSON tag"):
        CorpusNumbers(b"k" * 32, bits=10).book((), draft.requests, GRAMMAR)
