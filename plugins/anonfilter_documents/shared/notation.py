r"""Notation inside a text that hides its letters: references, escapes, encoded bytes.

``&eacute;``, ``%C3%A9``, ``\u00e9``, ``\xc3\xa9``, ``=C3=A9`` and, in TeX, ``\'e`` are read as the
letter that they stand for. Each is a piece of its own, so it is replaced whole or stays as it is.
URLs stay as they are written: what is found in them is the URL. What cannot be read in place, such
as base64 of a text, is ``Hidden``.
"""

from __future__ import annotations

import base64
import html
import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from html.entities import html5
from itertools import chain

from anonfilter.automaton import Automaton, stretches
from anonfilter.containers.kinds import kind_of
from anonfilter.text.origin import Piece

LEVELS = 5  # `&amp;amp;eacute;` is an escape of an escape

Unit = tuple[str, int]  # what stands there, and how many characters of the file write it


class Hidden(Exception):
    """Text for people stands here in a form that detectors cannot be shown."""

    def __init__(self, what: str, position: int) -> None:
        super().__init__(what)
        self.what = what
        self.position = position


_BREAK = r"=[ \t]{0,9}\r?\n"
_ESCAPE = r"(?<!\\)\\++"  # escaped again, it has more of them
_ENCODED = rf"""
    (?P<reference>&(?:\#[0-9]{{1,12}};?|\#[xX][0-9a-fA-F]{{1,12}};?|[A-Za-z][A-Za-z0-9]{{1,31}};
      |[A-Za-z](?:acute|grave|uml|circ|tilde|cedil|ring|slash)|[aoAO][eE]lig|szlig))
  | (?P<percent>(?:%[0-9A-Fa-f]{{2}}[\w.~+-]*+)++)
  | (?P<word>=\?[\w.-]{{1,40}}(?:\*[\w-]{{1,20}})?\?[BbQq]\?[^?\s]*+\?=)
  | (?P<quoted>(?:=[0-9A-F]{{2}}(?:{_BREAK}(?==[0-9A-F]{{2}}))?)+|(?:=[0-9a-f]{{2}}){{2,}})
  | (?P<wrap>(?:(?<=[^\s=])|(?<=\w[ ])){_BREAK}(?=[ \t]*[\w=])
      |\x1b\[[0-9;?]{{0,20}}[A-Za-z])
  | (?P<code>{_ESCAPE}u[dD][89abAB][0-9a-fA-F]{{2}}{_ESCAPE}u[dD][c-fC-F][0-9a-fA-F]{{2}}
      |\\u[1-9][0-9]{{1,4}}[ ]?\?|(?:{_ESCAPE}|%)u[0-9a-fA-F]{{4}}
      |{_ESCAPE}[ux]\{{[0-9a-fA-F]{{1,6}}\}}|{_ESCAPE}U[0-9a-fA-F]{{8}}
      |\\N\{{(?:[A-Z][A-Z0-9 -]{{1,80}}|U\+[0-9a-fA-F]{{2,6}})\}}|<U\+[0-9A-F]{{4,6}}>)
  | (?P<bytes>(?:{_ESCAPE}x[0-9A-Fa-f]{{2}})+|(?:{_ESCAPE}[0-3][0-7]{{2}})+
      |(?:{_ESCAPE}'(?:[89a-f][0-9]|f[a-f]|d[b-f]))+)
"""
_ACCENTS = {
    "'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "k": "\u0328", "c": "\u0327",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "\xdf", "aa": "\xe5", "AA": "\xc5", "ae": "\xe6", "AE": "\xc6", "oe": "\u0153",
    "OE": "\u0152", "o": "\xf8", "O": "\xd8", "l": "\u0142", "L": "\u0141", "i": "\u0131",
    "j": "\u0237", "th": "\xfe", "TH": "\xde", "dh": "\xf0", "DH": "\xd0", "dj": "\u0111",
    "DJ": "\u0110", "ng": "\u014b", "NG": "\u014a",
}  # fmt: skip
_LETTER = rf"\\(?P<letter>{'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])"
_ON = r"\{\s?(?P<on>\\?[A-Za-z])\s?\}"
# Line ends and tabs, which run into the next word else: "\nabla" and "C:\new" hold none
_CONTROL = rf"""
  | (?P<control>(?:{_ESCAPE}[nrt])++(?:(?![a-z])|(?<=[nrt]\\[nrt])|(?<=\w[.?!,;)]\\[nrt])))
"""
_CONTROL_IN_JSON = rf"""
  | (?P<control>(?:(?<!\\)\\[nrt])++|(?:{_ESCAPE}[nrt])++(?![a-z]))
"""
# Anywhere: with braces, or inside a word, where a backslash before a quote is rarely anything else
_TEX_ANYWHERE = rf"""
  | (?P<apostrophe>(?<=\bO){_ESCAPE}'(?=[A-Za-z])|(?<=\b[DLM]){_ESCAPE}'(?=[A-Zaiou])
      |(?<=[A-Za-z]){_ESCAPE}'(?=[A-Z]))
  | (?P<accent>(?P<brace>\{{)?\\(?:(?P<mark>['`"^~=.uvHkcrdb]){_ON}
      |(?P<sign>(?<=[\w}}]\\)['`"^](?=[aeiouyAEIOUY])|(?<=[\w}}]\\)['](?=[cnzs][a-z])|(?<=[\w}}]\\)~(?=[naoNAO])
        |(?<=\{{\\)['`"^~=.](?=[A-Za-z]\}}))(?P<bare>[A-Za-z])
      |(?P<spaced>(?<=\{{\\)[uvHkcrdb])[ ]+(?P<after>[A-Za-z])(?=\}}))(?(brace)\}}))
  | (?P<letters>\{{{_LETTER}\s?\}})
"""
# In TeX
_TEX = rf"""
  | (?P<tie>~|\\[ /-]|\\,)
  | (?P<accent>(?P<brace>\{{)?\\(?:(?P<mark>['`"^~=.uvHkcrdb]){_ON}
      |(?P<sign>['`"^~=.])(?P<bare>\\[ij](?![A-Za-z])\s?|[A-Za-z])
      |(?P<spaced>[uvHkcrdb])[ ]+(?P<after>[A-Za-z]))(?(brace)\}}))
  | (?P<letters>(?P<cage>\{{)?{_LETTER}(?:\{{\}}|[ ]+)?(?(cage)\}}))
"""
_SIGN = re.compile(r"[&%\\={~<\x1b]")  # what all of them begin with
_URL = re.compile(r"""://(?:(?!&(?:quot|lt|gt|nbsp|apos|\#))[^\s<>"'`{}|\\])++""")
_WWW = re.compile(_URL.pattern.replace("://", r"\bwww\.", 1))
_PLAIN = _ENCODED + _CONTROL + _TEX_ANYWHERE  # compiled when a text has a sign of them
_IN_JSON = _ENCODED + _CONTROL_IN_JSON + _TEX_ANYWHERE
_IN_TEX = _ENCODED + _TEX
_IS_TEX = re.compile(r"\\(?:documentclass|usepackage|begin\{|bibitem|section\*?\{)")
_IS_JSON = re.compile(r'\s*+[\[{][^"]*+"(?:[^"\\\n]|\\.){1,80}+"\s*+[:,]')
_IS_MAIL = re.compile(r"^Content-Transfer-Encoding:[ \t]*quoted-printable", re.I | re.M)
_BYTE = re.compile(r"(?:=|%|\\+x|\\+'|)([0-9A-Fa-f]{2})(?:=[ \t]*\r?\n)?|\\+([0-7]{3})", re.DOTALL)
_CODE = re.compile(r"(?<=[uUx{+])[0-9a-fA-F]{1,8}")
_CONTROL_SIGN = re.compile(r"\\+([nrt])")
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2})+|\+")
_SUFFIXES = (".tex", ".ltx", ".latex", ".bib", ".bbl", ".sty", ".cls")


