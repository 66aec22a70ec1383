"""Names in code are dropped; names in text that may be prose stay."""

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
        ("@<PERSON grant>\ndef pay():", "@grant\ndef pay():"),
        ("    <USERNAME @grant>\n    def pay(self):", "    @grant\n    def pay(self):"),
        ("<PERSON MAX_RETRIES> is 5", "MAX_RETRIES is 5"),
        (
            "\tat com.frost.<PERSON Grant>.check(<URL Grant.java>:44)",
            "\tat com.frost.Grant.check(Grant.java:44)",
        ),
    ],
)
def test_names_in_code_are_dropped(marked: str, expected: str, resolve) -> None:
    made: Resolved = resolve(CodeNames, marked)
    assert made.marked == expected


@pytest.mark.parametrize(
    "marked",
    [
        "<PERSON OKAFOR_NOTES> is 5, <PERSON WARD_MARSH> is 6",
        "x = greet('<PERSON Ann Bell>')  # <PERSON Olu>",
        "with <PERSON Adaeze> he left (early):\nfor <PERSON Ann> in Leeds:",
        "He met `<PERSON Ann>` (see <PERSON Olu>).",
        "Ask <PERSON adaeze_okafor> or <PERSON john.smith>",
        "import <PERSON Adaeze> duty free (1998)",
        # lines that look like statements
        "- go get <PERSON Wendell Pryce> from <ORGANIZATION Mercy Vale> in <LOCATION Dunmore>",
        "and <PERSON Fennimore>[12] agreed;\nif <PERSON Okonedo>(the younger) is right.",
        "return <PERSON Smith>(1998)\nand <PERSON Walker>(1994)",
        "P1 = <PERSON Fennimore>(f, 34), lives with <PERSON Ottoline Brascombe>",
        "In her class <PERSON Priyamvada> (9) is loud. The function <PERSON Delacroix> (the uncle)",
        "my class <PERSON Ottoline>: she reads",
        "row `412;<PERSON Thistlewood>;<LOCATION Dunmore>` by `<PERSON Kezia Lund> <kl>`",
        "I hate this.<PERSON Halina> did it. Interviewer::<PERSON Brascombe>",
        "import <PERSON Ottoline>, <PERSON Kezia> and <PERSON Marisol> of <LOCATION Dunmore>",
        "@<PERSON ottoline.brascombe>(the nurse) came\n@<PERSON olu>\nand left",
        "using <LOCATION Akure>;\nwe met in <LOCATION Akure>",
        "f() and <PERSON interviewOkafor>, <PERSON BethRae>, <LOCATION Ndop>",
        "<USERNAME @grant>\nclass was fun\n<USERNAME @olu>\ndef (definitely) yes",
        # names that are also outside the code
        "<USERNAME @grant>\ndef pay():\nThanks to <USERNAME @grant>.",
        "self.<PERSON okafor>.bell = 3\nIt was <PERSON Okafor>.",
        "self.<PERSON adaeze_okafor> = 1\n<PERSON Adaeze Okafor> came.",
        "class <PERSON OkaforReader>:\n<PERSON Okafor> reads.",
        "self.<LOCATION enugu>\nShe is from <LOCATION Enugu>.",
        "thanks to <PERSON Okafor>() and <PERSON Adaeze Okafor>",
    ],
)
def test_names_that_may_be_those_of_people_stay(marked: str, resolve) -> None:
    assert resolve(CodeNames, marked).marked == marked
