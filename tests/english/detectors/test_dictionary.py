"""The terms of rules and term files are found as whole words, with their own letter-case rules."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.detectors.dictionary.dictionary import DictionaryDetector

from anonfilter.contract.document import Document, Label, Source
from anonfilter.contract.plugin import Setting
from anonfilter.errors import RulesError

LABELS = {name: Label(name) for name in ("PERSON", "LOCATION", "ORGANIZATION", "GENERIC_ID")}


def dictionary(folder: Path = Path(), **config: Any) -> DictionaryDetector:
    setting = Setting("dictionary", folder=folder, labels=LABELS)
    return DictionaryDetector(DictionaryDetector.Config.model_validate(config), setting)


def read(text: str) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(Source("a.txt", text))


def found(detector: DictionaryDetector, text: str) -> list[tuple[str, str]]:
    document = read(text)
    spans = detector.detect(document, document.fields)
    return [(document.text[span.start : span.end], span.label) for span in spans]


def surfaces(detector: DictionaryDetector, text: str) -> list[str]:
    return [surface for surface, _ in found(detector, text)]


def test_only_whole_words_are_found() -> None:
    detector = dictionary(label="PERSON", case="ignore", terms=["dis", "Özil", "Ng"])
    assert surfaces(detector, "Madison met dis, ÖZIL and Özils; ng-Ng_ng.") == [
        "dis",
        "ÖZIL",
        "ng",
        "Ng",
        "ng",
    ]


def test_possessives_and_punctuation_stay_outside() -> None:
    detector = dictionary(label="PERSON", terms=["Jane Smith", "O'Neil", "Acme Inc."])
    text = "Jane Smith's dog, (O\u2019Neil), Acme Inc. and «Jane Smith»."
    assert surfaces(detector, text) == ["Jane Smith", "O'Neil", "Acme Inc.", "Jane Smith"]


def test_blanks_of_a_term_match_a_line_end_but_not_the_end_of_a_paragraph() -> None:
    detector = dictionary(label="LOCATION", terms=["Lake  Example"])
    assert surfaces(detector, "at Lake\n   Example and Lake\t\tExample") == [
        "Lake\n   Example",
        "Lake\t\tExample",
    ]
    assert surfaces(detector, "at Lake\n\nExample") == []


def test_blanks_between_marks_are_not_ignored() -> None:
    detector = dictionary(label="ORGANIZATION", terms=["A&B", "C++"])
    assert surfaces(detector, "A&B, A & B, C++ and C ++") == ["A&B", "C++"]


def test_the_longest_term_wins_and_overlapping_terms_are_all_found() -> None:
    detector = dictionary(label="LOCATION", terms=["York", "New York", "York University"])
    assert surfaces(detector, "New York") == ["New York"]
    assert surfaces(detector, "New York University") == ["New York", "York University"]


def test_each_entry_has_its_own_letter_case_rule() -> None:
    detector = dictionary(
        label="PERSON",
        terms=[
            {"term": "will", "case": "capital"},
            {"term": "IT", "case": "exact", "label": "ORGANIZATION"},
            {"term": "smith", "case": "ignore"},
        ],
    )
    text = "Will will, WILL; It IT it; smith SMITH"
    assert found(detector, text) == [
        ("Will", "PERSON"),
        ("WILL", "PERSON"),
        ("IT", "ORGANIZATION"),
        ("smith", "PERSON"),
        ("SMITH", "PERSON"),
    ]


def test_a_term_that_begins_in_lower_case_is_found_as_written() -> None:
    detector = dictionary(label="ORGANIZATION", terms=["eBay", "4chan", "de Souza"])
    text = "eBay, ebay, Ebay, 4chan, de Souza, De Souza, de souza"
    assert surfaces(detector, text) == ["eBay", "Ebay", "4chan", "de Souza", "De Souza"]


def test_one_term_with_two_labels_gives_both() -> None:
    detector = dictionary(
        terms=[{"term": "Avon", "label": "LOCATION"}, {"term": "Avon", "label": "ORGANIZATION"}]
    )
    assert found(detector, "Avon") == [("Avon", "LOCATION"), ("Avon", "ORGANIZATION")]


def test_soft_hyphens_and_combining_accents_do_not_hide_a_term() -> None:
    detector = dictionary(label="PERSON", terms=["Jose\u0301 Ruiz"])
    assert surfaces(detector, "Jos\u00e9 Ru\u00adiz and Jose\u0301 Ruiz") == ["José Ruiz"] * 2


def test_term_files_in_all_formats_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("# people\nJane Doe\n\n  Zoë Roe  \n", encoding="utf-8")
    (tmp_path / "b.csv").write_text(
        'term,label,case\n"Doe, Jane",,ignore\nExampleton,LOCATION,exact\n', encoding="utf-8-sig"
    )
    (tmp_path / "c.yaml").write_text(
        "terms:\n  - Foo Works\n  - {term: Bar, label: ORGANIZATION, case: ignore}\n"
    )
    detector = dictionary(tmp_path, label="PERSON", files=["a.txt", "b.csv", "c.yaml"])
    text = "Jane Doe, Zoë Roe; doe, jane; Exampleton EXAMPLETON; Foo Works and bar"
    assert found(detector, text) == [
        ("Jane Doe", "PERSON"),
        ("Zoë Roe", "PERSON"),
        ("doe, jane", "PERSON"),
        ("Exampleton", "LOCATION"),
        ("Foo Works", "PERSON"),
        ("bar", "ORGANIZATION"),
    ]
    assert detector.needs().labels == {"PERSON", "LOCATION", "ORGANIZATION"}


@pytest.mark.parametrize(
    ("name", "content", "where"),
    [
        ("a.csv", "name\nQuentin\n", "a.csv:1"),
        ("a.csv", "term,label\nQuentin,PERSON\nQuentin,PERSON,exact\n", "a.csv:3"),
        ("a.csv", "term,case\nQuentin,upper\n", "a.csv:2"),
        ("a.csv", 'term\n"Quentin\n', "a.csv:2"),
        ("a.csv", "term,label\nLOCATION,Quentin\n", "a.csv:2"),
        ("a.yaml", "- Fine\n- {term: Quentin, labels: PERSON}\n", "a.yaml:2:3"),
        ("a.yaml", "- Fine\n- 1998\n", "a.yaml:2:3"),
        ("a.yaml", "Quentin: 1\nQuentin: 2\n", "a.yaml:2:1"),
        ("a.yaml", "- *Quentin\n", "a.yaml:1:3"),
        ("a.yaml", "Quentin\n", "a.yaml:1:1"),
        ("a.txt", "Fine\n---\n", "a.txt:2"),
    ],
)
def test_errors_in_a_term_file_have_the_line_and_no_terms(
    tmp_path: Path, name: str, content: str, where: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(RulesError) as caught:
        dictionary(tmp_path, label="PERSON", files=[name])
    assert caught.value.where == where
    assert "Quentin" not in str(caught.value)


def test_unreadable_term_files_are_errors(tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"Zo\xeb\n")
    for name in ("none.txt", "latin.txt"):
        with pytest.raises(RulesError) as caught:
            dictionary(tmp_path, label="PERSON", files=[name])
        assert caught.value.where == name


def test_a_term_without_a_label_is_an_error() -> None:
    with pytest.raises(RulesError, match="no label") as caught:
        dictionary(terms=["Quentin"])
    assert "Quentin" not in str(caught.value)


def test_an_unknown_label_is_an_error_with_the_nearest_label() -> None:
    with pytest.raises(RulesError, match="did you mean 'PERSON'"):
        dictionary(label="PERSONS", terms=["Quentin"])


def test_a_hundred_thousand_terms_are_as_fast_as_ten() -> None:
    few = [f"Name{at} Surname{at}" for at in range(10)]
    many = [f"Name{at} Surname{at}" for at in range(100_000)]
    text = "It was Name3 Surname3 and some other people who went there and came back. " * 3_000

    def seconds(detector: DictionaryDetector) -> float:
        document = read(text)
        best = 9e9
        for _ in range(3):
            start = time.process_time()
            assert sum(1 for _ in detector.detect(document, document.fields)) == 3_000
            best = min(best, time.process_time() - start)
        return best

    small, large = dictionary(label="PERSON", terms=few), dictionary(label="PERSON", terms=many)
    assert any(seconds(large) < 3 * seconds(small) + 0.05 for _ in range(4))


def test_terms_need_no_capitals_in_a_field_without_capitals() -> None:
    detector = dictionary(label="ORGANIZATION", terms=["Farrow", {"term": "Oak", "case": "exact"}])
    assert surfaces(detector, "i called farrow about an oak.\n\nI called farrow.") == ["farrow"]