class Notation:
    """The notations of one text."""

    def __init__(self, text: str, name: str) -> None:
        tex = name.lower().endswith(_SUFFIXES) or _IS_TEX.search(text) is not None
        self._pattern = _IN_TEX if tex else _PLAIN
        self._mail = _IS_MAIL.search(text) is not None

    @classmethod
    def of(cls, text: str, name: str) -> Notation | None:
        """The notations of a text; None if it can have none."""
        if any(char in text for char in "&%\\=<\x1b") or _RUN.search(text) is not None:
            return cls(text, name)
        return cls(text, name) if name.lower().endswith(_SUFFIXES) else None

    def read(self, written: str) -> tuple[str, list[Piece]] | None:
        """What a text says, and where each part of it stands in it; None if just what it is."""
        require_open(written)
        parts: list[str] = []
        pieces: list[Piece] = []
        length = done = 0
        for match in self._matches(written):
            units = self._units(match)
            if not units:
                continue
            at = match.start()
            if at > done:
                parts.append(written[done:at])
                pieces.append(Piece(length, length + at - done, done, at))
                length += at - done
            for said, width in units:
                if said:
                    parts.append(said)
                    pieces.append(Piece(length, length + len(said), at, at + width))
                    length += len(said)
                at += width
            done = match.end()
        if not done:
            return None
        parts.append(written[done:])
        pieces.append(Piece(length, length + len(written) - done, done, len(written)))
        return "".join(parts), pieces

    def _matches(self, written: str) -> Iterator[re.Match[str]]:
        """Where a notation may stand, outside of URLs."""
        json = self._pattern is _PLAIN and _IS_JSON.match(written) is not None
        pattern = re.compile(_IN_JSON if json else self._pattern, re.VERBOSE)
        urls: list[tuple[int, int]] | None = None
        done = 0
        for sign in _SIGN.finditer(written):
            at = sign.start()
            if at < done or (match := pattern.match(written, at)) is None:
                continue
            if urls is None:
                found = (each for one in (_URL, _WWW) for each in one.finditer(written))
                urls = sorted((each.span() for each in found), reverse=True)
            while urls and urls[-1][1] <= at:
                urls.pop()
            if not urls or at < urls[-1][0]:
                yield match
                done = match.end()

    def _units(self, match: re.Match[str]) -> Sequence[Unit]:
        """What a match says, character by character; nothing if it says what it is."""
        if match["reference"]:
            return _reference(match[0])
        if match["code"]:
            return _code(match[0])
        if match["quoted"]:
            return _quoted(match, strict=not self._mail)
        if match.groupdict().get("control"):
            return _control(match[0])
        if match["bytes"]:
            return _octets(match[0], _beside(match)) or ()
        if match["percent"]:
            return list(_percent(match))
        if match["word"]:
            return _word(match)
        if match["wrap"]:
            return (("", len(match[0])),)
        return _tex(match)


