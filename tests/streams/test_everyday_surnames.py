"""Everyday words that are surnames of people in other parts of a long file."""

from __future__ import annotations

import pytest

from anonfilter.containers.places import findings_of
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset
from anonfilter.streams.long_text import LongText
from anonfilter.streams.scanning import scan_parts
from tests.streams.long_texts import SMALL, in_parts

FILLER = "nothing of note was said about the weather that day\n" * 40
FULL = ("Thomas Baker", "Mary Young", "Anna Park")


@pytest.fixture(scope="module")
def fast() -> Engine:
    return Engine(load_ruleset("fast"))


@pytest.mark.parametrize("full", FULL)
@pytest.mark.parametrize("is_later", [True, False])
def test_an_everyday_surname_is_found_far_from_the_full_name(
    fast: Engine, full: str, is_later: bool
) -> None:
    surname = full.split()[1]
    lines = [f"We met {full} there.\n", f"Then we asked {surname} about it.\n"]
    first, last = lines if is_later else reversed(lines)
    done = in_parts(fast, f"{first}{FILLER}{last}".encode())
    assert done.parts > 3
    assert surname not in done.output.decode()
    assert done.findings == ()


@pytest.mark.parametrize("full", FULL)
def test_an_everyday_word_stays_where_nothing_says_that_it_is_a_name(
    fast: Engine, full: str
) -> None:
    surname = full.split()[1]
    word = (
        f"Fine. {surname} people came. It is a {surname.lower()} and the {surname} Road is long.\n"
    )
    done = in_parts(fast, f"{word}{FILLER}We met {full} there.\n{FILLER}{word}".encode())
    assert done.output.decode().count(f"{surname} people came. It is a {surname.lower()}") == 2
    assert done.findings == ()


def test_a_check_reports_an_everyday_surname_before_the_full_name(fast: Engine) -> None:
    text = f"Then we asked Baker about it.\n{FILLER}We met Thomas Baker there.\n"
    found = [
        text[one.start : one.end]
        for part in scan_parts(fast, opened(fast, text), lambda: opened(fast, text))
        for one in map(part.window.in_file, findings_of(part.analysis.document, part.spans))
    ]
    assert sorted(found) == ["Baker", "Thomas Baker"]


def opened(engine: Engine, text: str) -> LongText:
    data = text.encode()
    return LongText(
        "a.txt", [data[at : at + 50] for at in range(0, len(data), 50)], engine.tools, SMALL
    )
