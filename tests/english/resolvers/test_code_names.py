"""Names in code: identifiers are dropped, and names in strings, comments and prose stay."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.code_names import CodeNames

from tests.english.resolvers.marking import Resolved


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("It calls `self.<PERSON carter>.bell`.", "It calls `self.carter.bell`."),
        ("It calls self.<PERSON carter>.bell() now.", "It calls self.carter.bell() now."),
        ("class <PERSON Walker>(<PERSON Parker>):", "class Walker(Parker):"),
        ("`class <PERSON Walker>(Parker)` is new", "`class Walker(Parker)` is new"),
        ("<PERSON MAX_RETRIES> is 5", "MAX_RETRIES is 5"),
        ("<PERSON OKAFOR_NOTES> is 5", "<PERSON OKAFOR_NOTES> is 5"),
        (
            "\tat com.frost.<PERSON Grant>.check(<URL Grant.java>:44)",
            "\tat com.frost.Grant.check(Grant.java:44)",
        ),
        ("import <PERSON stanza>\n\nRun <PERSON Stanza>.", "import stanza\n\nRun Stanza."),
        (
            "pip install <PERSON Typer>\n\n<PERSON Typer> is new.",
            "pip install Typer\n\nTyper is new.",
        ),
        (
            "import typer\n\n<ORGANIZATION FastAPI> and <PERSON DeShawn>",
            "import typer\n\nFastAPI and <PERSON DeShawn>",
        ),
        (
            "x = greet('<PERSON Ann Bell>')  # <PERSON Olu>",
            "x = greet('<PERSON Ann Bell>')  # <PERSON Olu>",
        ),
        (
            "import black\n<PERSON Jack Black>, <PERSON Tom Black>, <PERSON Black>",
            "import black\n<PERSON Jack Black>, <PERSON Tom Black>, <PERSON Black>",
        ),
        (
            "with <PERSON Adaeze> he left (early):\nfor <PERSON Ann> in Leeds:",
            "with <PERSON Adaeze> he left (early):\nfor <PERSON Ann> in Leeds:",
        ),
        (
            "run() stop() go()\n<PERSON=0.3 Gradlix> by <PERSON=0.9 Olufadi> and <PERSON=0.3 Ann>",
            "run() stop() go()\nGradlix by <PERSON Olufadi> and <PERSON Ann>",
        ),
        ("He met `<PERSON Ann>` (see <PERSON Olu>).", "He met `<PERSON Ann>` (see <PERSON Olu>)."),
        (
            "Ask <PERSON adaeze_okafor> or <PERSON john.smith>",
            "Ask <PERSON adaeze_okafor> or <PERSON john.smith>",
        ),
        (  # a person of the prose is a person in the code, too
            "self.<PERSON okafor>.bell = 3\nIt was <PERSON Okafor>.",
            "self.<PERSON okafor>.bell = 3\nIt was <PERSON Okafor>.",
        ),
        (
            "import <PERSON walker>\n<PERSON Walker> reviewed it.",
            "import <PERSON walker>\n<PERSON Walker> reviewed it.",
        ),
        ("import <PERSON Adaeze> duty free (1998)", "import <PERSON Adaeze> duty free (1998)"),
    ],
)
def test_names_in_code(marked: str, expected: str, resolve) -> None:
    made: Resolved = resolve(CodeNames, marked)
    assert made.marked == expected