# single characters


def _one(char: str, width: int) -> tuple[Unit, ...]:
    return ((char, width),) if len(char) == 1 and char not in "\0\ufffd" else ()


def _reference(written: str) -> tuple[Unit, ...]:
    if written[1] != "#" and written[1:] not in html5:
        return ()
    return _one(html.unescape(written), len(written))


def _code(written: str) -> tuple[Unit, ...]:
    r"""What ``\u00e9``, ``\u{e9}``, ``\U000000e9``, ``\N{...}``, RTF's ``\u233?``, R's ``<U+00E9>``
    and pairs say."""
    if "N{" in written and "+" not in written:
        try:
            return _one(unicodedata.lookup(written[3:-1]), len(written))
        except KeyError:
            return ()
    if written.endswith("?"):
        code = int(written[2:-1])
    else:
        code, *low = (int(digits, 16) for digits in _CODE.findall(written))
        if low:
            code = 0x10000 + ((code & 0x3FF) << 10) + (low[0] & 0x3FF)
    if not code or code > 0x10FFFF or 0xD800 <= code < 0xE000:
        return ()
    return _one(chr(code), len(written))


def _control(written: str) -> list[Unit]:
    r"""What ``\n``, ``\r\n``, ``\t`` and, escaped again, ``\\n`` say."""
    return [(_CONTROLS[one[1]], len(one[0])) for one in _CONTROL_SIGN.finditer(written)]


def _tex(match: re.Match[str]) -> tuple[Unit, ...]:
    groups = match.groupdict()
    width = len(match[0])
    if groups.get("tie"):
        return ((" " if match[0] in ("~", "\\ ", "\\,") else "", width),)
    if groups.get("apostrophe"):
        return (("'", width),)
    if groups.get("letters"):
        return _one(_LETTERS[match["letter"]], width)
    mark = match["mark"] or match["sign"] or groups["spaced"]
    base = (match["on"] or match["bare"] or groups["after"]).strip().removeprefix("\\")
    return _one(unicodedata.normalize("NFC", base + _ACCENTS[mark]), width)


