"""Findings that the allow list and the baseline accept, and their stale entries."""

from __future__ import annotations

from datetime import date

import pytest

from anonfilter.accepted.acceptance import Acceptance
from anonfilter.accepted.allow_list import parse
from anonfilter.accepted.baseline import NoKey, open_baseline
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.keys import corpus as corpora
from anonfilter.keys import key as keys
from anonfilter.keys import keyring
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key
from tests.findings import finding

pytestmark = pytest.mark.usefixtures("home")

TODAY = date(2026, 6, 1)
WILMA, ABEL, CASE = "Wilma Quillfeather", "Abel Tamsin", "21-CV-1234"
LABELS = ("PERSON", "CASE")


@pytest.fixture
def key():
    return Key.new()


@pytest.fixture
def corpus(tmp_path, key):
    corpus = Corpus(tmp_path / "data", keys.random_id(), key.id)
    corpus.root.mkdir()
    corpora.create(corpus)
    keyring.write_key_file(keyring.key_file(corpus), key)
    return corpus


def found(path, *values):
    return [finding(path, "PERSON", value) for value in values]


def allow(*entries):
    return parse(f"anonfilter: 1\nallow: [{', '.join(entries)}]".encode(), "allow.yaml")


def checking(corpus, data=None, *allowed, updating=False):
    return Acceptance(
        allow(*allowed), open_baseline(data, "b.yaml", corpus, updating=updating), today=TODAY
    )


def baseline_of(corpus, *files):
    """The file after a check with --update-baseline."""
    acceptance = checking(corpus, updating=True)
    for path, values in files:
        acceptance.fails(path, found(path, *values))
    return acceptance.updated(acceptance.gone(whole=True), whole=True).text().encode()


def test_without_accepted_findings_all_fail():
    acceptance = Acceptance(today=TODAY)
    assert acceptance.fails("a.txt", found("a.txt", WILMA, ABEL)) == [True, True]
    assert acceptance.summary() == ""
    assert acceptance.fingerprint(found("a.txt", WILMA)[0]) == ""


def test_only_what_is_new_fails(corpus):
    data = baseline_of(corpus, ("a.txt", [WILMA, WILMA]))
    acceptance = checking(corpus, data, f"{{value: {ABEL}, reason: the author}}")
    assert acceptance.fails("a.txt", found("a.txt", WILMA, ABEL, WILMA, WILMA)) == [
        False,
        False,
        False,
        True,
    ]
    assert acceptance.fails("b.txt", found("b.txt", WILMA)) == [True]
    assert acceptance.summary() == "1 finding allowed, 2 findings in the baseline"
    assert acceptance.fingerprint(found("a.txt", WILMA)[0]) != ""


def test_an_added_finding_is_new_even_if_an_equal_one_is_older(corpus):
    data = baseline_of(corpus, ("a.txt", [WILMA]))
    acceptance = checking(corpus, data, f"{{value: {ABEL}, reason: the author}}")
    both = found("a.txt", ABEL, WILMA, WILMA)
    assert acceptance.fails("a.txt", both, added=[True, True, False]) == [False, True, False]


def test_the_check_key_is_enough(corpus, key, monkeypatch):
    data = baseline_of(corpus, ("a.txt", [WILMA]))
    monkeypatch.setenv("ANONFILTER_KEY", key.check.text())
    assert checking(corpus, data).fails("a.txt", found("a.txt", WILMA)) == [False]


def test_without_the_key_a_baseline_is_refused_with_its_own_message(corpus):
    data = baseline_of(corpus, ("a.txt", [WILMA]))
    keyring.key_file(corpus).unlink()
    with pytest.raises(NoKey, match="key of this corpus is not on this machine"):
        checking(corpus, data)


def test_without_a_corpus_there_is_no_baseline():
    with pytest.raises(AnonfilterError, match="anonfilter key new"):
        open_baseline(None, "b.yaml", None, updating=True)


def test_a_baseline_that_is_not_there_is_no_empty_one(corpus):
    with pytest.raises(AnonfilterError, match="--update-baseline creates it"):
        checking(corpus, None)


