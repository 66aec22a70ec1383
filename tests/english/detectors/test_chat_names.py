"""User names at the beginning of lines of a chat."""

from __future__ import annotations

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

ENGINE = Engine(load_ruleset("fast"))


def found(text: str) -> list[str]:
    document = ENGINE.read_document(text.encode(), "chat.txt")
    spans = ENGINE.analyse(document).spans
    return [document.text[span.start : span.end] for span in spans if span.detector == "chat-names"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "lena_k88: hey you\nmobious: lol cannot come\nlena_k88: oh no\n",
            ["lena_k88", "mobious", "lena_k88"],
        ),
        ("[21:04] dawg_rex: who has it\n[21:05] tankz0r: not me sorry\n", ["dawg_rex", "tankz0r"]),
        ("<sillybee_> how are you\n<gillian.p> fine and you\n", ["sillybee_", "gillian.p"]),
    ],
)
def test_user_names_of_a_chat_are_found(text: str, names: list[str]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "spk_0: hello there\nspk_1: good morning\nspk_0: how are you\n",
        "agent: hello there\ncustomer: good morning\nagent: how are you\n",
        "max_tokens: 12\nnum_epochs: 5\nmax_tokens: 12\n",
        "P1: hello there\nR2: good morning\nP1: how are you\n",
        "One line has kernel_4: and more words\nand the others\nhave none of them\nat all\n",
    ],
)
def test_texts_that_are_no_chat_have_no_user_names(text: str) -> None:
    assert found(text) == []
