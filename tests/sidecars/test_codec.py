"""A sealed sidecar opens as a whole, with its key and for its document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import NotOpened, Seal
from anonfilter.sidecars.codec import open_map, open_marks, open_state, seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Line, Sidecar, render
from anonfilter.sidecars.sidecar_parser import parse
from tests.sidecars.sealed import (
    CORPUS,
    DOCUMENT,
    ENTRIES,
    KEY,
    NAME,
    OTHER_CORPUS,
    OTHER_DOCUMENT,
    OTHER_KEY,
    TEXT,
    initials,
    known,
    known_or_empty,
    maps,
    person,
    plain,
    sealed,
)

FILE = "hearing.txt.pseudonyms.yaml"
NAMES = ("Mirela", "Quarnby", "June")


def opened(data: bytes, *, key: Key | None = KEY, corpus: str = CORPUS, text: bytes = TEXT) -> Map:
    return open_map(parse(data, FILE), corpus, key, text, NAME).map


def error_of(data: bytes, *, key: Key | None = KEY, corpus: str = CORPUS) -> AnonfilterError:
    with pytest.raises(AnonfilterError) as caught:
        opened(data, key=key, corpus=corpus)
    assert caught.value.where.startswith(FILE)
    assert caught.value.hint
    assert not any(name in str(caught.value) for name in NAMES)
    return caught.value


def with_lines(sidecar: Sidecar, lines: Iterable[Line]) -> Sidecar:
    return replace(sidecar, state=replace(sidecar.state, lines=tuple(lines)))


# round trips


@given(maps)
@example(known(person(1, "\udc80")))
def test_a_map_comes_back_as_it_was(one: Map) -> None:
    found = open_map(parse(render(sealed(one, initials)), FILE), CORPUS, KEY, TEXT, one.name)
    assert found.map == one
    assert not found.edited


@given(maps)
def test_a_plain_map_comes_back_as_it_was(one: Map) -> None:
    found = open_map(parse(render(plain(one)), FILE), "", None, TEXT, one.name)
    assert found.map == one
    assert not found.edited


@given(maps)
def test_equal_maps_have_equal_lines(one: Map) -> None:
    other = replace(one, entries=dict(reversed(one.entries.items())))
    assert render(sealed(one, initials)) == render(sealed(other, initials))
    assert render(plain(one)) == render(plain(other))


def test_no_name_can_be_read_in_a_sealed_sidecar() -> None:
    data = render(sealed(known(), initials)).decode()
    assert not any(name in data for name in (*NAMES, NAME))


def test_a_name_looks_different_in_each_document_and_at_each_tag() -> None:
    """No part of it either may show that two names are the same."""
    here = sealed(known(person(1, "Mirela"), person(2, "Mirela")))
    there = sealed(known(person(1, "Mirela"), document=OTHER_DOCUMENT))
    seen = [line.original for line in (*here.state.lines, *there.state.lines)]
    stretches = [one[at : at + 6] for one in seen for at in range(len(one) - 5)]
    assert len(set(stretches)) == len(stretches)


def test_an_unchanged_entry_is_an_unchanged_line() -> None:
    before = sealed(known(*ENTRIES), initials)
    after = sealed(known(*ENTRIES, person(3, "Ilse"), text=b"other text"), initials)
    added = set(after.state.lines) - set(before.state.lines)
    assert {line.tag for line in added} == {"[PERSON_3]"}
    assert set(before.state.lines) < set(after.state.lines)
    pending = render(before.pending(after.state)).splitlines()
    assert set(render(before.settled(after.state)).splitlines()) < {
        line.replace(b"coming-about", b"about") for line in pending
    }


def test_lone_surrogates_are_refused() -> None:
    """UTF-32 can hold two halves of a character side by side."""
    halves = known(person(1, "\ud83d\ude00"))
    with pytest.raises(Incomplete) as caught:
        sealed(halves)
    assert "UTF-8" in caught.value.hint


# tampering


def test_no_flipped_bit_goes_unnoticed() -> None:
    data = bytearray(render(sealed(known(), initials)))
    for bit in range(8 * len(data)):
        data[bit // 8] ^= 1 << bit % 8
        error_of(bytes(data))
        data[bit // 8] ^= 1 << bit % 8
    assert opened(bytes(data)) == known()


def test_no_other_byte_goes_unnoticed() -> None:
    data = render(sealed(known(person(1, "Mirela")), initials))
    places = [*range(0, len(data), 29), data.index(b"PERSON"), data.index(b"\n"), len(data) - 1]
    for at in places:
        for byte in set(range(256)) - {data[at]}:
            error_of(data[:at] + bytes([byte]) + data[at + 1 :])


def test_no_flipped_bit_of_a_pending_sidecar_goes_unnoticed() -> None:
    now = sealed(known(person(1, "Mirela"), text=b"before"))
    coming = sealed(known(person(1, "Mirela"), person(2, "Ilse"))).state
    data = bytearray(render(now.pending(coming)))
    for at in range(len(data)):
        data[at] ^= 1 << at % 8
        error_of(bytes(data))
        data[at] ^= 1 << at % 8


def test_a_flipped_bit_of_a_plain_sidecar_is_an_error_or_another_map() -> None:
    """It is not sealed, but only our errors may result."""
    data = bytearray(render(plain(known())))
    for bit in range(8 * len(data)):
        data[bit // 8] ^= 1 << bit % 8
        try:
            open_map(parse(bytes(data), FILE), "", None, TEXT, NAME)
        except AnonfilterError as error:
            assert error.where.startswith(FILE)  # noqa: PT017
        data[bit // 8] ^= 1 << bit % 8


@pytest.mark.parametrize(
    "original",
    [
        "",
        "[]",
        "{}",
        "null",
        "{",
        '{"same":5}',
        '{"same":[1]}',
        '{"each":5}',
        '{"each":[5]}',
        '{"each":[]}',
        '{"each":[[]]}',
        '{"each":["abc"]}',
        '{"each":[{}]}',
        '{"same": ["A"]}',
        '{"same":["A",""]}',
        '{"same":["A"],"names":[1]}',
        '{"same":["A"],"names":5}',
        '{"same":["A"],"each":[["1","2","A"]]}',
        "[" * 50_000,
    ],
)
def test_a_plain_entry_that_anonfilter_did_not_write_is_refused(original: str) -> None:
    sidecar = plain(known(person(1, "Mirela")))
    odd = with_lines(sidecar, [replace(sidecar.state.lines[0], original=original)])
    error = error_of(render(odd), key=None)
    assert error.where == f"{FILE}:7:1"
    assert error.exit_code == Exit.INCOMPLETE


@pytest.mark.parametrize("about", ["", "{}", '{"name":"a"}', '{"name":1,"digest":""}', "[1]", "7"])
def test_a_plain_head_that_anonfilter_did_not_write_is_refused(about: str) -> None:
    sidecar = plain(known())
    odd = replace(sidecar, state=replace(sidecar.state, about=about))
    assert error_of(render(odd), key=None).where == f"{FILE}:5:1"


def test_a_line_that_was_moved_does_not_open() -> None:
    """To another tag, another label, without its marks, with those of another."""
    sidecar = sealed(known(person(1, "Mirela"), person(2, "Ilse")), initials)
    one, two = sidecar.state.lines
    for line in (
        replace(one, original=two.original),
        replace(one, original=two.original, marks=two.marks),
        replace(one, label="PLACE"),
        replace(one, marks=""),
        replace(one, marks=two.marks),
        replace(one, marks=one.original, original=one.marks),
    ):
        error = error_of(render(with_lines(sidecar, [line, two])))
        assert error.where == f"{FILE}:7:1"
        assert error.exit_code == Exit.INCOMPLETE
    error = error_of(render(with_lines(sidecar, [one, replace(two, tag="[PERSON_3]")])))
    assert error.where == f"{FILE}:8:1"


def test_a_line_of_another_document_or_corpus_does_not_open() -> None:
    sidecar = sealed(known(person(1, "Mirela"), person(2, "Ilse")))
    others = (
        sealed(known(person(2, "Ilse"), document=OTHER_DOCUMENT)),
        sealed(known(person(2, "Ilse")), corpus=OTHER_CORPUS),
        sealed(known(person(2, "Ilse")), key=OTHER_KEY),
    )
    for other in others:
        mixed = with_lines(sidecar, [sidecar.state.lines[0], *other.state.lines])
        assert error_of(render(mixed)).where == f"{FILE}:8:1"
        foreign = replace(sidecar, state=replace(sidecar.state, about=other.state.about))
        assert error_of(render(foreign)).where == f"{FILE}:5:1"


def test_a_line_of_a_later_version_is_reported_with_its_place() -> None:
    now = sealed(known(person(1, "Mirela")))
    coming = sealed(known(person(1, "Mirela"), person(2, "Ilse"))).state
    damaged = replace(coming.lines[1], label="PLACE")
    pending = now.pending(replace(coming, lines=(coming.lines[0], damaged)))
    where = error_of(render(pending)).where
    line = render(pending).splitlines()[int(where.split(":")[1]) - 1]
    assert b'"PLACE"' in line


def test_a_lost_line_is_a_lost_entry() -> None:
    """Each line stands on its own: the tag in the document shows the loss."""
    sidecar = sealed(known())
    fewer = with_lines(sidecar, sidecar.state.lines[1:])
    assert "[DAY]" not in opened(render(fewer)).entries
    assert len(opened(render(fewer)).entries) == len(ENTRIES) - 1


# keys


def test_another_key_is_distinguished_from_a_damaged_line() -> None:
    data = render(sealed(known(), initials))
    error = error_of(data, key=OTHER_KEY)
    assert error.exit_code == Exit.USAGE
    assert "key" in error.message


def test_without_a_key_nothing_opens() -> None:
    error = error_of(render(sealed(known())), key=None)
    assert error.exit_code == Exit.USAGE
    assert "key status" in error.hint


def test_the_sidecar_of_another_corpus_is_reported() -> None:
    error = error_of(render(sealed(known())), corpus=OTHER_CORPUS)
    assert error.where == f"{FILE}:3:1"
    assert "corpus" in error.message


# documents


def test_an_edited_document_is_distinguished_from_an_unchanged_one() -> None:
    sidecar = parse(render(sealed(known())), FILE)
    assert not open_map(sidecar, CORPUS, KEY, TEXT, NAME).edited
    assert open_map(sidecar, CORPUS, KEY, TEXT + b"More.", NAME).edited


def test_a_renamed_document_keeps_its_sidecar() -> None:
    sidecar = sealed(known())
    assert not open_map(sidecar, CORPUS, KEY, TEXT, "renamed.txt").edited


@pytest.mark.parametrize("make", [sealed, plain])
def test_a_sidecar_beside_another_document_is_reported(make) -> None:  # type: ignore[no-untyped-def]
    sidecar = parse(render(make(known())), FILE)
    with pytest.raises(Incomplete) as caught:
        open_map(sidecar, CORPUS, KEY, b"[PERSON_1] left.", "other.txt")
    assert caught.value.where == f"{FILE}:5:1"
    assert "another document" in caught.value.message


@pytest.mark.parametrize("make", [sealed, plain])
def test_after_an_interruption_the_document_shows_which_state_is_valid(make) -> None:  # type: ignore[no-untyped-def]
    before, after = known(person(1, "Mirela"), text=b"one"), known(person(2, "Ilse"), text=b"two")
    pending = make(before).pending(make(after).state)
    sidecar = parse(render(pending), FILE)
    for one, text in ((before, b"one"), (after, b"two")):
        found = open_map(sidecar, CORPUS, KEY, text, NAME)
        assert found.map == one
        assert sidecar.settled(found.state) == make(one)
    with pytest.raises(Incomplete) as caught:
        open_map(sidecar, CORPUS, KEY, b"three", NAME)
    assert "interrupted" in caught.value.message


def test_a_state_opens_whatever_the_document_is_now() -> None:
    now, coming = known(text=b"one"), known(person(2, "Ilse"), text=b"two")
    sidecar = sealed(now).pending(sealed(coming).state)
    assert [open_state(sidecar, state, CORPUS, KEY) for state in sidecar.states] == [now, coming]


# marks


def test_a_check_key_opens_marks_and_no_original() -> None:
    sidecar = parse(render(sealed(known(), initials)), FILE)
    found = list(open_marks(sidecar, CORPUS, KEY.check))
    assert found == [
        ("[MONTH]", "DATE", b"J"),
        ("[PERSON_1]", "PERSON", b"M"),
        ("[PERSON_2]", "PERSON", b"Q"),
    ]
    seal = Seal(KEY.check.marks, CORPUS, DOCUMENT)
    for line in sidecar.state.lines:
        with pytest.raises(NotOpened):
            seal.open(line.original, "original", line.tag, line.label, line.marks)


def test_marks_of_both_states_count_and_each_line_once() -> None:
    now = sealed(known(person(1, "Mirela"), person(2, "Ilse")), initials)
    coming = sealed(known(person(2, "Ilse"), person(3, "Oskar")), initials).state
    found = open_marks(now.pending(coming), CORPUS, KEY.check)
    assert [one.marks for one in found] == [b"M", b"I", b"O"]


@given(st.dictionaries(st.integers(1, 30), st.binary(max_size=80), max_size=5))
def test_marks_are_any_bytes(marks: dict[int, bytes]) -> None:
    entries = [person(number, "Ilse") for number in marks]
    by_tag = {f"[PERSON_{number}]": some for number, some in marks.items()}
    state = seal_map(known_or_empty(NAME, entries), CORPUS, KEY, lambda one: by_tag[one.tag])
    sidecar = replace(sealed(known_or_empty(NAME, [])), state=state)
    found = {one.tag: one.marks for one in open_marks(sidecar, CORPUS, KEY.check)}
    assert found == {tag: some for tag, some in by_tag.items() if some}


def test_marks_that_were_moved_do_not_open() -> None:
    sidecar = sealed(known(person(1, "Mirela"), person(2, "Ilse")), initials)
    one, two = sidecar.state.lines
    with pytest.raises(Incomplete) as caught:
        list(
            open_marks(with_lines(sidecar, [one, replace(two, marks=one.marks)]), CORPUS, KEY.check)
        )
    assert caught.value.where.endswith(":8:1")
    with pytest.raises(AnonfilterError) as wrong:
        list(open_marks(sidecar, CORPUS, OTHER_KEY.check))
    assert wrong.value.exit_code == Exit.USAGE
    with pytest.raises(Incomplete):
        list(open_marks(sidecar, OTHER_CORPUS, KEY.check))


def test_a_plain_sidecar_needs_no_marks() -> None:
    assert list(open_marks(plain(known()), CORPUS, KEY.check)) == []


def test_thousands_of_entries_keep_their_order() -> None:
    entries = [Entry(f"[PERSON_{n}]", "PERSON", (Occurrence(f"Ilse {n}"),)) for n in range(1, 3001)]
    data = render(sealed(known(*reversed(entries))))
    assert list(opened(data).entries) == [entry.tag for entry in entries]
