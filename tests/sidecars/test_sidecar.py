"""The file format of sidecars: valid YAML with one spelling, and errors with a line."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from hypothesis import given
from ruamel.yaml import YAML

from anonfilter.errors import Exit, Incomplete
from anonfilter.files.paths import is_sidecar
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.sidecar import Sidecar, State, is_tag, order_of, render
from anonfilter.sidecars.sidecar_parser import parse
from tests.sidecars.sealed import (
    ENTRIES,
    initials,
    known,
    known_or_empty,
    maps,
    person,
    plain,
    sealed,
)

SEALED = render(sealed(known(), initials))
PLAIN = render(plain(known()))
FILE = "notes.txt.pseudonyms.yaml"


def by_ruamel(data: bytes) -> object:
    return YAML(typ="safe", pure=True).load(io.BytesIO(data))


def as_yaml(sidecar: Sidecar) -> dict[str, object]:
    """Return the sidecar as a YAML reader must see it."""
    found: dict[str, object] = {
        "anonfilter": "pseudonyms 1",
        "kind": str(sidecar.kind),
        "corpus": sidecar.corpus,
        "document": sidecar.document,
    }
    keys = ("about", "entries"), ("coming-about", "coming")
    for (about, entries), state in zip(keys, sidecar.states, strict=False):
        found[about] = state.about
        found[entries] = [
            {"tag": line.tag, "label": line.label, "original": line.original}
            | ({"marks": line.marks} if line.marks else {})
            for line in state.lines
        ]
    return found


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def error_of(data: bytes) -> Incomplete:
    with pytest.raises(Incomplete) as caught:
        parse(data, FILE)
    assert caught.value.exit_code == Exit.INCOMPLETE
    assert caught.value.hint
    assert caught.value.place(FILE)
    return caught.value


# reading what was written


@given(maps, maps)
def test_a_sealed_sidecar_reads_as_yaml_does(one: Map, coming: Map) -> None:
    now = sealed(one, initials)
    for sidecar in (now, now.pending(sealed(coming, initials).state)):
        data = render(sidecar)
        assert parse(data, FILE) == sidecar
        assert by_ruamel(data) == as_yaml(sidecar)


@given(maps, maps)
def test_a_plain_sidecar_reads_as_yaml_does(one: Map, coming: Map) -> None:
    now = plain(one)
    for sidecar in (now, now.pending(plain(coming).state)):
        data = render(sidecar)
        assert parse(data, FILE) == sidecar
        assert by_ruamel(data) == as_yaml(sidecar)


@pytest.mark.parametrize("label", ["NULL", "TRUE", "FALSE", "NO", "YES", "ON", "OFF", "Y", "N"])
def test_a_label_that_yaml_has_a_meaning_for_stays_a_word(label: str) -> None:
    data = render(sealed(known(replace(person(1, "Mirela"), label=label))))
    assert by_ruamel(data)["entries"][0]["label"] == label  # type: ignore[index]
    assert parse(data, FILE).state.lines[0].label == label


def test_a_document_without_personal_data_has_a_sidecar_without_entries() -> None:
    data = render(sealed(known_or_empty("notes.txt", [])))
    assert b"\nentries: []\n...\n" in data
    assert parse(data, FILE).state.lines == ()


def test_the_tags_are_known_without_a_key() -> None:
    now = sealed(known(*ENTRIES))
    coming = sealed(known(person(7, "Ilse"))).state
    assert parse(render(now), FILE).tags == {"[PERSON_1]", "[PERSON_2]", "[MONTH]", "[DAY]"}
    assert "[PERSON_7]" in parse(render(now.pending(coming)), FILE).tags


def test_entries_stand_in_the_order_of_their_numbers() -> None:
    tags = ["[A]", "[A_1]", "[A_2]", "[A_10]", "[A_a2b3c4d5e6]", "[A_B]", "[A_B_1]", "[B]"]
    assert all(map(is_tag, tags))
    assert sorted(set(tags), key=order_of) == tags


@pytest.mark.parametrize("text", ["", "PERSON_1", "[person_1]", "[PERSON_1] ", "[A][B]", "[A b]"])
def test_text_that_is_not_a_tag(text: str) -> None:
    assert not is_tag(text)


def test_sidecars_are_known_by_their_names() -> None:
    assert is_sidecar("corpus/hearing.txt.pseudonyms.yaml")
    assert not is_sidecar("pseudonyms.yaml")


def test_a_settled_sidecar_has_one_state_and_the_same_lines() -> None:
    now, coming = sealed(known()), sealed(known(*ENTRIES, person(9, "Ilse"))).state
    pending = now.pending(coming)
    assert pending.settled(coming) == replace(now, state=coming)
    assert render(pending.settled(now.state)) == render(now)


# what is not as it was written


@pytest.mark.parametrize("data", [SEALED, PLAIN], ids=["sealed", "plain"])
def test_a_truncated_sidecar_is_reported_at_every_cut(data: bytes) -> None:
    for end in range(len(data)):
        error_of(data[:end])


@pytest.mark.parametrize("data", [SEALED, PLAIN], ids=["sealed", "plain"])
def test_a_truncated_pending_sidecar_is_reported(data: bytes) -> None:
    sidecar = parse(data, FILE)
    pending = render(sidecar.pending(sidecar.state))
    for end in range(len(pending)):
        error_of(pending[:end])


@pytest.mark.parametrize("data", [SEALED, PLAIN], ids=["sealed", "plain"])
def test_no_line_may_stand_twice_or_elsewhere(data: bytes) -> None:
    lines = lines_of(data)
    for at in range(len(lines)):
        error_of(b"".join([*lines[:at], lines[at], *lines[at:]]))
        for other in range(at):
            moved = list(lines)
            moved[at], moved[other] = moved[other], moved[at]
            error_of(b"".join(moved))


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        (b"anonfilter: pseudonyms 1", b"anonfilter: pseudonyms 2", 1, "another version"),
        (b"anonfilter: pseudonyms 1", b"names: pseudonyms 1", 1, "not a sidecar"),
        (b"anonfilter", b"\xef\xbb\xbfanonfilter", 1, "not a sidecar"),
        (b"kind: sealed", b"kind: plain", 5, "about"),
        (b"kind: sealed", b"kind: none", 2, "kind"),
        (b'corpus: "c', b'corpus: "C', 3, "corpus"),
        (b"document: ", b"document:  ", 4, "document"),
        (b"entries:\n", b"entries: \n", 6, "entries"),
        (b"entries:\n", b"entries: []\n", 7, "form of an entry"),
        (b"entries:\n", b"entries:\n\n", 7, "form of an entry"),
        (b"entries:\n", b"entries:\n# a word\n", 7, "form of an entry"),
        (b"[DAY]", b"[DAY] ", 7, "not a tag"),
        (b"[DAY]", b"[day]", 7, "not a tag"),
        (b'"LITERAL"', b"LITERAL", 7, "form of an entry"),
        (b'label: "', b'label:  "', 7, "form of an entry"),
        (b'original: "', b'original: "A', 7, "form of a sealed value"),
        (b'marks: "', b'marks: "A', 8, "form of a sealed value"),
        (b'marks: "', b'mark: "', 8, "form of an entry"),
        (b"[PERSON_2]", b"[PERSON_1]", 10, "second entry"),
        (b"[MONTH]", b"[TIME]", 9, "sorted"),
        (b"...\n", b"...\n...\n", 12, "follow the end"),
        (b"...\n", b"coming: []\n...\n", 11, "form of an entry"),
        (b"...\n", b"...", 11, "cut off"),
        (b"\n", b"\r\n", 1, "Windows"),
        (b"[MONTH]", "[MÖNTH]".encode(), 8, "not a tag"),
        (b"[MONTH]", b"[M\0NTH]", 8, "not a tag"),
    ],
)
def test_an_error_says_in_which_line_what_is_wrong(
    before: bytes, after: bytes, line: int, said: str
) -> None:
    count = -1 if before == b"\n" else 1
    error = error_of(SEALED.replace(before, after, count))
    assert error.where == f"{FILE}:{line}:1"
    assert said in error.message


def test_an_error_repeats_nothing_of_the_file() -> None:
    for data in (PLAIN.replace(b'"PERSON"', b'"PERSON" '), PLAIN.replace(b"...", b"Mirela")):
        assert "Mirela" not in str(error_of(data))
        assert "Quarnby" not in str(error_of(data))


@pytest.mark.parametrize("mark", ["<<<<<<< ours", "=======", ">>>>>>> theirs", "||||||| 1a2b"])
def test_a_merge_conflict_is_explained(mark: str) -> None:
    lines = lines_of(SEALED)
    error = error_of(b"".join([*lines[:8], mark.encode() + b"\n", *lines[8:]]))
    assert error.where == f"{FILE}:9:1"
    assert "branches" in error.hint


def test_lines_of_two_branches_merge_where_their_tags_differ() -> None:
    ours = sealed(known(*ENTRIES, person(3, "Ilse")))
    theirs = sealed(known(*ENTRIES, person(4, "Oskar")))
    lines = sorted({*ours.state.lines, *theirs.state.lines}, key=lambda line: order_of(line.tag))
    merged = replace(ours, state=State(ours.state.about, tuple(lines)))
    assert parse(render(merged), FILE) == merged


def test_reading_costs_no_more_for_a_hostile_line() -> None:
    """A pattern that goes back and forth would take hours."""
    head = b"".join(lines_of(SEALED)[:6])
    for unit in (b"''", b"A", b"[", b"- {", b'"'):
        error_of(head + b'- {tag: "[A]", label: "A", original: "' + unit * 200_000 + b"\n...\n")
        error_of(head + unit * 200_000 + b"\n...\n")
