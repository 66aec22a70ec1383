"""Excluded terms: whole words only, by letter case and label, and for good."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_resolvers.data import table
from anonfilter_resolvers.exclude import Exclude

from anonfilter.errors import RulesError


def test_only_a_whole_find_is_excluded(resolve) -> None:
    made = resolve(
        Exclude, "<PERSON Madison> met <PERSON DIS> and <PERSON Dis Bell>", terms=["dis"]
    )
    assert made.marked == "<PERSON Madison> met DIS and <PERSON Dis Bell>"
    assert [change.excluded for change in made.changes] == [True]


def test_by_letter_case(resolve) -> None:
    exact = [{"term": "may", "case": "exact", "reason": "the verb"}]
    made = resolve(Exclude, "<PERSON may> <PERSON May>", terms=exact)
    assert made.marked == "may <PERSON May>"
    assert made.reasons == ["the verb"]


def test_by_label(resolve) -> None:
    one = resolve(Exclude, "<PERSON Acme> <ORGANIZATION Acme>",
                  terms=[{"term": "acme", "label": "ORGANIZATION"}])  # fmt: skip
    assert one.marked == "<PERSON Acme> Acme"
    several = resolve(Exclude, "<PERSON Acme> <ORGANIZATION Acme> <LOCATION Acme>",
                      terms=[{"term": "acme", "labels": ["ORGANIZATION", "LOCATION"]}])  # fmt: skip
    assert several.marked == "<PERSON Acme> Acme Acme"


def test_a_find_made_of_excluded_terms(resolve) -> None:
    made = resolve(Exclude, "<PERSON Okay, Uh-huh>. <PERSON Okay Lindqvist>.")
    assert made.marked == "Okay, Uh-huh. <PERSON Okay Lindqvist>."


def test_terms_of_several_words_and_other_blanks(resolve) -> None:
    made = resolve(Exclude, "<ORGANIZATION Acme  Works>", terms=["acme works"])
    assert made.spans == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("terms.txt", "# ours\nAcme\n\nBell Works\n"),
        ("terms.yaml", "terms:\n  - acme\n  - {term: Bell Works, label: ORGANIZATION}\n"),
    ],
)
def test_files_of_terms(resolve, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    made = resolve(Exclude, "<ORGANIZATION Acme>, <ORGANIZATION bell works>", files=[name])
    assert made.spans == []


def test_a_missing_file_is_an_error_of_the_rules(resolve) -> None:
    with pytest.raises(RulesError, match="there is no file 'gone'"):
        resolve(Exclude, "", files=["gone"])


def test_an_error_in_a_file_has_its_place(resolve, tmp_path: Path) -> None:
    (tmp_path / "terms.yaml").write_text("terms:\n  - {term: acme, labell: ORGANIZATION}\n")
    with pytest.raises(RulesError, match=r"terms.yaml:2:18: unknown key 'labell'"):
        resolve(Exclude, "", files=["terms.yaml"])


@pytest.mark.parametrize(
    "surface", ["God", "Internet", "Mm", "Uh-huh", "okay", "Ohhhh", "the Internet"]
)
def test_the_shipped_list(resolve, surface: str) -> None:
    assert resolve(Exclude, f"<PERSON {surface}>").spans == []
    assert len(resolve(Exclude, f"<PERSON {surface}>", defaults=False).spans) == 1


def test_each_shipped_term_is_excluded_with_a_reason(resolve) -> None:
    for group in table("exclude"):
        for term in group["terms"]:
            made = resolve(Exclude, f"<{group['labels'][0]} {term}>")
            assert made.spans == [], term
            assert made.changes[0].reason
