"""Keys as text, the sub keys derived from them, and that no key is shown."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anonfilter.errors import AnonfilterError, Exit
from anonfilter.keys import key as keys
from anonfilter.keys.key import CheckKey, Key

SECRETS = st.binary(min_size=32, max_size=32)
KEY = Key(bytes(range(32)), bytes(range(32, 64)))


@given(SECRETS, SECRETS)
def test_a_key_is_read_as_it_was_written(master: bytes, identity: bytes) -> None:
    key = Key(master, identity)
    assert keys.parse(f"  {key.text()}\n", "here") == key
    assert keys.parse(key.text().upper(), "here") == key
    assert keys.parse(key.check.text(), "here") == key.check


@settings(max_examples=300)
@given(st.sampled_from([KEY.text(), KEY.check.text()]), st.data())
def test_a_mistyped_character_is_reported_and_nothing_is_shown(
    text: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(text.rindex("-") + 1, len(text) - 1))
    other = data.draw(st.sampled_from(string.ascii_lowercase + string.digits + "-_ =\u017f\u212a"))
    mistyped = text[:at] + other + text[at + 1 :]
    if mistyped.strip() == text:
        return
    with pytest.raises(AnonfilterError) as raised:
        keys.parse(mistyped, "ANONFILTER_KEY")
    assert raised.value.exit_code == Exit.USAGE
    assert "ANONFILTER_KEY" in str(raised.value)
    secret = text[text.rindex("-") + 1 :]
    assert not any(secret[at : at + 6] in str(raised.value) for at in range(len(secret) - 6))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hunter2",
        "anonfilter-key-2-aaaa",
        KEY.text()[:-1],
        KEY.text() + "a",
        KEY.text() + "\n" + KEY.text(),
    ],
)
def test_invalid_keys_are_refused_without_showing_them(text: str) -> None:
    with pytest.raises(AnonfilterError, match=r"has (no|a) key") as raised:
        keys.parse(text, "here")
    assert "hunter" not in str(raised.value)


def test_no_key_is_shown() -> None:
    for key in (KEY, KEY.check):
        for shown in (repr(key), str(key), f"{key}"):
            assert shown in ("Key()", "CheckKey()")


def test_sub_keys_are_all_different() -> None:
    subs = [KEY.seal, KEY.roster, KEY.tags, KEY.check.secret, KEY.check.marks, KEY.check.prints]
    assert [len(sub) for sub in subs] == [64, 32, 32, 32, 64, 32]
    assert len({sub[:16] for sub in subs}) == len(subs)


def test_derived_keys_are_the_same_in_all_versions() -> None:
    """Otherwise what an earlier version sealed would not open."""
    assert KEY.id == "t7wdeuv4qv"
    assert KEY.seal.hex()[:16] == "2fe0fc8481f381de"
    assert KEY.tags.hex()[:16] == "2ca51bab420c3b80"
    assert KEY.check.marks.hex()[:16] == "af07287ddbf42a27"
    assert KEY.check.prints.hex()[:16] == "a36411039f1d0f15"
    assert KEY.check.text().endswith("n6lwosd4jh")


def test_the_check_key_can_neither_open_nor_mint_tags() -> None:
    assert not {"seal", "roster", "tags", "master", "identity"} & set(dir(CheckKey))
    assert KEY.check.id == KEY.id


def test_a_rotated_key_opens_nothing_of_the_old_and_keeps_the_tags() -> None:
    new = KEY.rotated()
    assert new.tags == KEY.tags
    assert new.id != KEY.id
    assert (new.seal, new.check.marks, new.check.prints) != (
        KEY.seal,
        KEY.check.marks,
        KEY.check.prints,
    )


def test_ids_are_random() -> None:
    ids = {keys.random_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch("[a-z2-7]{26}", one) for one in ids)
