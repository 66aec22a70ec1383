r"""Decode letters that a text writes as references, escapes or encoded bytes.

``&eacute;``, ``%C3%A9``, ``\u00e9``, ``\xc3\xa9``, ``=C3=A9`` and, in TeX, ``\'e`` are read as the
letter that they encode. Each is a separate piece, so it is replaced whole or stays unchanged. URLs
are not decoded, because detectors find a URL as it is written. An encoded text that cannot be
decoded in place raises ``Hidden``.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from html.entities import html5

from anonfilter.text.origin import Piece

LEVELS = 5  # `&amp;amp;eacute;` is an escape of an escape

Unit = tuple[str, int]  # a decoded character, and how many characters of the file encode it


class Hidden(Exception):
    """An error: text for people is encoded in a form that detectors cannot read."""

    def __init__(self, what: str, position: int) -> None:
        super().__init__(what)
        self.what = what
        self.position = position


_BREAK = r"=[ \t]{0,9}\r?\n"
_ESCAPE = r"(?<!\\)\\++"  # an escape within an escape has several backslashes
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
    "'": "\u0301",
    "`": "\u0300",
    '"': "\u0308",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "k": "\u0328",
    "c": "\u0327",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
}
_LETTERS = {
    "ss": "\xdf",
    "aa": "\xe5",
    "AA": "\xc5",
    "ae": "\xe6",
    "AE": "\xc6",
    "oe": "\u0153",
    "OE": "\u0152",
    "o": "\xf8",
    "O": "\xd8",
    "l": "\u0142",
    "L": "\u0141",
    "i": "\u0131",
    "j": "\u0237",
    "th": "\xfe",
    "TH": "\xde",
    "dh": "\xf0",
    "DH": "\xd0",
    "dj": "\u0111",
    "DJ": "\u0110",
    "ng": "\u014b",
    "NG": "\u014a",
}
_LETTER = rf"\\(?P<letter>{'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])"
_ON = r"\{\s?(?P<on>\\?[A-Za-z])\s?\}"
# Line ends and tabs, but not the beginning of a word as in "\nabla" and "C:\new".
_CONTROL = rf"""
  | (?P<control>(?:{_ESCAPE}[nrt])++(?:(?![a-z])|(?<=[nrt]\\[nrt])|(?<=\w[.?!,;)]\\[nrt])))
"""
_CONTROL_IN_JSON = rf"""
  | (?P<control>(?:(?<!\\)\\[nrt])++|(?:{_ESCAPE}[nrt])++(?![a-z]))
