"""A document plainly in another language is recognised; a list of names is none."""

import pytest

from anonfilter.text.language import foreign_language

SPANISH = "La mujer dijo que no lo había visto en la casa de su hermano, pero que él estaba allí. "
ENGLISH = "The woman said that she had not seen it in her brother's house, but that he was there. "
GREEK = "Η γυναίκα είπε ότι δεν το είχε δει στο σπίτι του αδελφού της. "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SPANISH * 6, "Spanish"),
        (ENGLISH * 6, ""),
        (ENGLISH * 4 + SPANISH, ""),
        (GREEK * 6, "text in Greek script"),
        ("Inga Holm, Oslo; Per Dahl, Bergen; " * 40, ""),
        (SPANISH, ""),
        ("uh yeah no i was i was there you know and he he said it was okay so " * 5, ""),
        ("", ""),
    ],
)
def test_plain_cases(text: str, expected: str) -> None:
    assert foreign_language(text, "en") == expected


def test_rules_in_another_language_expect_that_one() -> None:
    assert foreign_language(SPANISH * 6, "es") == ""
    assert foreign_language(ENGLISH * 6, "es") == "English"


def test_one_line_many_times_is_no_other_language() -> None:
    """English words are also words elsewhere: "met" is Dutch for "with"."""
    assert foreign_language("They met Quill, ref 7.\n" * 200, "en") == ""
