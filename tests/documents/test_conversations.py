"""Conversations as models of language are trained with: each tells its own people apart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from anonfilter_documents.json.json_lines import JsonLines

from tests.documents.read_documents import read


def chat(said: str) -> dict[str, Any]:
    """The shape of OpenAI's files."""
    return {
        "messages": [{"role": "user", "content": said}, {"role": "assistant", "content": "Hi."}]
    }


def parts(said: str) -> dict[str, Any]:
    """The shape of Anthropic's, with parts of a message."""
    content = [{"type": "text", "text": said}]
    return {"model": "any", "messages": [{"role": "user", "content": content}]}


def shared(said: str) -> dict[str, Any]:
    """The shape of ShareGPT's."""
    return {"id": "a1", "conversations": [{"from": "human", "value": said}]}


@pytest.mark.parametrize("shape", [chat, parts, shared])
@pytest.mark.parametrize("name", ["a.jsonl", "a.json"])
def test_a_conversation_is_a_record(shape: Any, name: str) -> None:
    rows = [shape("I am Wilma."), shape("I am Wilma, too.")]
    text = json.dumps(rows) if name == "a.json" else "".join(f"{json.dumps(one)}\n" for one in rows)
    document = read(JsonLines, text, name)
    said = {
        document.text[one.start : one.end]: one.record
        for one in document.fields
        if "Wilma" in document.text[one.start : one.end]
    }
    assert len(said) == len(set(said.values())) == 2


def test_one_conversation_and_other_arrays_are_one_record() -> None:
    nested = [{"a": {"messages": ["b"]}}]
    for value in (chat("I am Wilma."), [{"text": "a"}, {"text": "b"}], nested):
        document = read(JsonLines, json.dumps(value), "a.json")
        assert len({one.record for one in document.fields}) == 1
