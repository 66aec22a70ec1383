"""Read the text of WebVTT cues: voices, and text in tags, settings and styles."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

from anonfilter_documents.captions.cues import Line, Speech, add_inline, read_inline, to_one_line
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.schema_names import is_schema_name
from anonfilter_documents.shared.timed_words import Time

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
# A comment or string without an end extends to the end of the style sheet.
_CSS = re.compile(
    r"/\*(?P<comment>.*?)(?:\*/|\Z)"
    r"|\"(?P<double>(?:[^\"\\]|\\.)*+)(?:\"|\\?\Z)|'(?P<single>(?:[^'\\]|\\.)*+)(?:'|\\?\Z)"
    r"|[#.](?P<name>-?[^\W\d](?:[\w-]|\\.)*)",
    re.DOTALL,
)


def add_cue(
    builder: DocumentBuilder, speech: Speech, text: str, span: tuple[int, int], time: Time
) -> None:
    """Add the text of a cue: each voice with its words, then the text in tags."""
    start, end = span
    done = start
    for voice in _VOICE.finditer(text, start, end):
        _add_speech(speech, text, done, voice.start(), time)
        speech.set_speaker(voice["name"] or "")
        if voice["name"]:
            _add_escaped(builder, text, *voice.span("name"), "speaker")
        done = voice.end()
    _add_speech(speech, text, done, end, time)
    for match in _INLINE.finditer(text, start, end):
        if match[0].startswith("<"):
            for first, last in _text_in_tag(text, match.start() + 1, match.end() - 1):
                _add_escaped(builder, text, first, last, "text")


def _add_speech(speech: Speech, text: str, start: int, end: int, time: Time) -> None:
    if end > start:
        speech.add(read_inline(text, start, end, _INLINE, _decode), time)


def _add_escaped(builder: DocumentBuilder, text: str, start: int, end: int, role: str) -> None:
    """Add a field that may have character references."""
    add_inline(builder, read_inline(text, start, end, _REFERENCES, _decode), role, escape)


def _decode(match: re.Match[str]) -> str | None:
    if match[0].startswith("<"):
        return ""
    char = html.unescape(match[0])
    return char if len(char) == 1 else None


def escape(value: str) -> str:
    """Return a value as it is written in a cue."""
    return html.escape(to_one_line(value), quote=False)


def _text_in_tag(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a tag that may name a person; yield the whole of an unknown tag."""
    if _TAG.fullmatch(text, start, end):
        return
    tag = _START.fullmatch(text, start, end)
    if tag is None:
        yield start, end
        return
    for name in _CLASS.finditer(text, *tag.span("classes")):
        if not (is_schema_name(name[0]) or _COLOR.fullmatch(name[0])):
            yield name.span()
    if tag["rest"] and text[start] != "v":
        yield tag.span("rest")


def add_settings(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """Add the words after a timing that are not usual settings, such as the name of a region."""
    for setting in re.compile(r"[^ \t]+").finditer(text, start, end):
        if not _SETTING.fullmatch(setting[0]):
            first = setting.start() + len("region:") * setting[0].startswith("region:")
            add_name(builder, text, first, setting.end())


def add_name(builder: DocumentBuilder, text: str, start: int, end: int) -> None:
    """Add the name of a part of the file, unless it is a name that programs use."""
    if not is_schema_name(text[start:end]):
        _add_verbatim(builder, text, start, end, lambda value: to_one_line(value).replace(" ", "_"))


def add_style(builder: DocumentBuilder, text: str, block: list[Line]) -> None:
    """Add comments, strings and selectors of a style sheet, which may name a voice."""
    for match in _CSS.finditer(text, block[0].end, block[-1].end):
        kind = str(match.lastgroup)
        if kind != "name":
            _add_verbatim(builder, text, *match.span(kind), _to_css_string)
        elif not _COLOR.fullmatch(match["name"]):
            add_name(builder, text, *match.span("name"))


def _to_css_string(value: str) -> str:
    return re.sub(r"[\"'\\*]", "", to_one_line(value))


def _add_verbatim(
    builder: DocumentBuilder, text: str, start: int, end: int, encode: Callable[[str], str]
) -> None:
    """Add a field in which references are not decoded."""
    inline = read_inline(text, start, end, _REFERENCES, lambda _: None)
    add_inline(builder, inline, "text", encode)
