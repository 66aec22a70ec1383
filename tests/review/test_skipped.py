"""Skipped findings are remembered, and their store reveals nothing."""

from __future__ import annotations

import pytest
from anonfilter_review.skipped_findings import SkippedFindings

from anonfilter.cache.sealed import Cache
from tests.review.findings import findings

TEXT = "Abel Tamsin met Wilma Quillfeather.\n"


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


def remembered(file="talk.txt"):
    return SkippedFindings(Cache.of_user(), file)


def test_skipped_findings_are_known_in_the_next_review(cache):
    abel, wilma = findings(TEXT)
    skipped = remembered()
    skipped.add([skipped.key(abel)], ())
    assert remembered().key(abel) in remembered().known()
    assert remembered().key(wilma) not in remembered().known()
    assert not remembered("other.txt").known()


def test_a_skipped_finding_is_known_under_its_label(cache):
    (abel, _) = findings(TEXT)
    skipped = remembered()
    skipped.add([skipped.key(abel, "CASE")], ())
    assert skipped.key(abel) not in skipped.known()


def test_skipped_findings_that_are_gone_are_forgotten(cache):
    abel, wilma = map(remembered().key, findings(TEXT))
    remembered().add([abel], {abel, wilma})
    remembered().add([wilma], {wilma})
    assert remembered().known() == {wilma}


def test_nothing_can_be_read(cache):
    skipped = remembered("essays/Tamsin.txt")
    skipped.add(map(skipped.key, findings(TEXT)), ())
    files = [path for path in cache.rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert "Tamsin" not in path.name
        assert b"tamsin" not in path.read_bytes().lower()


def test_without_a_cache_nothing_is_remembered():
    skipped = SkippedFindings(None, "talk.txt")
    skipped.add(map(skipped.key, findings(TEXT)), ())
    assert skipped.known() == frozenset()
