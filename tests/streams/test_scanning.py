"""Looking through a long file: what is found, and where."""

from __future__ import annotations

from anonfilter.containers.places import findings_of
from anonfilter.engine.pipeline import Engine
from anonfilter.streams.long_text import LongText
from anonfilter.streams.scanning import scan_parts
from tests.conftest import TERMS_RULES
from tests.streams.long_texts import SMALL, engine_of

FILLER = "nothing of note was said about the weather that day\n"


def found(engine: Engine, text: str) -> list[tuple[int, int, int, str]]:
    data = text.encode()

    def opened() -> LongText:
        return LongText(
            "a.txt", [data[at : at + 50] for at in range(0, len(data), 50)], engine.tools, SMALL
        )

    return sorted(
        (one.line, one.column, one.start, text[one.start : one.end])
        for some in scan_parts(engine, opened(), opened)
        for one in map(some.window.in_file, findings_of(some.analysis.document, some.spans))
    )


def test_findings_have_their_place_in_the_file() -> None:
    text = f"Quill\n{FILLER * 30}so Jane Smith\r\n{FILLER * 30}\nat QX-1234"
    places = [(1, 1, "Quill"), (32, 4, "Jane Smith"), (64, 4, "QX-1234")]
    assert found(engine_of(), text) == [
        (line, column, text.index(value), value) for line, column, value in places
    ]


def test_places_in_one_long_line_are_those_of_the_file() -> None:
    filler = FILLER.replace("\n", " ")
    text = f"so\n{filler * 30}Jane Smith {filler * 30}at QX-1234 {filler * 10}\nQuill"
    starts = {value: text.index(value) for value in ("Jane Smith", "QX-1234", "Quill")}
    assert found(engine_of(), text) == [
        (text.count("\n", 0, at) + 1, at - text.rindex("\n", 0, at), at, value)
        for value, at in starts.items()
    ]


def test_names_of_later_parts_are_found_once_in_earlier_parts() -> None:
    rules = TERMS_RULES.replace("term: Quill,", "term: Quillon Jonesby,")
    text = f"it was quillon\n{FILLER * 30}Quillon Jonesby\n{FILLER * 30}quillon again"
    assert [(line, value) for line, _, _, value in found(engine_of(rules), text)] == [
        (1, "quillon"),
        (32, "Quillon Jonesby"),
        (63, "quillon"),
    ]
