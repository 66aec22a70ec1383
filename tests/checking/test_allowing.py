"""Adding an entry to an allow list that people edit."""

from __future__ import annotations

from datetime import date

import pytest

from anonfilter.accepted.allow_edits import with_entry
from anonfilter.accepted.allow_list import AllowEntry, parse

ENTRY = {
    "value": "Wilma: the 'Quill'",
    "label": "PERSON",
    "paths": ["essays/**", "*.csv"],
    "reason": "a ship # no person",
    "expires": date(2027, 1, 1),
}
WRITTEN_BY_PEOPLE = """\
# what we let stand
anonfilter:   1
allow:  # oldest first

  - reason:  >-
      on the title page,
      as "the author"
    value:   'Mirela'     # she agreed

  # the next one is a ship
  - {value: Tolliver,   reason: a ship}
"""


def entries(data):
    return [one.entry for one in parse(data, "allow.yaml").allowances]


def test_a_new_list_begins_with_an_explanation():
    data = with_entry(None, "allow.yaml", ENTRY)
    assert entries(data) == [AllowEntry(**ENTRY)]
    assert data.startswith(b"# What `anonfilter check` accepts")


@pytest.mark.parametrize(
    "text",
    [
        WRITTEN_BY_PEOPLE,
        WRITTEN_BY_PEOPLE.removesuffix("\n"),
        WRITTEN_BY_PEOPLE + "\n# more to come\n",
        WRITTEN_BY_PEOPLE.replace("\n", "\r\n"),
        "\ufeff" + WRITTEN_BY_PEOPLE,
        "anonfilter: 1\nallow:\n- {value: a, reason: b}\n",
    ],
)
def test_existing_entries_stay_unchanged_to_the_byte(text):
    data = with_entry(text.encode(), "allow.yaml", ENTRY)
    assert data.startswith(text.encode())
    assert entries(data) == [*entries(text.encode()), AllowEntry(**ENTRY)]
    assert (b"\r\n" in data) == ("\r\n" in text)


@pytest.mark.parametrize(
    "text",
    [
        "anonfilter: 1 # one\n",
        "anonfilter: 1 # one\nallow:\n",
        "anonfilter: 1 # one\nallow: []\n",
        "anonfilter: 1 # one\nallow: [{value: a, reason: b}]\n",
        "allow:\n  - {value: a, reason: b} # one\nanonfilter: 1\n",
        "anonfilter: 1 # one\nallow:\n  - {value: a, reason: b}\n...\n",
    ],
)
def test_comments_are_kept_if_the_list_is_rewritten(text):
    data = with_entry(text.encode(), "allow.yaml", ENTRY)
    assert entries(data) == [*entries(text.encode()), AllowEntry(**ENTRY)]
    assert b"# one" in data or "..." in text


@pytest.mark.parametrize(
    "value", ["yes", "1234", "2027-01-01", "a: b", "- a", "[x]", "'", '"', "Zoë", "\\d", "#"]
)
def test_a_value_comes_back_as_it_was(value):
    data = with_entry(WRITTEN_BY_PEOPLE.encode(), "allow.yaml", {"value": value, "reason": "b"})
    assert entries(data)[-1].value == value
