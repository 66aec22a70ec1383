"""Write a text in each time-aligned format; each word or line takes one second."""

from __future__ import annotations

import html
import random
from collections.abc import Callable


def _clock(second: int) -> str:
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000"


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _sbv(chance: random.Random, text: str) -> str:
    return "".join(
        f"{_clock(at)},{_clock(at + 1)}\n{line}\n\n" for at, line in enumerate(_lines(text))
    )


def _ctm(chance: random.Random, text: str) -> str:
    return "".join(f"rec1 A {at} 1 {word} 0.{at % 10}\n" for at, word in enumerate(text.split()))


def _stm(chance: random.Random, text: str) -> str:
    lines = enumerate(_lines(text))
    return "".join(
        f"rec1 A {chance.choice(('spk_1', 'Maria', 'Duarte_2'))} {at} {at + 1} <o,f0> {line}\n"
        for at, line in lines
    )


def _chat(chance: random.Random, text: str) -> str:
    head = "@UTF8\n@Begin\n@Participants:\tCHI Maria Target_Child, MOT Mother\n"
    lines = enumerate(_lines(text))
    return head + "".join(
        f"*{chance.choice(('CHI', 'MOT', 'DUARTE'))}:\t{line} . \x15{at}000_{at + 1}000\x15\n"
        f"%mor:\t{' '.join(f'n|{word}' for word in line.split())}\n%pho:\tm@ri@\n"
        for at, line in lines
    )


def _textgrid(chance: random.Random, text: str) -> str:
    tiers = {
        "said": _lines(text),
        "Maria - words": text.split(),
        "Maria - phones": [word[:3] for word in text.split()],
    }
    parts = [f'"ooTextFile"\n"TextGrid"\n0 9999\n<exists>\n{len(tiers)}\n']
    for name, labels in tiers.items():
        parts.append(f'"IntervalTier"\n"{name}"\n0 9999\n{len(labels)}\n')
        for at, label in enumerate(labels):
            quoted = label.replace('"', '""')
            parts.append(f'{at}\n{at + 1}\n"{quoted}"\n')
    return "".join(parts)


def _eaf(chance: random.Random, text: str) -> str:
    tiers = {"Maria": _lines(text), "Maria-words": text.split()}
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{at}" TIME_VALUE="{at}000"/>' for at in range(200))
    parts = [f'<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT>\n<TIME_ORDER>{slots}</TIME_ORDER>\n']
    for name, labels in tiers.items():
        parts.append(f'<TIER TIER_ID="{name}" PARTICIPANT="{name}">\n')
        parts += (
            f'<ALIGNABLE_ANNOTATION ANNOTATION_ID="a{at}" TIME_SLOT_REF1="ts{at}" TIME_SLOT_REF2='
            f'"ts{at + 1}"><ANNOTATION_VALUE>{html.escape(label)}</ANNOTATION_VALUE>'
            "</ALIGNABLE_ANNOTATION>\n"
            for at, label in enumerate(labels)
        )
        parts.append("</TIER>\n")
    return "".join([*parts, "</ANNOTATION_DOCUMENT>\n"])


def _ttml(chance: random.Random, text: str) -> str:
    lines = "\n".join(
        f'<p begin="{at}s" end="{at + 1}s">{html.escape(line)}<br/>{html.escape(line)}</p>'
        for at, line in enumerate(_lines(text))
    )
    return f'<tt xmlns="http://www.w3.org/ns/ttml"><body><div>{lines}</div></body></tt>\n'


def recognised(chance: random.Random, text: str) -> dict[str, object]:
    """Return the JSON of a speech recogniser, in one of several shapes."""
    blank = chance.choice(("", " "))
    key = chance.choice(("word", "text", "punctuated_word"))
    words = [
        {key: blank + word, "start": float(at), "end": at + 0.5, "speaker": at // 40 % 2}
        for at, word in enumerate(text.split())
    ]
    segments = [
        {
            "start": float(at),
            "end": at + 1.0,
            "text": line,
            "tokens": list(map(ord, line)),
            "speaker": "Maria",
        }
        for at, line in enumerate(_lines(text))
    ]
    items = [
        {"start_time": str(at), "type": "pronunciation", "alternatives": [{"content": word}]}
        for at, word in enumerate(text.split())
    ]
    return chance.choice(
        (
            {"text": text, "segments": segments, "words": words},
            {"results": {"transcripts": [{"transcript": text}], "items": items}},
            {"utterances": [{"transcript": text, "start": 0.5, "end": 9.5, "words": words}]},
        )
    )


TIMED: dict[str, Callable[[random.Random, str], str]] = {
    "sbv": _sbv,
    "ctm": _ctm,
    "stm": _stm,
    "cha": _chat,
    "TextGrid": _textgrid,
    "eaf": _eaf,
    "ttml": _ttml,
}
