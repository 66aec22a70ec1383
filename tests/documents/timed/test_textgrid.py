"""TextGrids of Praat: labels and names of tiers are read, in both forms and all encodings."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_documents.timed.textgrid import TextGrid
from hypothesis import given
from hypothesis import strategies as st
from praatio import textgrid

from anonfilter.errors import Incomplete
from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import fields, read, replaced, texts, times
from tests.documents.timed.promises import PUT, cleared, reported, stands_damage, unchanged

FORMS = ["long_textgrid", "short_textgrid"]
NAME = "Wilma Quillfeather"
WORDS = [
    (0.0, 0.4, "so"),
    (0.4, 0.8, "Wilma"),
    (0.8, 1.0, "sp"),
    (1.0, 1.5, "Quillfeather's"),
    (1.5, 2.0, "sister"),
]
PHONES = [
    (0.0, 0.2, "S"),
    (0.2, 0.4, "OW1"),
    (0.4, 0.6, "W"),
    (0.6, 0.8, "IH1"),
    (1.0, 1.5, "K"),
    (1.5, 2.0, "S"),
]


def written(form: str, **tiers: list[tuple[float, float, str]]) -> str:
    """A TextGrid as praatio writes it."""
    grid = textgrid.Textgrid()
    for name, entries in tiers.items():
        grid.addTier(textgrid.IntervalTier(name, entries, 0, 9))
    grid.addTier(textgrid.PointTier(f'{NAME}\'s "points"', [(0.5, f'"{NAME}"')], 0, 9))
    path = Path(form).absolute()
    grid.save(str(path), form, includeBlankSpaces=True)
    return path.read_text("utf-8")


def opened(text: str, path: Path) -> list[tuple[str, list[tuple[object, ...]]]]:
    path.write_text(text, "utf-8")
    grid = textgrid.openTextgrid(str(path), includeEmptyIntervals=True)
    return [(tier.name, [tuple(one) for one in tier.entries]) for tier in grid.tiers]


@pytest.fixture
def talk(folder, monkeypatch):
    """The same file in each form."""
    monkeypatch.chdir(folder)
    said = [(0.0, 2.5, f"{NAME}:\nhello"), (3.0, 4.0, "call 415-555-0100")]
    return lambda form: written(form, said=said, words=WORDS, phones=PHONES)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("codec", ["utf-8", "utf-16", "utf-8-sig"])
def test_names_everywhere(form, codec, talk, run, folder):
    before = talk(form)
    data = before.replace("\n", "\r\n").encode(codec)
    changed = cleared(run, folder, "textgrid", "a.TextGrid", data, codec)
    after = opened(changed.replace("\r\n", "\n"), folder / "after")
    for (_, old), (_, new) in zip(opened(before, folder / "before"), after, strict=True):
        assert [one[:-1] for one in new] == [one[:-1] for one in old]
    names, (said, words, phones, points) = zip(*after, strict=True)
    assert names[3] == '[PERSON_1] [PERSON_2]\'s "points"'
    assert [one[-1] for one in said if one[-1]] == [
        "[PERSON_1] [PERSON_2]:\nhello",
        "call [PHONE_1]",
    ]
    assert [one[-1] for one in words][:5] == ["so", "[PERSON_1]", "sp", "[PERSON_2]'s", "sister"]
    assert [one[-1] for one in phones][:7] == ["S", "OW1", "", "", "", "", "S"]
    assert points[0][-1].strip('"') == "[PERSON_1] [PERSON_2]"


@pytest.mark.parametrize("form", FORMS)
def test_nothing_to_redact(form, talk, run, folder):
    data = talk(form).replace("Wilma", "Well").replace("Quillfeather", "so").replace("0100", "01")
    unchanged(run, folder, "textgrid", "a.TextGrid", data.replace("\n", "\r\n").encode("utf-16"))


def test_detect_reports_the_time_of_a_finding(talk, run, folder):
    found = reported(run, folder, "textgrid", "a.TextGrid", talk("short_textgrid").encode())
    assert ("[PHONE_1]", [3.0, 4.0]) in found
    assert ("[PERSON_1] [PERSON_2]", [0.4, 1.5]) in found


HEAD = 'File type = "ooTextFile"\nObject class = "TextGrid"\n'


def grid(*tiers: str) -> str:
    return f"{HEAD}0 9 <exists> {len(tiers)}\n" + "\n".join(tiers)


def tier(name: str, *labels: str) -> str:
    entries = " ".join(f'{at} {at + 1} "{label}"' for at, label in enumerate(labels))
    return f'"IntervalTier" "{name}" 0 9 {len(labels)} {entries}'


def test_comments_and_letters_in_the_writing_of_praat() -> None:
    text = grid(tier("Ada", '\\O""m\\e\'e \\sso')) + " ! by Ada\nxmin Wilma"
    document = read(TextGrid, text, "a.TextGrid")
    assert fields(document) == [
        ("speaker", "Ada"),
        ("speech", "Öm\u00e9e ßo"),
        ("text", "! by Ada"),
        ("text", "Wilma"),
    ]
    assert replaced(document, "Öm\u00e9e|by Ada", '[A "B"]') == text.replace(
        '\\O""m\\e\'e', '[A ""B""]'
    ).replace("by Ada", "[A_B_]")


def test_turns_of_several_tiers_are_in_the_order_of_time() -> None:
    text = grid(
        tier("A", "What is your name?", "", "So it is yes."), tier("B", "", "My name is Ada.")
    )
    document = read(TextGrid, text, "a.TextGrid")
    assert texts(document) == ["What is your name?", "My name is Ada.", "So it is yes."]
    assert [time for _, time in times(document)] == [(0, 1), (1, 2), (2, 3)]


def test_sounds_without_words_are_read() -> None:
    document = read(TextGrid, grid(tier("phones", "EY1", "D", "AH0")), "a.TextGrid")
    assert texts(document) == ["EY1 D AH0"]


def test_sounds_go_with_the_words_of_their_speaker() -> None:
    text = grid(
        *(tier(f"{who} - words", "so", who * 2) for who in "AB"),
        *(tier(f"{who} - phones", "s", who) for who in "AB"),
    )
    document = read(TextGrid, text, "a.TextGrid")
    changed = replaced(document, "AA", "[P]")
    assert changed == text.replace('"AA"', '"[P]"').replace('"A"', '""')


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Ada - words", "Ada"),
        ("Ada-phones", "Ada"),
        ("Ada", "Ada"),
        ("AdaMAU", "AdaMAU"),
        ("Ada Words", "Ada Words"),
        ("Clara Swords", "Clara Swords"),
    ],
)
def test_names_in_titles_of_tiers_are_read(title: str, name: str) -> None:
    """The title of a tier says what it holds, and must still say so after filtering."""
    assert fields(read(TextGrid, grid(tier(title)), "a.TextGrid")) == [("speaker", name)]


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("Hello, Quill\n", "2:1", "a text in double quotes is expected"),
        ('"ooTextFile" "Pitch" 0 1', "1:2", "another kind of Praat file"),
        (HEAD + "0 1 <exists> x", "3:15", "a number is expected"),
        (HEAD + "0 1 <exists> 1.5", "3:14", "a whole number is expected"),
        (HEAD + '0 1 <exists> 1 "Tier" ""', "3:17", '"TextTier" is expected'),
        (grid(tier("so", "a")).replace('"a"', '"a'), "4:31", "no closing quote"),
        (grid(tier("so", "a")) + ' "b"', "4:36", "more values"),
        (grid(tier("so", "a")).replace("so", 's"o'), "4:21", "expected"),
    ],
)
def test_an_invalid_textgrid_is_reported_with_its_place(text: str, place: str, reason: str) -> None:
    with pytest.raises(Incomplete, match=reason) as caught:
        read(TextGrid, text, "a.TextGrid")
    assert caught.value.where == f"a.TextGrid:{place}"


@given(st.integers(0), PUT)
def test_damage(at: int, put: str) -> None:
    text = grid(tier("Ada - words", "so", "Ada"), tier("Ada - phones", "s", "A"))
    stands_damage(TextGrid, text, "a.TextGrid", at, put)


@pytest.mark.parametrize(
    "text",
    [
        lambda size: grid(tier("words", *["so"] * size), tier("phones", *["s"] * size)),
        lambda size: grid(tier("so", "a")) + " x" * size,
        lambda size: HEAD + '0 1 "' + '"" ' * size,
    ],
    ids=["labels", "comments", "quotes"],
)
def test_time_grows_with_size(text) -> None:
    def read_one(size: int) -> None:
        try:
            read(TextGrid, text(size), "a.TextGrid")
        except Incomplete:
            return

    assert grows_no_faster(read_one, 16_000)
