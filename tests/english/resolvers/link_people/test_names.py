"""The parsing of names."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.name_words import names_and_nicknames, spellings
from anonfilter_english.knowledge.people.person_names import read_name


@pytest.mark.parametrize(
    ("surface", "given", "surname"),
    [
        ("Ann Bell", "ann", "bell"),
        ("Terrance Okonkwo-Bell", "terrance", "okonkwo bell"),
        ("John Roe Doe", "john roe", "doe"),
        ("John R. Doe", "john r", "doe"),
        ("J.R. Doe", "j r", "doe"),
        ("J. R. Doe", "j r", "doe"),
        ("L Merchant", "l", "merchant"),
        ("Romano F. Subiotto Q.C.", "romano f", "subiotto"),
        ("Romano F. Subiotto, QC", "romano f", "subiotto"),
        ("Karl Kehrle OSB OBE", "karl kehrle", "osb"),
        ("Ann Bell, Ph.D.", "ann", "bell"),
        ("Cruz, Hector", "hector", "cruz"),
        ("CRUZ, HECTOR M.", "hector m", "cruz"),
        ("De la Cruz, Hector", "hector", "cruz"),
        ("Hector de la Cruz", "hector", "cruz"),
        ("Ludwig van der Berg", "ludwig", "berg"),
        ("Sammy Davis Jr.", "sammy", "davis"),
        ("John Smith III", "john", "smith"),
        ("Mr. Charles Bingley", "charles", "bingley"),
        ("the talented Miss Ann Bell", "ann", "bell"),
        ("Tom's Aunt Polly Bell", "polly", "bell"),
        ("Scientist Tom Cruz", "tom", "cruz"),
        ("Jos\u00e9 Mu\u00f1oz's", "jose", "munoz"),
        ("Ann O'Hara", "ann", "ohara"),
        ("Jean-Luc Moreau", "jean luc", "moreau"),
    ],
)
def test_given_names_and_surnames(surface: str, given: str, surname: str) -> None:
    name = read_name(surface)
    assert [part.key for part in name.given] == given.split()
    assert [part.key for part in name.surname] == surname.split()


@pytest.mark.parametrize(
    ("surface", "before", "sex", "married"),
    [
        ("Bell", "I saw Mr. ", "m", ""),
        ("Bell", "I saw Mrs. ", "f", "yes"),
        ("Bell", "I saw Miss ", "f", "no"),
        ("Bell", "I saw Ms.\n", "f", ""),
        ("Mrs. Bell", "I saw ", "f", "yes"),
        ("Bell", "I saw Officer ", "", ""),
        ("Bell", "I saw ", "", ""),
    ],
)
def test_titles_before_a_name_and_in_it(surface: str, before: str, sex: str, married: str) -> None:
    name = read_name(surface, before)
    assert (name.sex, name.married) == (sex, married)


@pytest.mark.parametrize(
    ("surface", "suffix"),
    [
        ("John Bell Jr.", "jr"),
        ("John Bell, Jr.", "jr"),
        ("John Bell Senior", "sr"),
        ("John Bell III", "iii"),
        ("John Bell 3rd", "iii"),
        ("John Bell", ""),
    ],
)
def test_suffixes_are_read(surface: str, suffix: str) -> None:
    assert read_name(surface).suffix == suffix


def test_one_word_may_be_a_given_name_or_a_surname() -> None:
    name = read_name("Bell")
    assert [part.key for part in name.lone] == ["bell"]
    assert name.given == name.surname == ()


def test_a_family_is_several_people() -> None:
    assert read_name("the Bells").family
    assert read_name("Bells", "I met the ").family
    assert not read_name("James", "I met ").family


@pytest.mark.parametrize("surface", ["", " ", "-", "...", ",", "'", "\ufffc", "7"])
def test_text_that_is_not_a_name_has_no_parts(surface: str) -> None:
    name = read_name(surface, "Mr. ")
    assert name.given == name.surname == name.lone == ()


@pytest.mark.parametrize(("surface", "parts"), [("Q.C.", ["q", "c"]), ("Mr.", ["mr"])])
def test_letters_and_titles_alone_are_still_read(surface: str, parts: list[str]) -> None:
    assert [part.key for part in read_name(surface, "Mr. ").parts] == parts


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M\u00fcller", "Mueller"),
        ("M\u00fcller", "Muller"),
        ("S\u00f8rensen", "Sorensen"),
        ("\u0160imi\u0107", "Simic"),
        ("\u0160imi\u0107", "Shimich"),
        ("Wa\u0142\u0119sa", "Walesa"),
        ("\u0418\u0432\u0430\u043d\u043e\u0432", "Ivanov"),
        (
            "\u03a0\u03b1\u03c0\u03b1\u03b4\u03bf\u03c0\u03bf\u03c5\u03bb\u03bf\u03c2",
            "Papadopoulos",
        ),
        ("O'Hara", "OHara"),
    ],
)
def test_a_name_is_compared_in_ascii(one: str, other: str) -> None:
    assert not spellings(one).isdisjoint(spellings(other))


def test_nicknames_have_the_keys_of_their_names() -> None:
    assert "william" in names_and_nicknames("bill")
    assert "bill" in names_and_nicknames("william")
    assert "peggy" in names_and_nicknames("margaret")
    assert "peggy" not in names_and_nicknames("william")
