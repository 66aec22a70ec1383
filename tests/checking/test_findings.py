"""Fingerprints: equal for what is equal, and nothing without the key."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.keys.key import CheckKey
from tests.findings import finding

PRINTS = Fingerprints(CheckKey(bytes(range(32))))
OTHERS = Fingerprints(CheckKey(bytes(range(1, 33))))

texts = st.text(min_size=1).filter(lambda text: bool(text.strip()))
founds = st.builds(finding, path=texts, label=st.sampled_from(["PERSON", "CASE"]), value=texts)


@given(founds)
def test_a_fingerprint_is_the_same_each_time_and_another_under_another_key(found):
    assert PRINTS.of(found) == PRINTS.of(found)
    assert PRINTS.of(found) != OTHERS.of(found)
    assert PRINTS.file(found.path) != OTHERS.file(found.path)
    assert PRINTS.of(found).isalnum()


@given(founds, founds)
def test_equal_fingerprints_mean_equal_findings(one, other):
    def said(found):
        from anonfilter.text.words import fold

        return found.label, fold(found.value), unicodedata.normalize("NFC", found.path)

    assert (PRINTS.of(one) == PRINTS.of(other)) == (said(one) == said(other))


@pytest.mark.parametrize(
    "value", ["WILMA QUILLFEATHER", "Wilma\nQuillfeather", "Wílma  Quillfeather"]
)
def test_however_a_value_is_written(value):
    found = finding("a.txt", "PERSON", "Wilma Quillfeather")
    assert PRINTS.of(finding("a.txt", "PERSON", value)) == PRINTS.of(found)


def test_the_parts_of_a_finding_do_not_run_into_each_other():
    assert PRINTS.of(finding("a", "PERSON", "b c")) != PRINTS.of(finding("c", "PERSON", "a b"))
    assert PRINTS.numbered("a", 11) != PRINTS.numbered("a1", 1)


def test_a_path_is_the_same_where_the_file_system_takes_accents_apart():
    composed, apart = "caf\u00e9.txt", "cafe\u0301.txt"
    assert PRINTS.file(composed) == PRINTS.file(apart)
    assert PRINTS.of(finding(composed, "A", "x")) == PRINTS.of(finding(apart, "A", "x"))


def test_findings_about_a_whole_file_have_no_place():
    assert PRINTS.of(finding("people.yaml", "ROSTER")) == ""


def test_a_finding_does_not_show_its_value():
    assert "Quillfeather" not in repr(finding("a.txt", "PERSON", "Wilma Quillfeather"))
