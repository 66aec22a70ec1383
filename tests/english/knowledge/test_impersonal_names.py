"""Eponyms of medicine and mail headers are no names of people."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.impersonal_names import why_impersonal


def _whole(text: str) -> tuple[str, int, int]:
    """Return the text without the brackets around the name, and the place of the name."""
    start, end = text.index("{"), text.index("}") - 1
    return text.replace("{", "").replace("}", ""), start, end


@pytest.mark.parametrize(
    "text",
    [
        "{Babinski} was downgoing.",
        "{Babinski} negative bilaterally",
        "{Murphy} sign negative",
        "{Murphy}'s sign negative",
        "{Tinel} and Phalen tests positive",
        "Tinel and {Phalen} tests positive",
        "{Romberg} positive",
        "{Mallampati II}.",
        "{Mallampati} II.",
        "{Gleason} 7.",
        "{Barthel} index 80",
        "{Dukes B}.",
        "{Addenbrooke}'s Cognitive Examination 82/100",
        "a {Baker}'s cyst",
        "{Child-Pugh} A",
        "{Wells} score 3",
        "{Kernig}'s sign absent",
        "{McBurney}'s point tender",
        "Von: A <a@b.example>\n{Gesendet}: Montag\n",
        "An: B\n{Betreff}: Termin\n",
        "{Von}: A\nBetreff: Termin\n",
        "De : A\n{Envoyé} : lundi\n",
    ],
)
def test_eponyms_and_headers_identify_nobody(text: str) -> None:
    assert why_impersonal(*_whole(text))


@pytest.mark.parametrize(
    "text",
    [
        "{Murphy} negative for now",
        "Mr {Wells} scored three",
        "{Baker} came on Monday",
        "{Bell} and Young left",
        "Patient: {Babinski}\nWard: 7",
        "{Babinski} came to clinic",
        "{Hunter} was positive about it",
        "{Rose}: Hello.\nAnna: Hi.",
        "{Per}: Hello there.\nAnna: Hi.",
        "{Mary}'s disease progressed",
    ],
)
def test_names_of_people_are_not_impersonal(text: str) -> None:
    assert not why_impersonal(*_whole(text))
