"""Our own keys, and sidecars in clear, in bytes of any kind."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.keys.key import Key
from anonfilter.selection.secrets import secret_labels
from anonfilter.sidecars.sidecar import render
from tests.sidecars.sealed import KEY, known, maps, plain, sealed

KEYS = (KEY.text(), KEY.check.text())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize(
    "written",
    [
        "{0}",
        "KEY={0}\n",
        "{1}",
        "\x7fELF\x00\x01{0}\x00",
        "{2}\\\n    {3}",
        "> {2}\r\n> {3}",
        "{2}=\n{3}",
    ],
)
def test_a_key_is_found_however_it_is_written(key: str, codec: str, written: str) -> None:
    data = written.format(key, key.upper(), key[:50], key[50:]).encode(codec)
    assert "KEY" in secret_labels(data)


@given(st.binary(max_size=4), st.binary(max_size=200), st.booleans())
def test_a_key_of_any_kind_is_found_in_any_bytes(before: bytes, after: bytes, full: bool) -> None:
    key = (Key.new() if full else Key.new().check).text().encode()
    assert "KEY" in secret_labels(before + key + after)
    assert "KEY" in secret_labels(base64.b64encode(before + key + after))


@given(maps)
def test_a_plain_sidecar_is_found_whole_and_in_parts(one) -> None:  # type: ignore[no-untyped-def]
    data = render(plain(one))
    assert "PLAIN_SIDECAR" in secret_labels(data)
    assert "PLAIN_SIDECAR" in secret_labels(data.replace(b"\n", b"\r\n"))
    lines = [line for line in data.splitlines() if line.startswith(b"- ")]
    assert all("PLAIN_SIDECAR" in secret_labels(line) for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        render(sealed(known())).decode(),
        "A key is one line that begins with anonfilter-key-1- or anonfilter-check-1-",
        "`anonfilter-key-1-…` and names in clear, under any name, are found in every file",
        "anonfilter-key-1-" + "\n".join(["notes on how keys are written and read"] * 9),
        "sidecar: plain\nanonfilter: 1\nkind: plain\n",
        "The original: a letter of 1822.",
    ],
)
def test_ordinary_text_is_not_taken_for_a_secret(text: str) -> None:
    assert list(secret_labels(text.encode())) == []
