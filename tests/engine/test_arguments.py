"""What an engine is given: a wrong type is an error that says what to give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anonfilter import Engine, load_ruleset

TEXT = "We met Wilma Quillfeather."


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(load_ruleset("fast"))


CALLS: dict[str, Callable[[Engine, Any], Any]] = {
    "redact": lambda engine, given: engine.redact(given),
    "analyse": lambda engine, given: engine.analyse(given),
    "check": lambda engine, given: engine.check(given),
    "tag": lambda engine, given: engine.tag(given, []),
}


@pytest.mark.parametrize("method", CALLS)
@pytest.mark.parametrize("given", [TEXT, TEXT.encode(), None, 3])
def test_a_text_is_no_document(engine: Engine, method: str, given: object) -> None:
    with pytest.raises(TypeError) as raised:
        CALLS[method](engine, given)
    said = str(raised.value)
    assert f"Engine.{method}" in said
    assert f"Document, not {type(given).__name__}" in said
    assert "Engine.read_document(data, name)" in said
    assert "Quillfeather" not in said


@pytest.mark.parametrize("method", CALLS)
def test_a_source_is_no_document(engine: Engine, method: str) -> None:
    with pytest.raises(TypeError, match="not Source"):
        CALLS[method](engine, engine.decode_file(TEXT.encode(), "a.txt"))


def test_a_document_is_no_source(engine: Engine) -> None:
    with pytest.raises(TypeError, match=r"Engine.read reads Source, not Document"):
        engine.read(engine.read_document(TEXT.encode(), "a.txt"))  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["default", None, b"default", 3])
def test_the_name_of_rules_is_no_ruleset(given: object) -> None:
    with pytest.raises(TypeError, match=r"Engine takes Ruleset, not \w+: load_ruleset\(name\)"):
        Engine(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [b"default", Path("rules.yaml"), 3])
def test_the_name_of_rules_is_a_str(given: object) -> None:
    with pytest.raises(TypeError, match=r"load_ruleset takes the name .* str, not \w+"):
        load_ruleset(given)  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["read_document", "decode_file"])
def test_the_name_of_a_file_is_a_str(engine: Engine, method: str) -> None:
    with pytest.raises(TypeError, match=r"name of a file is str, not bytes: os.fsdecode"):
        getattr(engine, method)(TEXT.encode(), b"a.txt")


@pytest.mark.parametrize("kind", [bytearray, memoryview])
def test_a_buffer_is_made_bytes(engine: Engine, kind: type) -> None:
    with pytest.raises(TypeError, match=r"bytes, not \w+: bytes\(data\)"):
        engine.read_document(kind(TEXT.encode()), "a.txt")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["read_document", "decode_file"])
def test_bytes_are_decoded(engine: Engine, method: str) -> None:
    with pytest.raises(TypeError, match=r"bytes, not str: text.encode\(\)"):
        getattr(engine, method)(TEXT, "a.txt")