"""
# TeX in any text: with braces, or inside a word, where a backslash rarely precedes a quote.
_TEX_ANYWHERE = rf"""
  | (?P<apostrophe>(?<=\bO){_ESCAPE}'(?=[A-Za-z])|(?<=\b[DLM]){_ESCAPE}'(?=[A-Zaiou])
      |(?<=[A-Za-z]){_ESCAPE}'(?=[A-Z]))
  | (?P<accent>(?P<brace>\{{)?\\(?:(?P<mark>['`"^~=.uvHkcrdb]){_ON}
      |(?P<sign>(?<=[\w}}]\\)['`"^](?=[aeiouyAEIOUY])|(?<=[\w}}]\\)['](?=[cnzs][a-z])|(?<=[\w}}]\\)~(?=[naoNAO])
        |(?<=\{{\\)['`"^~=.](?=[A-Za-z]\}}))(?P<bare>[A-Za-z])
      |(?P<spaced>(?<=\{{\\)[uvHkcrdb])[ ]+(?P<after>[A-Za-z])(?=\}}))(?(brace)\}}))
  | (?P<letters>\{{{_LETTER}\s?\}})
"""
# TeX in TeX files.
_TEX = rf"""
  | (?P<tie>~|\\[ /-]|\\,)
  | (?P<accent>(?P<brace>\{{)?\\(?:(?P<mark>['`"^~=.uvHkcrdb]){_ON}
      |(?P<sign>['`"^~=.])(?P<bare>\\[ij](?![A-Za-z])\s?|[A-Za-z])
      |(?P<spaced>[uvHkcrdb])[ ]+(?P<after>[A-Za-z]))(?(brace)\}}))
  | (?P<letters>(?P<cage>\{{)?{_LETTER}(?:\{{\}}|[ ]+)?(?(cage)\}}))
"""
_LONG_RUN = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16}")  # in base64
_SIGN = re.compile(r"[&%\\={~<\x1b]")  # all notations begin with one of these
_URL = re.compile(r"""://(?:(?!&(?:quot|lt|gt|nbsp|apos|\#))[^\s<>"'`{}|\\])++""")
_WWW = re.compile(_URL.pattern.replace("://", r"\bwww\.", 1))
_PLAIN = _ENCODED + _CONTROL + _TEX_ANYWHERE  # compiled when a text has one of the signs
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
    """The notations that one text can have."""

    def __init__(self, text: str, name: str) -> None:
        tex = name.lower().endswith(_SUFFIXES) or _IS_TEX.search(text) is not None
        self._pattern = _IN_TEX if tex else _PLAIN
        self._mail = _IS_MAIL.search(text) is not None

    @classmethod
    def of(cls, text: str, name: str) -> Notation | None:
        """Return the notations of a text; None if no character of the text can begin a notation."""
        if any(char in text for char in "&%\\=<\x1b") or _LONG_RUN.search(text) is not None:
            return cls(text, name)
        return cls(text, name) if name.lower().endswith(_SUFFIXES) else None

    def read(self, written: str) -> tuple[str, list[Piece]] | None:
        """Return the decoded text with its pieces; return None if there is nothing to decode."""
        # Imported here, since most texts have no notation.
        from anonfilter_documents.shared.decoded_text import decode_stretches
        from anonfilter_documents.shared.hidden_text import require_readable

        require_readable(written)
        decoded = list(self._decoded(written))
        return decode_stretches(written, 0, len(written), decoded) if decoded else None

    def _decoded(self, written: str) -> Iterator[tuple[int, int, str]]:
        """Yield the offsets of each encoded character, and the decoded character."""
        for match in self._matches(written):
            at = match.start()
            for char, width in self._units(match):
                yield at, at + width, char
                at += width

    def _matches(self, written: str) -> Iterator[re.Match[str]]:
        """Yield the matches of notations outside of URLs."""
        json = self._pattern is _PLAIN and _IS_JSON.match(written) is not None
        pattern = re.compile(_IN_JSON if json else self._pattern, re.VERBOSE)
        urls: list[tuple[int, int]] | None = None
        done = 0
        for sign in _SIGN.finditer(written):
            at = sign.start()
            if at < done or (match := pattern.match(written, at)) is None:
                continue
            if urls is None:
                found = (match for url in (_URL, _WWW) for match in url.finditer(written))
                urls = sorted((match.span() for match in found), reverse=True)
            while urls and urls[-1][1] <= at:
                urls.pop()
            if not urls or at < urls[-1][0]:
                yield match
                done = match.end()

    def _units(self, match: re.Match[str]) -> Sequence[Unit]:
        """Return the decoded characters of a match; none if it is plain text."""
        if match["reference"]:
            return _decode_reference(match[0])
        if match["code"]:
            return _decode_code_point(match[0])
        if match["quoted"]:
            return _decode_quoted_printable(match, strict=not self._mail)
        if match.groupdict().get("control"):
            signs = _CONTROL_SIGN.finditer(match[0])
            return [(_CONTROLS[sign[1]], len(sign[0])) for sign in signs]
        if match["bytes"]:
            return _decode_bytes(match[0], _neighbours(match)) or ()
        if match["percent"]:
            return list(_decode_percent(match))
        if match["word"]:
            return _decode_mail_word(match)
        if match["wrap"]:
            return (("", len(match[0])),)
        return _decode_tex(match)


# single characters


def _unit(char: str, width: int) -> tuple[Unit, ...]:
    return ((char, width),) if len(char) == 1 and char not in "\0\ufffd" else ()


def _decode_reference(written: str) -> tuple[Unit, ...]:
    if written[1] != "#" and written[1:] not in html5:
        return ()
    return _unit(html.unescape(written), len(written))


def _decode_code_point(written: str) -> tuple[Unit, ...]:
    r"""Decode ``\u00e9``, ``\u{e9}``, ``\U000000e9``, ``\N{...}``, RTF's ``\u233?``, R's
    ``<U+00E9>`` and surrogate pairs."""
    if "N{" in written and "+" not in written:
        try:
            return _unit(unicodedata.lookup(written[3:-1]), len(written))
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
    return _unit(chr(code), len(written))


def _decode_tex(match: re.Match[str]) -> tuple[Unit, ...]:
    groups = match.groupdict()
    width = len(match[0])
    if groups.get("tie"):
        return ((" " if match[0] in ("~", "\\ ", "\\,") else "", width),)
    if groups.get("apostrophe"):
        return (("'", width),)
    if groups.get("letters"):
        return _unit(_LETTERS[match["letter"]], width)
    mark = match["mark"] or match["sign"] or groups["spaced"]
    base = (match["on"] or match["bare"] or groups["after"]).strip().removeprefix("\\")
    return _unit(unicodedata.normalize("NFC", base + _ACCENTS[mark]), width)


# encoded bytes


def _decode_bytes(written: str, neighbours: tuple[str, str]) -> list[Unit] | None:
    """Decode escaped bytes as UTF-8, or inside a word as Windows-1252; None for other bytes."""
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
        if not text.isalpha() or not _is_in_word(*neighbours):
            return None
    if any(ord(char) < 9 for char in text):
        return None
    units: list[Unit] = []
    at = 0
    is_utf8 = len(text) < len(data)
    for char in text:
        upto = at + (len(char.encode()) if is_utf8 else 1)
        units.append((char, sum(widths[at:upto])))
        at = upto
    return units


def _neighbours(match: re.Match[str]) -> tuple[str, str]:
    text, start, end = match.string, match.start(), match.end()
    return text[max(0, start - 1) : start], text[end : end + 1]


def _is_in_word(before: str, after: str) -> bool:
    """Return True for "=E9" within a word; return False for `key=E900` and `key=C1AF`."""
    beside = before.islower() or (not before.isalnum() and after.islower()) or before.isupper()
    return beside and not after.isdigit() and not after.isupper()


def _decode_quoted_printable(match: re.Match[str], *, strict: bool) -> Sequence[Unit]:
    """Decode quoted-printable bytes.

    If ``strict``, ASCII is decoded only if it is a whole word, or a space between words.
    """
    units = _decode_bytes(match[0], _neighbours(match)) or ()
    decoded = "".join(char for char, _ in units)
    if strict and not decoded.isascii() and match[0].replace("=", "").isdecimal():
        return ()  # `x=88` is a number: the first byte of a letter has a letter in its code
    if match[0].islower() and len(units) == match[0].count("="):
        return ()  # few programs write lower case, and `a=c3=d4` is not quoted-printable
    if not strict or not decoded.isascii():
        return units
    is_word = len(decoded) > 1 and decoded.replace(" ", "").isalpha()
    return units if is_word or (decoded == " " and _is_between_words(match)) else ()


def _is_between_words(match: re.Match[str]) -> bool:
    """Return True for "=20" between two words; return False for ``x=20px`` and ``DATE=20MAY``."""
    text, start, end = match.string, match.start(), match.end()
    before, after = text[max(0, start - 2) : start], text[end : end + 3]
    return before[1:].islower() and before.isalpha() and after.istitle() and len(after) == 3


def _decode_percent(match: re.Match[str]) -> Iterator[Unit]:
    """Decode a token with %-escapes; a plus between letters of such a token is a space."""
    written = match[0]
    done = 0
    found = False
    units: list[Unit] = []
    for run in _PERCENT.finditer(written):
        start, end = run.span()
        beside = written[max(0, start - 1) : start], written[end : end + 1]
        if run[0] == "+":
            decoded = [(" ", 1)] if all(beside) else None
        else:
            decoded = _decode_bytes(run[0], beside)
        if decoded is None:
            continue
        found |= run[0] != "+"
        units += ((char, 1) for char in written[done:start])
        units += decoded
        done = end
    if found:
        yield from units
        yield from ((char, 1) for char in written[done:])


def _decode_mail_word(match: re.Match[str]) -> Sequence[Unit]:
    """Decode an encoded word of a mail header: ``=?utf-8?Q?Ren=C3=A9e?=``."""
    head, charset, encoding, body, _ = re.split(r"\?", match[0])
    if encoding in "Bb":
        raise Hidden("an encoded word of a mail header in base64", match.start())
    try:
        "".encode(charset.partition("*")[0])
    except LookupError:
        raise Hidden("an encoded word of a mail header", match.start()) from None
    units: list[Unit] = [("", len(head) + len(charset) + len(encoding) + 3)]
    for run in re.finditer(r"(?:=[0-9A-Fa-f]{2})+|.", body, re.DOTALL):
        decoded = [(" ", 1)] if run[0] == "_" else [(run[0], 1)]
        if len(run[0]) > 1:
            decoded = _decode_bytes(run[0], ("a", "a")) or []
            if not decoded:
                raise Hidden("an encoded word of a mail header", match.start())
        units += decoded
    return [*units, ("", 2)]
