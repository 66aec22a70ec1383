"""The text of a WebVTT cue: what is said, by whom, and what else its markup tells."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from anonfilter_documents.captions.cues import Line, Speech, add_said, one_line, read_inline
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.said import Time
from anonfilter_documents.shared.schema_names import is_schema_name

_REFERENCE = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_INLINE = re.compile(rf"<[^<>]*>|{_REFERENCE}")
_REFERENCES = re.compile(_REFERENCE)
_VOICE = re.compile(r"<v(?P<classes>(?:\.[^\s.<>]*+)*+)(?:[ \t\r\n]++(?P<name>[^<>]*+))?+>")
_TAG = re.compile(
    r"(?:\d+:)?\d\d:\d\d\.\d{3}"
    r"|/?(?:[bciuv]|lang|ruby|rt)?"
    r"|/?font(?:[ \t]+(?:color|size)[ \t]*=[ \t]*[\"'#\w.%-]+)*"
    r"|lang[ \t]+[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*"
)
_START = re.compile(
    r"(?:[bciuv]|lang|ruby|rt)(?P<classes>(?:\.[^\s.]*)*)(?:[ \t\r\n]+(?P<rest>.*))?", re.DOTALL
)
_CLASS = re.compile(r"[^.]+")
_COLOR = re.compile(
    r"(?:bg_)?(?:(?:color)?[0-9A-Fa-f]{6}|white|lime|cyan|red|yellow|magenta|blue|black)"
)
_SETTING = re.compile(
    r"vertical:(?:rl|lr)"
    r"|line:-?[\d.]+%?(?:,(?:start|center|end))?"
    r"|position:[\d.]+%(?:,(?:line-left|center|line-right|start|middle|end))?"
    r"|size:[\d.]+%|align:(?:start|center|middle|end|left|right)"
)
# What is never closed ends with the style sheet.
_CSS = re.compile(
    r"/\*(?P<comment>.*?)(?:\*/|\Z)"
    r"|\"(?P<double>(?:[^\"\\]|\\.)*+)(?:\"|\\?\Z)|'(?P<single>(?:[^'\\]|\\.)*+)(?:'|\\?\Z)"
    r"|[#.](?P<name>-?[^\W\d](?:[\w-]|\\.)*)",
    re.DOTALL,
)


def add_cue(
    builder: DocumentBuilder, speech: Speech, text: str, said: tuple[int, int], time: Time
) -> None:
    """What a cue's text says: a voice and what it says, in turn; then what tags hold."""
    start, end = said
    done = start
    for voice in _VOICE.finditer(text, start, end):
        _add_speech(speech, text, done, voice.start(), time)
        speech.by(voice["name"] or "")
        if voice["name"]:
            _add_escaped(builder, text, *voice.span("name"), "speaker")
        done = voice.end()
    _add_speech(speech, text, done, end, time)
    for match in _INLINE.finditer(text, start, end):
        if match[0].startswith("<"):
            for first, last in _told(text, match.start() + 1, match.end() - 1):
                _add_escaped(builder, text, first, last, "text")


def _add_speech(speech: Speech, text: str, start: int, end: int, time: Time) -> None:
    if end > start:
        speech.say(read_inline(text, start, end, _INLINE, _meaning), time)


def _add_escaped(builder: DocumentBuilder, text: str, start: int, end: int, role: str) -> None:
    """A field that may hold character references."""
    add_said(builder, read_inline(text, start, end, _REFERENCES, _meaning), role, escaped)


def _meaning(match: re.Match[str]) -> str | None:
    if match[0].startswith("<"):
        return ""
    char = html.unescape(match[0])
    return char if len(char) == 1 else None


def escaped(value: str) -> str:
    """A value as it stands in a cue."""
    return html.escape(one_line(value), quote=False)


def _told(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What a tag says besides being markup: classes, annotations, and all of one that is none."""
    if _TAG.fullmatch(text, start, end):
        return
    tag = _START.fullmatch(text, start, end)
    if tag is None:
        yield start, end
        return
    for one in _CLASS.finditer(text, *tag.span("classes")):
        if not (is_schema_name(one[0]) or _COLOR.fullmatch(one[0])):
            yield one.span()
    if tag["rest"] and text[start] != "v":
        yield tag.span("rest")


def add_settings(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """What stands behind a timing: the name of a region, or what is no setting at all."""
    for one in re.compile(r"[^ \t]+").finditer(text, start, end):
        if not _SETTING.fullmatch(one[0]):
            first = one.start() + len("region:") * one[0].startswith("region:")
            add_name(builder, text, first, one.end())


def add_name(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """Take a name that was given to a part of the file, unless programs give it."""
    if not is_schema_name(text[start:end]):
        add_said(builder, read_inline(text, start, end, _REFERENCES, lambda _: None), "text", _word)


def _word(value: str) -> str:
    return one_line(value).replace(" ", "_")


def add_style(builder: DocumentBuilder, text: str, block: list[Line]) -> None:
    """What a style sheet says in words: comments, strings (a voice's name), selectors."""
    for match in _CSS.finditer(text, block[0].end, block[-1].end):
        kind = str(match.lastgroup)
        if kind == "name":
            if not _COLOR.fullmatch(match["name"]):
                add_name(builder, text, *match.span("name"))
        else:
            start, end = match.span(kind)
            said = read_inline(text, start, end, _REFERENCES, lambda _: None)
            add_said(builder, said, "text", _css_word)


def _css_word(value: str) -> str:
    return re.sub(r"[\"'\\*]", "", one_line(value))
