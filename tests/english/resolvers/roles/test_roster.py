"""A roster gives the role of a person in any spelling of the name."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_english.detectors.roster import RosterDetector
from anonfilter_english.knowledge.people import roster_file as roster
from anonfilter_english.knowledge.people.role_phrases import shipped_roles
from anonfilter_english.knowledge.people.roster_file import Entry, RosterIndex

from anonfilter.contract.plugin import Setting
from anonfilter.errors import RulesError
from tests.english.resolvers.marking import document_of
from tests.english.resolvers.roles.casting import reported

PEOPLE = """\
people:
  - name: John Roe Doe
    aliases: [Johnny Doe, Buck]
    role: WITNESS
  - {name: Mahmood Farsi, role: EXPERT}
  - {name: Corvin (Arden) Ltd., role: PARTY}
  - {name: Ines Duarte, aliases: Inesita, role: ATTORNEY}
"""


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.yaml"
    path.write_text(PEOPLE)
    return path


@pytest.mark.parametrize(
    ("written", "role"),
    [
        ("John R. Doe", "WITNESS"),
        ("J. Doe", "WITNESS"),
        ("Doe", "WITNESS"),
        ("Buck", "WITNESS"),
        ("Doe, John", "WITNESS"),
        ("Mahmoud Farsi", "EXPERT"),
        ("Mahmood Farsy", "EXPERT"),
        ("Jane Doe", ""),
        ("Quillon", ""),
        ("Inesita", "LAWYER"),
    ],
)
def test_people_in_a_roster_are_matched(people: Path, written: str, role: str) -> None:
    assert reported(f"So [[{written}]] said.", files=[str(people)]) == [role]


def test_a_company_with_its_country_is_the_company(people: Path) -> None:
    assert reported("So {{Corvin Limited}} paid.", files=[str(people)]) == ["PARTY"]


def test_a_surname_of_two_people_belongs_to_neither() -> None:
    known = RosterIndex()
    known.add(
        [Entry(name="Marcus Penhale", role="VICTIM"), Entry(name="Osric Penhale", role="JUDGE")]
    )
    assert known.meant(["Penhale"]) is None
    marcus = known.meant(["Penhale", "M. Penhale"])
    assert marcus is not None
    assert marcus.role == "VICTIM"


@pytest.mark.parametrize(
    ("variants", "known"),
    [
        (["Hobart", "Delia Hobart"], False),
        (["B. Hobart", "Delia Hobart"], False),
        (["Hobart", "Bill Hobart"], True),
        (["Hobart", "William Hobart"], True),
        (["Hobart", "B. Hobart"], True),
        (["Mr. Hobart", "Hobart, Bill"], True),
    ],
)
def test_another_given_name_belongs_to_another_person(variants: list[str], known: bool) -> None:
    people = RosterIndex()
    people.add([Entry(name="Bill Hobart", role="JUDGE")])
    assert (people.meant(variants) is not None) is known


def test_a_roster_takes_precedence_and_holds_for_all_mentions(people: Path) -> None:
    text = "Justice [[Doe]] came. [[John Doe]] left."
    entities = {"Doe": "p1", "John Doe": "p1"}
    assert reported(text, entities, files=[str(people)]) == ["WITNESS", "WITNESS"]


def test_the_detector_finds_who_is_in_it(people: Path) -> None:
    detector = RosterDetector(RosterDetector.Config(), Setting("roster"))
    document = document_of("Then john roe doe met buck and Buck.")
    assert list(detector.detect(document, document.fields)) == []
    detector.read_roster(people)
    found = [document.text[s.start : s.end] for s in detector.detect(document, document.fields)]
    assert found == ["john roe doe", "Buck"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("people:\n  - {name: A B, rol: JUDGE}\n", "2:17: unknown key; did you mean 'role'"),
        ("people:\n  - {name: A B, role: JUGDE}\n", "2:23: unknown role; did you mean"),
        ("people:\n  - {role: JUDGE}\n", "the key `people.name:` is missing"),
        ("persons: []\n", "1:1: unknown key; "),
        ("people:\n  - {name: A B, Quillfeather Wilma: 1}\n", "2:17: unknown key; "),
        ("people:\n  - {name: A B, role: QUILLFEATHER}\n", "2:23: unknown role"),
        ("Quillfeather: 1\nQuillfeather: 2\n", "2:1: not valid YAML"),
        ("people: *Quillfeather\n", "1:9: not valid YAML"),
    ],
)
def test_mistakes_have_their_place(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "people.yaml"
    path.write_text(text)
    with pytest.raises(RulesError) as caught:
        roster.read(path, shipped_roles())
    assert expected in str(caught.value)
    assert not any(word in str(caught.value).lower() for word in ("quill", "jugde", "persons"))


def test_a_roster_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="no such roster"):
        roster.read(tmp_path / "none.yaml", shipped_roles())
