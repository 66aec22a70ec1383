"""The allow list: what its entries accept, and the errors of the file."""

from __future__ import annotations

from datetime import date

import pytest

from anonfilter.accepted.allow_list import parse, place
from anonfilter.errors import Incomplete, RulesError
from tests.findings import finding
from tests.git_repository import Repository

TODAY = date(2026, 6, 1)
NAME = finding("essays/ships.txt", "PERSON", "Wilma Quillfeather")


def allow(entries):
    return parse(f"anonfilter: 1\nallow:\n{entries}".encode(), "allow.yaml")


def passes(entries, found=NAME):
    return bool(allow(entries).matching(found, TODAY))


@pytest.mark.parametrize(
    "value",
    [
        "Wilma Quillfeather",
        "WILMA QUILLFEATHER",
        "Wílma   quillfeather",
        "W\u200bilma Quillfeather",
    ],
)
def test_an_allowed_value_passes_in_any_spelling(value):
    assert passes(f"- {{value: {value}, reason: a ship}}")


@pytest.mark.parametrize(
    "value", ["Wilma", "Quillfeather", "Wilma Quillfeathers", "ilma Quillfeather"]
)
def test_a_value_is_the_whole_value(value):
    assert not passes(f"- {{value: {value}, reason: a ship}}")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("label: PERSON", True),
        ("label: CASE", False),
        ("paths: [essays/]", True),
        ("paths: ['*.txt']", True),
        ("paths: [letters/**, '*.csv']", False),
        ("paths: ['**', '!essays/']", False),
        ("expires: 2026-06-01", True),
        ("expires: 2026-05-31", False),
        ("expires: '2026-05-31'", False),
        ("label: PERSON, paths: [essays/**], expires: 2030-01-01", True),
    ],
)
def test_an_entry_is_limited_to_its_label_its_paths_and_its_time(entry, expected):
    assert passes(f"- {{value: Wilma Quillfeather, reason: a ship, {entry}}}") is expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("Wilma \\w+", True),
        ("Wilma", False),
        ("\\w+", False),
        ("wilma quillfeather", False),
        ("(?i)wilma quillfeather", True),
    ],
)
def test_a_pattern_matches_the_whole_value(pattern, expected):
    assert passes(f"- {{pattern: '{pattern}', reason: ships}}") is expected
    broken = finding(NAME.path, NAME.label, "Wilma\n Quillfeather")
    assert passes(f"- {{pattern: '{pattern}', reason: ships}}", broken) is expected


def test_a_known_original_is_accepted_by_its_value_only():
    known = finding("a.txt", "PERSON", "Wilma Quillfeather", known=True)
    assert passes("- {value: Wilma Quillfeather, reason: she agreed}", known)
    assert not passes("- {pattern: 'Wilma .+', reason: ships}", known)


def test_findings_without_a_value_are_never_accepted():
    assert not passes(
        "- {pattern: '.+', label: ROSTER, reason: all}", finding("people.yaml", "ROSTER")
    )


def test_a_pattern_that_takes_too_long_is_incomplete():
    slow = allow("- {pattern: '(?:(?:a+)+)+b', reason: slow}")
    with pytest.raises(Incomplete, match=r"allow\.yaml:3:3 took longer"):
        slow.matching(finding("a.txt", "CODE", "a" * 60_000), TODAY)


HEAD = "anonfilter: 1\nallow:\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "- {value: Mirela}", "3:3: the key `allow.reason:` is missing"),
        (HEAD + "- {value: Mirela, reason: ' '}", "allow.reason must not be empty"),
        (HEAD + "- {value: Mirela, resaon: b}", "3:19: unknown key; did you mean 'reason'?"),
        (HEAD + "- {reason: b}", "has either `value` or `pattern`"),
        (HEAD + "- {value: Mirela, pattern: c, reason: b}", "either `value` or"),
        (HEAD + "- {value: 1234, reason: b}", "3:11: allow.value must be text; quote it"),
        (HEAD + "- {value: '  ', reason: b}", "has no letter or digit"),
        (HEAD + "- {pattern: '(Mirela', reason: b}", "is not a regular expression"),
        (HEAD + "- {pattern: '(Mirela)*', reason: b}", "matches the empty string"),
        (HEAD + "- {pattern: '(?s).+', reason: b}", "matches anything needs a `label`"),
        (HEAD + "- {value: Mirela, reason: b, paths: []}", "allow.paths"),
        (HEAD + "- {value: Mirela, reason: b, paths: ['!a']}", "exclude files only"),
        (HEAD + "- {value: Mirela, reason: b, paths: ['[z-a]']}", "an invalid glob"),
        (HEAD + "- {value: Mirela, reason: b, expires: soon}", "allow.expires"),
        ("anonfilter: 2\n", "1:13: anonfilter must be 1"),
        ("allow: []\n", "the key `anonfilter:` is missing"),
        ("anonfilter: 1\nallow: [", "not valid YAML"),
        ("anonfilter: 1\nallow: 0", "2:8: allow must be a list"),
    ],
)
def test_mistakes_are_reported_with_their_place_and_without_the_value(text, expected):
    with pytest.raises(RulesError) as error:
        parse(text.encode(), "allow.yaml")
    assert "allow.yaml:" in str(error.value)
    assert expected in str(error.value)
    assert "Mirela" not in str(error.value)


def test_an_allow_list_that_is_not_utf8_is_refused():
    with pytest.raises(RulesError, match="not UTF-8"):
        parse(b"anonfilter: 1\nallow:\n- {value: \xff, reason: b}", "allow.yaml")


@pytest.mark.parametrize(
    "text", ["anonfilter: 1\n", "anonfilter: 1\nallow:\n", "anonfilter: 1\nallow: []\n"]
)
def test_a_list_may_be_empty(text):
    assert parse(text.encode(), "allow.yaml").allowances == ()


def test_the_nearest_list_up_to_the_top_counts(tmp_path):
    repository = Repository(tmp_path / "data")
    (tmp_path / ".anonfilter").mkdir()
    (tmp_path / ".anonfilter" / "allow.yaml").write_text("anonfilter: 1\n")
    below = repository.write("a/b/c.txt", "").parent
    assert place(below) == repository.path / ".anonfilter" / "allow.yaml"
    (repository.path / "a" / ".anonfilter").mkdir()
    assert place(below) == repository.path / "a" / ".anonfilter" / "allow.yaml"
    top = repository.write(".anonfilter/allow.yaml", "anonfilter: 1\n")
    assert place(below) == top
