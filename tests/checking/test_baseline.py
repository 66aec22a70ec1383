"""The baseline accepts earlier findings only, and git merges it."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.accepted.baseline import Baseline, entries_of, parse, save
from anonfilter.accepted.fingerprints import Fingerprints
from anonfilter.errors import RulesError
from anonfilter.keys.key import CheckKey
from tests.findings import finding
from tests.git_repository import Repository

KEY = CheckKey(bytes(range(32)))
PRINTS = Fingerprints(KEY)

VALUES = ["Wilma Quillfeather", "WILMA QUILLFEATHER", "Abel Tamsin", "21-CV-1234"]
values = st.lists(st.sampled_from(VALUES), max_size=8)


def found(path, *said, label="PERSON"):
    return [finding(path, label, value) for value in said]


def entries(path, *said):
    return set(entries_of(PRINTS, found(path, *said)))


def baseline(*sets):
    return Baseline(KEY.id, frozenset().union(*sets))


def read(path):
    return parse(path.read_bytes(), path.name)


@given(values, values)
def test_the_accepted_number_of_findings_passes_at_any_line(before, now):
    stood = entries("a.txt", *before)
    new = [one for one in entries_of(PRINTS, found("a.txt", *now)) if one not in stood]
    folded_before, folded_now = ([value.casefold() for value in one] for one in (before, now))
    assert len(new) == sum(
        max(0, folded_now.count(value) - folded_before.count(value)) for value in set(folded_now)
    )


@given(values, st.randoms())
def test_the_order_of_findings_does_not_matter(said, order):
    assert entries("a.txt", *said) == entries("a.txt", *order.sample(said, len(said)))


def test_the_same_value_in_another_file_or_under_another_label_is_new():
    one = entries("a.txt", VALUES[0])
    assert not one & entries("b.txt", VALUES[0])
    assert not one & set(entries_of(PRINTS, found("a.txt", VALUES[0], label="CASE")))


def test_additional_equal_findings_are_new():
    stood = entries("a.txt", VALUES[0])
    both = entries_of(PRINTS, found("a.txt", VALUES[0], VALUES[0]), added=[True, False])
    assert [one in stood for one in both] == [False, True]


def test_findings_without_a_value_are_always_new():
    assert entries_of(PRINTS, [finding("people.yaml", "ROSTER")]) == [None]


# the file


@given(st.lists(values, max_size=5), st.booleans(), st.randoms())
def test_a_baseline_is_read_as_it_was_written_in_any_order(files, crlf, order):
    before = baseline(*(entries(f"{at}.txt", *said) for at, said in enumerate(files)))
    head, _, body = before.text().partition("findings:\n")
    lines = body.splitlines()
    lines = order.sample([*lines, *lines], 2 * len(lines))
    text = head + "findings:\n" + "".join(f"{line}\n" for line in lines)
    assert parse(text.replace("\n", "\r\n" if crlf else "\n").encode(), "b.yaml") == before
    assert parse(before.text().encode(), "b.yaml") == before


def test_nothing_can_be_read_from_a_baseline():
    said = baseline(entries("Wilma_Quillfeather/a.txt", *VALUES)).text()
    body = said.partition("findings:\n")[2].splitlines()
    assert len(body) == len(VALUES)
    assert body == sorted(body)
    assert all(re.fullmatch("- [a-z2-7]{16} PERSON [a-z2-7]{24}", line) for line in body)


def test_a_baseline_is_yaml():
    from anonfilter.rules.nodes import load

    plain = load(baseline(entries("a.txt", *VALUES)).text(), "b.yaml").plain()
    assert (plain["anonfilter"], plain["key"], len(plain["findings"])) == ("baseline 1", KEY.id, 4)
    assert load(baseline().text(), "b.yaml").plain()["findings"] is None


LINE = "- aaaaaaaaaaaaaaaa PERSON bbbbbbbbbbbbbbbbbbbbbbbb\n"
HEAD = 'anonfilter: baseline 1\nkey: "aaaaaaaaaa"\nfindings:\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "b.yaml:1:1: is not a baseline"),
        ("anonfilter: 1\nallow: []\n", "b.yaml:1:1: is not a baseline"),
        ("anonfilter: baseline 1\nfindings:\n" + LINE, "`key:` is missing"),
        (HEAD + 'key: "bbbbbbbbbb"\n', "under two keys"),
        (HEAD + LINE + "- Mirela\n", "b.yaml:5:1: is not an entry"),
        (HEAD + LINE.upper(), "b.yaml:4:1: is not an entry"),
        (HEAD + "<<<<<<< ours\n" + LINE, "b.yaml:4:1: has a merge conflict"),
        (HEAD + LINE + "Mirela: 1\n", "b.yaml:5:1: is not an entry"),
    ],
)
def test_a_file_that_is_no_baseline_is_refused_without_its_content(text, expected):
    with pytest.raises(RulesError) as error:
        parse(text.encode(), "b.yaml")
    assert expected in str(error.value)
    assert "Mirela" not in str(error.value)


# shrinking

A, B, C = (entries(f"{name}.txt", *VALUES[2:]) for name in "abc")
ALL = baseline(A, B, C)
FILES = {name: PRINTS.file(f"{name}.txt") for name in "abc"}


@pytest.mark.parametrize(
    ("found", "files", "coverage", "gone"),
    [
        (A, {FILES["a"]}, {}, set()),
        (set(), {FILES["a"]}, {}, A),
        (A | B, {FILES["a"], FILES["b"]}, {"whole": True}, C),
        (A, {FILES["a"], FILES["b"]}, {"incomplete": {FILES["c"]}, "whole": True}, B),
        (set(), FILES.values(), {"labels": {"CASE"}}, set()),
        (set(), FILES.values(), {"labels": {"PERSON"}}, A | B | C),
    ],
)
def test_only_entries_that_were_searched_and_not_found_are_gone(found, files, coverage, gone):
    assert ALL.gone(found, files, **coverage) == gone


# merging, by git itself


def commit(repository, name, content, message="a change"):
    save(repository.path / name, content)
    repository.git("add", "-f", ".anonfilter")
    repository.commit(message)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_two_branches_that_add_and_drop_entries_merge_by_themselves(tmp_path, seed):
    repository, name = Repository(tmp_path), ".anonfilter/baseline.yaml"
    order = random.Random(seed)
    pool = [entries(f"{at}.txt", *VALUES) for at in range(12)]
    order.shuffle(pool)
    base, ours, theirs = pool[:4], order.sample(pool[4:], 3), order.sample(pool[4:], 3)
    commit(repository, name, baseline(*base))
    repository.git("checkout", "-q", "-b", "theirs")
    commit(repository, name, baseline(*base[1:], *theirs))
    repository.git("checkout", "-q", "main")
    commit(repository, name, baseline(*base, *ours))
    repository.git("merge", "-q", "--no-edit", "theirs")
    merged = read(repository.path / name)
    wanted = baseline(*base[1:], *ours, *theirs).entries
    assert wanted <= merged.entries <= wanted | base[0]  # union may bring back what was dropped


@pytest.mark.slow
def test_two_branches_that_begin_a_baseline_merge_by_themselves(tmp_path):
    repository, name = Repository(tmp_path), ".anonfilter/baseline.yaml"
    repository.stage("a.txt", "a\n")
    repository.commit()
    repository.git("checkout", "-q", "-b", "theirs")
    commit(repository, name, baseline(A, B))
    repository.git("checkout", "-q", "main")
    commit(repository, name, baseline(B, C))
    repository.git("merge", "-q", "--no-edit", "theirs")
    assert read(repository.path / name) == ALL


def test_existing_git_attributes_stay(tmp_path):
    attributes = tmp_path / ".gitattributes"
    attributes.write_text("*.bin binary")
    for _ in range(2):
        save(tmp_path / "baseline.yaml", ALL)
        assert attributes.read_text() == "*.bin binary\nbaseline.yaml merge=union\n"


def test_an_unchanged_baseline_is_not_written(tmp_path):
    assert save(tmp_path / "baseline.yaml", ALL)
    assert not save(tmp_path / "baseline.yaml", ALL)
