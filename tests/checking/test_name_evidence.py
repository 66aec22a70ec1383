"""What counts in the name of a file by the shipped rules, and how often it is wrong."""

from __future__ import annotations

import pytest

from anonfilter.checking.names import found_in_names
from anonfilter.engine.pipeline import Engine
from anonfilter.selection.choice import CheckedName
from benchmarks.file_names import LIMIT, WAYS, found, of_people, ordinary
from tests import shipped

PERSON = frozenset({("PERSON", "Wilma Okafor")})


@pytest.fixture(scope="module")
def engine() -> Engine:
    """No rule for names of files asks a model: they are the same in the default rules."""
    return Engine(shipped.ruleset("fast"))


def labels(engine: Engine, path: str, people: frozenset[tuple[str, str]] = frozenset()) -> set[str]:
    names = [CheckedName(path, prose=True)]
    return {one.label for one, _ in found_in_names(engine, names, {path: people})}


@pytest.mark.parametrize("seed", [1, 2])
def test_invented_words_are_found_less_than_once_in_a_thousand(engine: Engine, seed: int) -> None:
    names = list(ordinary(2_500, seed))
    assert len(found(engine, names)) < LIMIT * len(names)


@pytest.mark.parametrize("way", WAYS)
def test_most_full_names_are_found(engine: Engine, way: str) -> None:
    names = list(of_people(way))[::7]
    assert len(found(engine, names)) > 0.85 * len(names)


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docs/index.md",
        "0023.txt",
        "u16le.txt",
        "berlin_focus_group_03.txt",
        "2024-03-01.txt",
        "20240301_123456.txt",
        "wave1/participant_007.txt",
        "mark_hope.txt",
        "raw/ada.txt",
        "1.7.0.6.txt",
        "paris_texas.csv",
        "new_york_madison.csv",
        "april_june.txt",
        "en@quot.header",
        "@scope/index.md",
        "call-200-2004.txt",
        "[PERSON_1].txt",
        "JuliaLang.md",
        "4155550132.txt",
        "2023-555-1234.txt",
        "max_pool.json",
        "santa_cruz_jordan.txt",
        "rita.cpython-311.pyc",
        "max_unpool.md",
        "peter_dedup.txt",
        "BertMidline.txt",
        "..",
        "_",
    ],
)
def test_an_ordinary_name_is_none(engine: Engine, path: str) -> None:
    assert labels(engine, path) == set()


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("interviews/jane_smith.txt", "PERSON"),
        ("interviews/JaneSmith.txt", "PERSON"),
        ("interviews/jane_smithMar3.txt", "PERSON"),
        ("interview with Dr. Robert Miller.txt", "PERSON"),
        ("Smith, Jane.txt", "PERSON"),
        ("jane%20smith.txt", "PERSON"),
        ("Okafor_Wilma/notes.txt", "PERSON"),
        ("adaeze-de-la-okafor.txt", "PERSON"),
        ("Renée_Núñez.txt", "PERSON"),
        ("siobhan_o'brien.txt", "PERSON"),
        ("Hannah Butterworth.txt", "PERSON"),
        ("hannah_butterworth.txt", "PERSON"),
        ("Małgorzata Kowalczyk.txt", "PERSON"),
        ("rosalind_featherstonehaugh.txt", "PERSON"),
        ("Ottoline Pemberton.txt", "PERSON"),
        ("Rose_Hathersage.txt", "PERSON"),
        ("calls/555-123-4567.txt", "PHONE_NUMBER"),
        ("calls/jane_(415) 555-0132.txt", "PHONE_NUMBER"),
        ("calls/+44 20 7946 0958.txt", "PHONE_NUMBER"),
        ("wilma.okafor@example.org.txt", "EMAIL_ADDRESS"),
        ("from_wilma@example.org.mbox", "EMAIL_ADDRESS"),
        ("wilma@example.org", "EMAIL_ADDRESS"),
        ("case_078-05-1120.txt", "US_SSN"),
    ],
)
def test_strong_evidence_counts(engine: Engine, path: str, label: str) -> None:
    assert label in labels(engine, path)


@pytest.mark.parametrize(
    "path", ["wilma.txt", "OKAFOR_2.txt", "notes-of-okafor.vtt", "wilmaokafor.txt", "Okafor's.txt"]
)
def test_a_name_that_is_in_the_text_too_counts(engine: Engine, path: str) -> None:
    assert labels(engine, path) == set()
    assert labels(engine, path, PERSON) == {"PERSON"}


@pytest.mark.parametrize("path", ["will.txt", "hope_2.txt", "berlin.txt", "june.txt"])
def test_an_everyday_word_does_not_count_although_it_is_in_the_text(
    engine: Engine, path: str
) -> None:
    people = frozenset(("PERSON", name) for name in ("Will Hope", "Berlin Okafor", "June Okafor"))
    assert labels(engine, path, people) == set()


def test_a_folder_is_not_judged_by_the_text_of_one_file(engine: Engine) -> None:
    assert labels(engine, "wilma/notes.txt", PERSON) == set()
