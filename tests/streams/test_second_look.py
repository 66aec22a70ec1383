"""Names that become known later: only what may hold one of them is read and analysed again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset, parse_ruleset
from anonfilter.streams.carried import AGAIN, CarriedOriginals, expected_again
from anonfilter.streams.long_text import LongText
from anonfilter.streams.redacting import LongFileFilter
from anonfilter.streams.scanning import scan_parts
from anonfilter.streams.spool import Spool
from tests.conftest import TERMS_RULES
from tests.streams.long_texts import SMALL

FILLER = "nothing of note was said about the weather that day\n"
RULES = TERMS_RULES.replace("term: Quill,", "term: Quillon Jonesby,")


class Counting(Engine):
    """An engine that counts what it reads and analyses; copies of it count together."""

    def __init__(self) -> None:
        super().__init__(parse_ruleset(RULES, "terms"))
        self.calls: Counter[str] = Counter()

    def read(self, *given: Any) -> Any:
        self.calls["read"] += 1
        return super().read(*given)

    def analyse(self, *given: Any) -> Any:
        self.calls["analyse"] += 1
        return super().analyse(*given)


def opened(engine: Engine, chunks: Iterable[bytes]) -> LongText:
    return LongText("a.txt", chunks, engine.tools, SMALL)


def second_look(text: str) -> tuple[str, int, Counter[str]]:
    """The output, the number of parts, and what was done again."""
    engine = Counting()
    redactor, spool = LongFileFilter(engine), Spool()
    data = text.encode()
    chunks = (data[at : at + 50] for at in range(0, len(data), 50))
    parts = list(redactor.filter(opened(engine, chunks), spool))
    engine.calls.clear()
    with redactor.again(lambda done: opened(engine, done), spool, lambda _: None) as done:
        return b"".join(done).decode(), len(parts), engine.calls


def test_a_part_with_a_name_that_is_known_later_is_analysed_once() -> None:
    text = f"it was quillon\n{FILLER * 40}Quillon Jonesby\n"
    output, parts, calls = second_look(text)
    assert output.startswith("it was [PERSON_1]\n")
    assert parts > 5
    assert calls["analyse"] == 1


def test_parts_that_knew_all_names_are_not_even_read() -> None:
    text = f"Quillon Jonesby\n{FILLER * 40}it was quillon\n"
    output, parts, calls = second_look(text)
    assert output.endswith("it was [PERSON_1]\n")
    assert parts > 5
    assert not calls


def test_a_check_analyses_no_part_again_for_its_own_names() -> None:
    engine = Counting()
    data = "".join(f"of QX-{at:04}\n{FILLER * 12}" for at in range(10)).encode()
    parts = list(scan_parts(engine, opened(engine, [data]), lambda: opened(engine, [data])))
    assert sum(len(one.spans) for one in parts) == 10
    assert engine.calls["analyse"] == len(parts)


def test_the_first_parts_predict_the_time_of_the_second_look() -> None:
    assert expected_again(0, 0) == expected_again(2, 2) == AGAIN
    assert expected_again(10, 0) < 0.1 < expected_again(10, 5) < expected_again(10, 10)
    assert expected_again(10, 10) == pytest.approx(expected_again(100, 100))


def test_originals_of_earlier_parts_are_found_in_code_too() -> None:
    engine = Engine(load_ruleset("fast"))
    page = b"<p>Ask Jonesby again.</p><script>var who = 'Jonesby';</script>"
    document = engine.read_document(page, "page.html")
    carried = CarriedOriginals()
    carried.add_originals([("Jonesby", engine.labels["PERSON"])])
    spans = carried.spans(document, engine.labels)
    assert [document.text[span.start : span.end] for span in spans] == ["Jonesby"] * 2
