"""A sealed value opens in its own place if it is whole and unchanged."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.keys.sealing import BLOCK, NotOpened, Seal, digest_of, is_sealed
from tests.sidecars.sealed import CORPUS, DOCUMENT, KEY, OTHER_CORPUS, OTHER_DOCUMENT, OTHER_KEY

SEAL = Seal(KEY.seal, CORPUS, DOCUMENT)


@given(st.binary(max_size=200), st.lists(st.text(max_size=10), max_size=3))
def test_a_sealed_value_opens_in_its_place(value: bytes, beside: list[str]) -> None:
    sealed = SEAL.close(value, "original", *beside)
    assert SEAL.open(sealed, "original", *beside) == value
    assert is_sealed(sealed)


@given(st.binary(max_size=100))
def test_only_steps_of_the_length_can_be_seen(value: bytes) -> None:
    assert len(urlsafe_b64decode(SEAL.close(value, "original") + "==")) % BLOCK == 16


def test_names_of_a_few_letters_and_of_many_look_alike() -> None:
    assert len({len(SEAL.close(b"x" * size, "original")) for size in range(BLOCK)}) == 1


def test_sealing_is_deterministic() -> None:
    again = Seal(KEY.seal, CORPUS, DOCUMENT)
    assert SEAL.close(b"Mirela", "original") == again.close(b"Mirela", "original")


@pytest.mark.parametrize(
    ("seal", "place"),
    [
        pytest.param(Seal(OTHER_KEY.seal, CORPUS, DOCUMENT), ("original", "a", "b"), id="key"),
        pytest.param(Seal(KEY.seal, OTHER_CORPUS, DOCUMENT), ("original", "a", "b"), id="corpus"),
        pytest.param(Seal(KEY.seal, CORPUS, OTHER_DOCUMENT), ("original", "a", "b"), id="document"),
        pytest.param(Seal(KEY.seal, CORPUS), ("original", "a", "b"), id="no document"),
        pytest.param(SEAL, ("marks", "a", "b"), id="what it is"),
        pytest.param(SEAL, ("original", "a", "c"), id="beside"),
        pytest.param(SEAL, ("original", "a"), id="less beside"),
        pytest.param(SEAL, ("original", "a", "b", ""), id="an empty part more"),
        pytest.param(SEAL, ("original", "ab", ""), id="divided elsewhere"),
    ],
)
def test_a_value_sealed_for_another_place_looks_different_and_does_not_open(
    seal: Seal, place: tuple[str, ...]
) -> None:
    sealed = SEAL.close(b"Mirela", "original", "a", "b")
    assert seal.close(b"Mirela", *place) != sealed
    with pytest.raises(NotOpened):
        seal.open(sealed, *place)


def test_no_changed_bit_opens() -> None:
    data = bytearray(urlsafe_b64decode(SEAL.close(b"Mirela Quarnby" * 3, "original") + "=="))
    for bit in range(8 * len(data)):
        data[bit // 8] ^= 1 << bit % 8
        with pytest.raises(NotOpened):
            SEAL.open(urlsafe_b64encode(data).decode().rstrip("="), "original")
        data[bit // 8] ^= 1 << bit % 8


def test_a_part_of_a_sealed_value_does_not_open() -> None:
    sealed = SEAL.close(b"Mirela", "original")
    for end in range(len(sealed)):
        with pytest.raises(NotOpened):
            SEAL.open(sealed[:end], "original")
        with pytest.raises(NotOpened):
            SEAL.open(sealed + sealed[: end + 1], "original")


@pytest.mark.parametrize("length", range(4))
def test_a_sealed_value_has_one_spelling(length: int) -> None:
    """The last character of base64 has unused bits, which must not be free."""
    sealed = SEAL.close(b"x" * 32 * length, "original")
    data = urlsafe_b64decode(sealed + "==")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    same = [sealed[:-1] + char for char in letters]
    assert [one for one in same if urlsafe_b64decode(one + "==") == data and is_sealed(one)] == [
        sealed
    ]
    assert not any(is_sealed(sealed[:-4] + end) for end in ("abc=", "ab\nc", "ab+/", "ab c"))


def test_a_seal_does_not_show_its_key() -> None:
    assert "key" not in repr(SEAL)


def test_equal_bytes_have_another_digest_in_another_document() -> None:
    assert digest_of(b"text", DOCUMENT) == digest_of(b"text", DOCUMENT)
    assert digest_of(b"text", DOCUMENT) != digest_of(b"text", OTHER_DOCUMENT)
    assert digest_of(b"text", DOCUMENT) != digest_of(b"text ", DOCUMENT)
