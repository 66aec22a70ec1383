"""Write text in notation: character references, escapes and encoded bytes, complete or cut off."""

from __future__ import annotations

import base64
import quopri
import random
import unicodedata
from collections.abc import Callable
from html.entities import codepoint2name
from urllib.parse import quote, quote_plus

_MAIL = "Content-Transfer-Encoding: quoted-printable\n\n"
_ACCENTS = {
    "\u0301": "'",
    "\u0300": "`",
    "\u0308": '"',
    "\u0302": "^",
    "\u0303": "~",
    "\u0327": "c",
}
_LONGEST = 60  # characters of a stretch in notation
_CUT = 0.1  # of the stretches are cut off in their last sign


def noted(chance: random.Random, text: str) -> str:
    """Return the text with some stretches or all of it in notation, sometimes nested."""
    for _ in range(chance.randint(1, 4)):
        at, upto = 0, len(text)
        if chance.random() < 0.8:
            at = chance.randint(0, len(text))
            upto = min(len(text), at + chance.randint(1, _LONGEST))
        written = chance.choice(_NOTATIONS)(chance, text[at:upto])
        if chance.random() < _CUT:
            written = written[: -chance.randint(1, 3)]
        text = text[:at] + written + text[upto:]
    return text


def _each(chance: random.Random, text: str, write: Callable[[str], str]) -> str:
    """Return the text with some or all characters in notation, and always letters outside ASCII."""
    share = chance.choice((0.0, 0.1, 1.0))
    return "".join(
        write(char) if chance.random() < share or (char.isalpha() and not char.isascii()) else char
        for char in text
    )


def _reference(chance: random.Random, text: str) -> str:
    def write(char: str) -> str:
        code = ord(char)
        forms = [f"&#{code};", f"&#x{code:x};", f"&#X{code:04X};", f"&#{code:09};", f"&#{code}"]
        if code in codepoint2name:
            forms += [f"&{codepoint2name[code]};"] * 3
        return chance.choice(forms)

    return _each(chance, text, write)


def _code(chance: random.Random, text: str) -> str:
    def write(char: str) -> str:
        code = ord(char)
        if code > 0xFFFF:
            return f"\\U{code:08x}"
        return chance.choice((f"\\u{code:04x}", f"\\u{{{code:x}}}", f"%u{code:04X}", f"\\u{code}?"))

    return _each(chance, text, write)


def _bytes(chance: random.Random, text: str) -> str:
    form = chance.choice(("\\x{:02x}", "\\{:03o}", "={:02X}", "%{:02X}"))
    return _each(chance, text, lambda char: "".join(form.format(byte) for byte in _utf8(char)))


def _tex(chance: random.Random, text: str) -> str:
    def write(char: str) -> str:
        base, *marks = unicodedata.normalize("NFD", char)
        mark = _ACCENTS.get("".join(marks))
        if mark is None:
            return char
        braced = (f"\\{mark}{{{base}}}", f"{{\\{mark}{{{base}}}}}")
        return chance.choice(braced if mark == "c" else (*braced, f"\\{mark}{base}"))

    return _each(chance, text, write)


def _quoted_printable(chance: random.Random, text: str) -> str:
    return chance.choice(("", _MAIL)) + quopri.encodestring(_utf8(text)).decode("ascii")


def _percent(chance: random.Random, text: str) -> str:
    return chance.choice((quote, quote_plus))(_utf8(text))


def _word_of_a_header(chance: random.Random, text: str) -> str:
    if chance.random() < 0.2:
        return f"=?utf-8?B?{_base64(chance, text)}?="
    body = quopri.encodestring(_utf8(text), header=True).decode("ascii").replace("=\n", "")
    return f"=?utf-8?Q?{body.replace('?', '=3F')}?="


def _base64(_: random.Random, text: str) -> str:
    return base64.b64encode(_utf8(text)).decode("ascii")


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


# What hides text altogether, which makes the file incomplete, is the rarest
_NOTATIONS = (
    *2 * (_reference, _code, _bytes, _tex, _percent, _quoted_printable),
    _word_of_a_header,
    _base64,
)