def test_a_baseline_shrinks_and_does_not_grow(corpus):
    data = baseline_of(corpus, ("a.txt", [WILMA, WILMA]), ("b.txt", [ABEL]), ("c.txt", [ABEL]))
    acceptance = checking(corpus, data)
    assert acceptance.fails("a.txt", found("a.txt", WILMA, ABEL)) == [False, True]
    acceptance.incomplete("b.txt")
    gone = acceptance.gone(whole=False)
    assert len(gone) == 1
    assert acceptance.gone(whole=False, labels={"CASE"}) == set()
    assert len(acceptance.gone(whole=True)) == 2
    shrunk = acceptance.shrunk(acceptance.gone(whole=True)).text().encode()
    again = checking(corpus, shrunk)
    assert again.fails("a.txt", found("a.txt", WILMA, ABEL, WILMA)) == [False, True, True]
    assert again.fails("b.txt", found("b.txt", ABEL)) == [False]
    assert again.fails("c.txt", found("c.txt", ABEL)) == [True]


def test_an_update_takes_in_what_is_found_and_keeps_what_was_not_looked_at(corpus):
    data = baseline_of(corpus, ("a.txt", [WILMA]), ("b.txt", [ABEL]))
    acceptance = checking(corpus, data, updating=True)
    acceptance.fails("a.txt", found("a.txt", CASE))
    updated = acceptance.updated(acceptance.gone(whole=False), whole=False).text().encode()
    again = checking(corpus, updated)
    assert again.fails("a.txt", found("a.txt", WILMA, CASE)) == [True, False]
    assert again.fails("b.txt", found("b.txt", ABEL)) == [False]


def test_allowed_findings_are_not_in_the_baseline(corpus):
    acceptance = checking(corpus, None, f"{{value: {WILMA}, reason: b}}", updating=True)
    acceptance.fails("a.txt", found("a.txt", WILMA))
    assert acceptance.updated(set(), whole=True).entries == frozenset()


def test_after_a_new_key_the_old_one_still_reads_it_and_the_new_one_writes_it(corpus, key):
    data = baseline_of(corpus, ("a.txt", [WILMA]), ("b.txt", [ABEL]))
    keyring.keep_key(corpus, key)
    new = key.rotated()
    keyring.replace_key(corpus, new)
    corpus = corpus.with_key(new.id)
    acceptance = checking(corpus, data)
    assert acceptance.fails("a.txt", found("a.txt", WILMA, CASE)) == [False, True]
    assert acceptance.fails("b.txt", found("b.txt", ABEL)) == [False]
    with pytest.raises(AnonfilterError, match="Check all documents"):
        acceptance.updated(set(), whole=False)
    updated = acceptance.updated(set(), whole=True)
    assert updated.key_id == new.id
    again = checking(corpus, updated.text().encode())
    assert again.fails("a.txt", found("a.txt", WILMA, CASE)) == [False, False]


def test_a_baseline_under_an_unknown_key_is_refused(corpus, key):
    data = baseline_of(corpus, ("a.txt", [WILMA]))
    new = Key.new()
    keyring.replace_key(corpus, new)
    with pytest.raises(AnonfilterError, match=f"was written with the key {key.id}"):
        checking(corpus.with_key(new.id), data)


def states(acceptance, *, whole):
    found = acceptance.states(LABELS, whole=whole)
    return [f"{allowance.place}: {state}" for allowance, state in found]


def test_an_entry_that_matched_nothing_is_stale_only_if_all_was_looked_at():
    entries = (
        f"{{value: {WILMA}, reason: b}}",
        f"\n{{pattern: '{ABEL}', reason: b}}",
        "\n{value: Tolliver, label: PRESON, reason: b}",
        f"\n{{value: {WILMA}, reason: b, expires: 2026-05-31}}",
    )
    acceptance = Acceptance(allow(*entries), today=TODAY)
    acceptance.fails("a.txt", found("a.txt", WILMA))
    always = [
        "allow.yaml:5:1: expired on 2026-05-31, and allows nothing",
        "allow.yaml:4:1: the rules have no label PRESON; did you mean PERSON?",
    ]
    assert states(acceptance, whole=False) == always
    stale = "allow.yaml:3:1: matched nothing, and can be removed"
    assert states(acceptance, whole=True) == [*always, stale]
    acceptance.incomplete("b.txt")
    assert states(acceptance, whole=True) == always


def test_a_pattern_that_takes_too_long_makes_the_file_incomplete():
    acceptance = Acceptance(allow("{pattern: '(?:(?:a+)+)+b', reason: slow}"), today=TODAY)
    with pytest.raises(Incomplete):
        acceptance.fails("a.txt", found("a.txt", "a" * 60_000))
    assert acceptance.allowed == 0
