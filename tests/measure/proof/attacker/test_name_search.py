"""Known names are found in any form, and ordinary words are not."""

from __future__ import annotations

import pytest
from anonfilter_measure.proof.attacker.name_forms import EVERYWHERE, Form, Forms
from anonfilter_measure.proof.attacker.name_search import Search
from anonfilter_measure.proof.attacker.text_pairs import Known

from anonfilter.testing.growth import grows_no_faster

JANE, WILL = Known("Dr. Adaeze Okonkwo", "PERSON"), Known("Will Hope", "PERSON")
DANIEL = Known("Daniel Brandt", "PERSON")
PHONE = Known("(414) 555-0137", "PHONE_NUMBER")
NUMBER = Known("QX-88213", "GENERIC_ID")


def found(text: str, *known: Known) -> list[tuple[str, Form]]:
    forms = Forms()
    forms.add(known, 0)
    return [(text[one.start : one.end], one.meaning.form) for one in Search(forms).find(text, 0)]


@pytest.mark.parametrize(
    ("text", "stretch", "form"),
    [
        ("I met Adaeze Okonkwo there.", "Adaeze Okonkwo", Form.FULL),
        ("i met adaeze okonkwo there", "adaeze okonkwo", Form.FULL),
        ("Signed: OKONKWO, Adaeze.", "OKONKWO, Adaeze", Form.REVERSED),
        ("Signed by A. Okonkwo.", "A. Okonkwo", Form.INITIALED),
        ("Ask mrs okonkwo about it.", "okonkwo", Form.PART),
        ("Her login is aokonkwo, I think.", "aokonkwo", Form.GLUED),
        ("It is O-K-O-N-K-W-O, please.", "O-K-O-N-K-W-O", Form.SPELLED),
        ("It is o k o n k w o, please.", "o k o n k w o", Form.SPELLED),
        (
            "O as in Oscar, K as in Kilo, O, N, K as in Kilo, W, O.",
            "O as in Oscar, K as in Kilo, O, N, K as in Kilo, W, O",
            Form.SPELLED,
        ),
        ("She was 0k0nkw0 in the game.", "0k0nkw0", Form.LEET),
        ("She was @d@eze in the game.", "@d@eze", Form.LEET),
        ("Then Okonquo left.", "Okonquo", Form.SOUNDED),
        ("Minutes taken by A. O. on Monday.", "A. O.", Form.INITIALS),
    ],
)
def test_a_form_of_a_name(text: str, stretch: str, form: Form) -> None:
    assert found(text, JANE) == [(stretch, form)]


def test_a_short_form_matches_the_name() -> None:
    assert found("Danny hired me.", DANIEL) == [("Danny", Form.SHORT)]
    assert found("Dan Brandt hired me.", DANIEL) == [("Dan Brandt", Form.FULL)]


def test_names_of_everyday_words_count_as_names_are_written() -> None:
    assert found("I asked Will Hope about it.", WILL) == [("Will Hope", Form.FULL)]
    assert found("We will hope for the best, as they will.", WILL) == []


@pytest.mark.parametrize(
    "name", ["Jörg Müllerova", "שָׂרָה לֵוִינסון", "Анна Соколова", "आशा वर्मा", "王小明"]
)
def test_names_of_any_script(name: str) -> None:
    assert [one for one, _ in found(f"That is {name}, I think.", Known(name, "PERSON"))] == [name]
    assert found("That is it, I think.", Known(name, "PERSON")) == []


def test_numbers_however_they_are_grouped() -> None:
    assert found("Call 414.555.0137 or so.", PHONE) == [("414.555.0137", Form.VALUE)]
    assert found("The badge QX 88213 lay there.", NUMBER) == [("QX 88213", Form.VALUE)]


@pytest.mark.parametrize(
    "text",
    [
        "mail adaeze.okonkwo@example.org",
        "https://example.org/okonkwo/index",
        "see okonkwo_report.docx",
    ],
)
def test_in_addresses_and_names_of_files(text: str) -> None:
    forms = Forms()
    forms.add([JANE], 0)
    assert [one.in_address for one in Search(forms).find(text, 0)] == [True]


def test_only_full_names_are_searched_in_other_documents() -> None:
    forms = Forms()
    forms.add([JANE], 0)
    forms.add([DANIEL], EVERYWHERE)
    search = Search(forms)
    text = "Okonkwo spoke, then Adaeze Okonkwo sat down. Brandt did not."
    read = [text[one.start : one.end] for one in search.find(text, 1)]
    assert read == ["Adaeze Okonkwo", "Brandt"]


def test_nothing_is_found_in_ordinary_text() -> None:
    text = (
        "The grammar of it was plain. I'd say the u.s. team, at 4:30 p.m., will go on (see p. 12)."
    )
    assert found(text, JANE, WILL, DANIEL, PHONE, NUMBER) == []


def test_time_grows_with_the_text() -> None:
    forms = Forms()
    forms.add([Known(f"Abel Quill{chr(97 + at % 26)}{at}er", "PERSON") for at in range(500)], 0)
    search = Search(forms)
    piece = "Okonkwa said o k o n k w o and 0k0nkw0 to A. O. at 414 555 0137 x@y.example. "
    assert grows_no_faster(lambda size: search.find(piece * size, 0), 1000)
