"""The shipped ruleset `legal` with its real models: what a judgment becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from anonfilter.engine import Engine, Options
from anonfilter.rules import load_ruleset

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).resolve().parents[4] / "examples" / "judgment.txt"


@pytest.fixture(scope="module")
def legal() -> Engine:
    return Engine(load_ruleset("legal"), Options(assume_language=True))


@pytest.fixture(scope="module")
def filtered(legal: Engine) -> str:
    """The example filtered; what comes out is finished: clean, and the same when filtered again."""
    done = legal.redact(legal.decode(EXAMPLE.read_bytes(), "judgment.txt"))
    assert done.findings == ()
    out = legal.decode(done.output, "judgment.txt")
    assert legal.check(out) == []
    assert legal.redact(out).output == done.output
    return done.output.decode()


GONE = ["Penhale", "Essery", "Mahmooda", "Fars[iy]", "Marchetti", "Tamsin", "Jory",
        "Okonjo", "Wendell", "Abara", "Brzeska", "Voss", "Calloway", "Delacourt",
        "Corvin", "Bramble"]  # fmt: skip
STAYS = ["Mr. Justice Everard Quillon", "Dr. Anselm Riedweg", "Ms. Noor Halabi",
         "Neither Dr. Riedweg",
         "Fenwick v. Ashdown Dock Co. [1931] AC 562", "Tressider v Crown Estates Board (1988)",
         "Ysolde Karras, The Law", "As Karras says"]  # fmt: skip


@pytest.mark.parametrize("name", GONE)
def test_who_is_replaced(filtered: str, name: str) -> None:
    assert not re.search(name, filtered, re.I)


@pytest.mark.parametrize("words", STAYS)
def test_who_stays(filtered: str, words: str) -> None:
    assert words in filtered


def test_tags_tell_the_role(filtered: str) -> None:
    for line in (
        r"The Claimant, \[PARTY_1\], says that\nthe First Respondent, Mr. \[PARTY_2\], promised",
        r"Mr. \[WITNESS_1\], who kept .* no\ndock was free that winter. \[WITNESS_1\]",
        r"Ms. \[WITNESS_2\]\ntestified .* Ms. \[WITNESS_2\] was less certain",
        r"Ms. \[RELATIVE_1\], was present",
        r"Detective Sergeant \[OFFICER_1\] .* Sgt. \[OFFICER_1\]'s notebook",
        r"Interpreter: Ms. \[INTERPRETER_1\]",
        r"For the Respondents: Mr. \[LAWYER_3\] Q.C.",
    ):
        assert re.search(line, filtered), line
