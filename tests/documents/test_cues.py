"""Captions are read as the text that they are: what is cut by the end of a cue is seen whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pysubs2
import pytest
import webvtt
from anonfilter_documents.captions.sbv import SBV
from anonfilter_documents.captions.srt import SubRip
from anonfilter_documents.captions.webvtt import WebVTT
from anonfilter_documents.timed.ttml import TTML

from anonfilter.testing.growth import grows_no_faster
from tests.documents.read_documents import read, replaced, texts, times, write_rules
from tests.documents.timed.promises import cleared

FORMATS = {"srt": SubRip, "vtt": WebVTT, "sbv": SBV, "ttml": TTML}
USES = {"srt": "srt", "vtt": "webvtt", "sbv": "sbv", "ttml": "ttml"}


def captions(kind: str, *cues: str, every: int = 2) -> str:
    """A file of this kind with cues of two seconds."""
    spans = [(every * at, every * at + 2) for at in range(len(cues))]
    if kind == "srt":
        return "".join(
            f"{at}\n00:{start // 60:02}:{start % 60:02},000 --> 00:{end // 60:02}:{end % 60:02},000"
            f"\n{said}\n\n"
            for at, ((start, end), said) in enumerate(zip(spans, cues, strict=True), 1)
        )
    if kind == "vtt":
        return "WEBVTT\n\n" + "\n\n".join(
            f"{start // 60:02}:{start % 60:02}.000 --> {end // 60:02}:{end % 60:02}.000\n{said}"
            for (start, end), said in zip(spans, cues, strict=True)
        )
    if kind == "sbv":
        return "\n".join(
            f"0:{start // 60:02}:{start % 60:02}.000,0:{end // 60:02}:{end % 60:02}.000\n{said}\n"
            for (start, end), said in zip(spans, cues, strict=True)
        )
    lines = (
        f'<p begin="{start}s" end="{end}s">{said}</p>'.replace("\n", "<br/>")
        for (start, end), said in zip(spans, cues, strict=True)
    )
    return f'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{"".join(lines)}</div></body></tt>'


@pytest.fixture(params=list(FORMATS))
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def said(kind: str, cues: Sequence[str], **options: Any) -> list[str]:
    document = read(FORMATS[kind], captions(kind, *cues, **options), f"a.{kind}")
    return [text.replace("\n", " ") for text in texts(document)]


def test_speech_over_several_cues_is_one_field(kind: str) -> None:
    assert said(kind, ["so it is", "Wilma", "Quill, I"]) == ["so it is Wilma Quill, I"]
    assert said(kind, ["call 555-", "0142", "-0143"]) == ["call 555- 0142 -0143"]


@pytest.mark.parametrize(
    "other",
    ["- Quill here.", "-Quill.", ">> Quill here.", "QUILL: So.", "Ann Quill: So.", "[P_1]: So."],
)
def test_speech_of_another_person_is_another_field(kind: str, other: str) -> None:
    assert said(kind, ["I am Wilma", other, "well"]) == ["I am Wilma", f"{other} well"]


def test_after_a_silence_no_sentence_goes_on(kind: str) -> None:
    assert said(kind, ["I am Wilma", "Quill"], every=8) == ["I am Wilma", "Quill"]
    assert said(kind, ["I am Wilma", "Quill"], every=6) == ["I am Wilma Quill"]


def test_voices_are_not_one_sentence() -> None:
    cues = ["<v Ann>I am Wilma", "<v Ann>Quill", "<v Bob>Tamsin", "Works, yes"]
    text = captions("vtt", *cues)
    assert texts(read(WebVTT, text, "a.vtt")) == [
        "Ann",
        "Ann",
        "I am Wilma\nQuill",
        "Bob",
        "Tamsin\nWorks, yes",
    ]


def test_agents_are_not_one_sentence() -> None:
    text = (
        '<tt xmlns:ttm="x"><body><div><p ttm:agent="a1">I am Wilma</p><p ttm:agent="a1">Quill</p>'
        '<p ttm:agent="a2">Tamsin</p></div></body></tt>'
    )
    assert texts(read(TTML, text, "a.ttml")) == ["I am Wilma\nQuill", "Tamsin"]


def test_each_cue_has_its_time(kind: str) -> None:
    document = read(FORMATS[kind], captions(kind, "so", "well"), f"a.{kind}")
    assert times(document) == [("so", (0, 2)), ("well", (2, 4))]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_tag_is_in_the_first_cue_and_no_line_is_empty(kind: str, line_end: str) -> None:
    text = captions(kind, "so call 555-", "0142", "0143\n0144\nwell", "yes")
    document = read(FORMATS[kind], text.replace("\n", line_end), f"a.{kind}")
    changed = replaced(document, r"555-\s+0142\s+0143\s+0144", "[P]")
    third = "<br/><br/>well" if kind == "ttml" else "well"
    wanted = captions(kind, "so call [P]", "", third, "yes")
    if kind != "ttml":  # of a line that is emptied the end goes too
        wanted = wanted.replace("\n\n\n", "\n\n")
    assert changed == wanted.replace("\n", line_end)
    again = read(FORMATS[kind], changed, f"a.{kind}")
    assert [time for _, time in times(again)] == [(0, 2), (4, 6), (6, 8)]


def test_names_and_numbers_over_cues(run, folder, kind: str) -> None:
    cues = ["I am Wilma", "Quillfeather, call 415", "555\n0100", "or Tamsin", "Works"]
    changed = cleared(run, folder, USES[kind], f"a.{kind}", captions(kind, *cues).encode())
    found = ["I am [PERSON_1]", "[PERSON_2], call [PHONE_1]", "or [COMPANY_1]"]
    document = read(FORMATS[kind], changed, f"a.{kind}")
    assert [text for text, _ in times(document)] == found
    if kind == "vtt":
        assert len(webvtt.from_string(changed)) >= len(found)
    elif kind == "srt":
        assert len(pysubs2.SSAFile.from_string(changed, format_="srt")) == len(cues)


def test_restore_brings_each_cue_back(run, folder, kind: str) -> None:
    write_rules(folder, f"- use: {USES[kind]}")
    text = captions(kind, "I am Wilma", "Quillfeather", "415", "555\n0100\nyes")
    (folder / f"a.{kind}").write_text(text)
    run("key", "new")
    done = run("--rules", "formats.yaml", "-i", f"a.{kind}")
    assert done.code == 0, done.err
    assert run("restore", "--rules", "formats.yaml", f"a.{kind}").out == text


def test_many_cues_are_read_in_time() -> None:
    def reading(count: int) -> None:
        read(SubRip, captions("srt", *["so it is"] * count, every=1), "a.srt")

    assert grows_no_faster(reading, 300)