# encoded bytes


def _octets(written: str, beside: tuple[str, str]) -> list[Unit] | None:
    """A run of escaped bytes as UTF-8, or as letters of Latin-1 inside a word; else None."""
    widths: list[int] = []
    data = bytearray()
    for match in _BYTE.finditer(written):
        data.append(int(match[1], 16) if match[1] else int(match[2], 8))
        widths.append(len(match[0]))
    if sum(widths) != len(written):
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
        if not text.isalpha() or not _in_word(*beside):
            return None
    if any(ord(char) < 9 for char in text):
        return None
    units: list[Unit] = []
    at = 0
    wide = len(text) < len(data)
    for char in text:
        upto = at + (len(char.encode()) if wide else 1)
        units.append((char, sum(widths[at:upto])))
        at = upto
    return units


def _beside(match: re.Match[str]) -> tuple[str, str]:
    text, start, end = match.string, match.start(), match.end()
    return text[max(0, start - 1) : start], text[end : end + 1]


def _in_word(before: str, after: str) -> bool:
    """Whether a letter may stand here: "=E9" in a word, not in `key=E900` or `key=C1AF`."""
    beside = before.islower() or (not before.isalnum() and after.islower()) or before.isupper()
    return beside and not after.isdigit() and not after.isupper()


def _quoted(match: re.Match[str], *, strict: bool) -> Sequence[Unit]:
    """Bytes of quoted-printable; ASCII where a mail says so, or in a word of nothing else."""
    units = _octets(match[0], _beside(match)) or ()
    said = "".join(char for char, _ in units)
    if strict and not said.isascii() and match[0].replace("=", "").isdecimal():
        return ()  # `x=88` is a number: the first byte of a letter has a letter in its code
    if match[0].islower() and len(units) == match[0].count("="):
        return ()  # few programs write them so, and `a=c3=d4` is none
    if not strict or not said.isascii():
        return units
    words = len(said) > 1 and said.replace(" ", "").isalpha()
    return units if words or (said == " " and _between_words(match)) else ()


def _between_words(match: re.Match[str]) -> bool:
    """Whether "=20" stands between two words, as in no ``x=20px`` and no ``DATE=20MAY``."""
    text, start, end = match.string, match.start(), match.end()
    before, after = text[max(0, start - 2) : start], text[end : end + 3]
    return before[1:].islower() and before.isalpha() and after.istitle() and len(after) == 3


def _percent(match: re.Match[str]) -> Iterator[Unit]:
    """A token with %-escapes; a plus between letters of such a token is a blank."""
    written = match[0]
    done = 0
    found = False
    units: list[Unit] = []
    for run in _PERCENT.finditer(written):
        start, end = run.span()
        beside = written[max(0, start - 1) : start], written[end : end + 1]
        said: Sequence[Unit] | None = (
            _octets(run[0], beside) if run[0] != "+" else [(" ", 1)] if all(beside) else None
        )
        if said is None:
            continue
        found |= run[0] != "+"
        units += ((char, 1) for char in written[done:start])
        units += said
        done = end
    if found:
        yield from units
        yield from ((char, 1) for char in written[done:])


def _word(match: re.Match[str]) -> Sequence[Unit]:
    """A word of a mail's header: ``=?utf-8?Q?Ren=C3=A9e?=``."""
    head, charset, encoding, body, _ = re.split(r"\?", match[0])
    if encoding in "Bb":
        raise Hidden("an encoded word of a mail's header (base64)", match.start())
    try:
        "".encode(charset.partition("*")[0])
    except LookupError:
        raise Hidden("an encoded word of a mail's header", match.start()) from None
    units: list[Unit] = [("", len(head) + len(charset) + len(encoding) + 3)]
    for run in re.finditer(r"(?:=[0-9A-Fa-f]{2})+|.", body, re.DOTALL):
        said = [(" ", 1)] if run[0] == "_" else [(run[0], 1)]
        if len(run[0]) > 1:
            said = _octets(run[0], ("a", "a")) or []
            if not said:
                raise Hidden("an encoded word of a mail's header", match.start())
        units += said
    return [*units, ("", 2)]


# text that stands there as base64 or in hexadecimal

_RUN = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16}")
_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}+={0,2}"
    r"(?:[ \t]*\r?\n[ \t]*[A-Za-z0-9+/_-]{2,}+={0,2}(?=\s|\Z))*+"
)
_UUENCODED = re.compile(r"^begin(?:-base64)? [0-7]{3} [^\r\n]+\r?\n[!-`]{2,}", re.MULTILINE)
_HEX = re.compile(
    r"(?<![0-9A-Za-z/])(?:\\\\?x|0x|[xX]')?((?:[0-9a-f]{2}){8,}+|(?:[0-9A-F]{2}){8,}+)(?![0-9A-Za-z])"
)
_PATH = 200  # of what is longer, slashes are digits and part nothing
_DEFLATED = 64  # bytes that are looked at
_SHORT = 18  # characters: fewer are letters by chance
_LATIN = 20  # fewer bytes look like Latin-1 by chance
_PART = re.compile(r"[A-Za-z0-9]{16,}+")
_URL_SAFE = str.maketrans("+/", "-_", "= \t\r\n")


@cache
def _long_runs() -> Automaton:
    """What stands in all base64 and hexadecimal."""
    return Automaton(["[A-Za-z0-9+/_-]{16}"])


def require_open(text: str) -> None:
    """Raise ``Hidden`` where a text holds another one as base64, uuencoded or in hexadecimal."""
    if "begin" in text and (found := _UUENCODED.search(text)) is not None:
        raise Hidden("a uuencoded file", found.start())
    runs = list(stretches(_long_runs, text))
    for run in chain.from_iterable(_HEX.finditer(text, *within) for within in runs):
        data = b"" if run[1].isdigit() else bytes.fromhex(run[1])
        if len(set(data)) > 2 and any(map(_is_text, _readings(data))):
            raise Hidden("hexadecimal of a text", run.start())
    for run in chain.from_iterable(_BASE64.finditer(text, *within) for within in runs):
        lines = run[0].split()
        parts = _PART.findall(run[0]) if len(run[0]) < _PATH else []
        candidates = [run[0], *(lines if len(lines) > 1 else ()), *parts]
        for candidate in dict.fromkeys(candidates):
            if len(candidate) >= 16 and (what := _as_base64(candidate)):
                raise Hidden(what, run.start())


def _as_base64(written: str) -> str:
    """What the base64 is of, if that may be text for people; else ""."""
    digits = written.translate(_URL_SAFE)
    if len(set(digits)) < 6 or digits == digits.lower() or digits == digits.upper():
        return ""  # a number, a line, a word, a digest
    digits = digits[: len(digits) - (len(digits) % 4 == 1)]
    data = base64.urlsafe_b64decode(digits + "=" * (-len(digits) % 4))
    kind = kind_of(data)
    if kind is not None and kind.hides:
        return f"base64 of {kind.what}"
    if _is_deflated(data):
        return "base64 of a compressed text"
    return "base64 of a text" if any(map(_is_text, _readings(data))) else ""


def _is_deflated(data: bytes) -> bool:
    """Whether bytes are what zlib makes, as far as they go."""
    if data[:1] != b"\x78" or int.from_bytes(data[:2], "big") % 31:
        return False
    try:
        return len(zlib.decompressobj().decompress(data, _DEFLATED)) > 0
    except zlib.error:
        return False


def _readings(data: bytes) -> Iterator[str]:
    for at, codec in (1, "utf-16-le"), (0, "utf-16-be"):
        if data[at:16:2].count(0) > 4:
            yield data.decode(codec, "replace")
            return
    cut = 0
    while len(data) > 36 and cut < 3 and data[cut] & 0xC0 == 0x80:
        cut += 1  # a line of base64 may begin inside a character, and end inside one
    try:
        yield data[cut:].decode()
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data" and len(data) - cut - error.start < 4:
            yield data[cut : cut + error.start].decode()
        elif len(data) >= _LATIN and sum(byte < 0x80 for byte in data) > 0.8 * len(data):
            yield data.decode("cp1252", "replace")


def _is_text(text: str) -> bool:
    if not all(char.isprintable() or char in "\t\r\n\f\ufeff" for char in text):
        return False
    plain = sum(char.isalpha() or char in " \t\r\n" for char in text)
    if plain < (0.75 if len(text) < _SHORT else 0.5) * len(text):
        return False
    return re.search(r"[^\W\d_]{3}", text) is not None
