"""The strict mode of a check: report texts that the rules neither include nor exclude.

``documents:`` name files by suffix, so a file called ``notes`` is outside, and a check that does
not mention it looks clean. In strict mode each text must be a document, or the rules must exclude
it. Binaries stay outside, except for kinds that can hold text for people, such as PDF.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

from anonfilter.containers.encodings import bom_of
from anonfilter.contract.extensions import KINDS
from anonfilter.contract.registry import extension
from anonfilter.errors import Incomplete
from anonfilter.run.inputs import InputFile
from anonfilter.selection.choice import FileChoice
from anonfilter.selection.globs import Globs

_HEAD = 1 << 16
_FEWEST_CONTROLS = 0.02
"""The least share of control characters in a binary: code and compressed data have about 0.1."""
_MOST_UNDECODABLE = 0.25
"""The greatest share of undecodable bytes in a text that also holds many NULs."""
_WORD = re.compile(r"[^\W\d_]{3}")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")  # not ESC, which colours logs


def unnamed_texts(choice: FileChoice, wanted: Globs) -> Iterator[tuple[InputFile, Incomplete]]:
    """Yield each text that the rules neither include nor exclude, and each unreadable file."""
    for path, chosen in sorted(choice.left, key=itemgetter(0)):
        if not wanted.are_silent_on(path):
            continue
        try:
            found = may_hold_text(chosen.read())
        except Incomplete as error:
            yield chosen, error
            continue
        if found:
            yield (
                chosen,
                Incomplete(
                    "the rules neither include nor exclude this text (strict)",
                    where=chosen.name,
                    hint="Include these texts in `documents:` of the rules, or exclude them "
                    "there: documents: ['*.ext', '!NAME', '!folder/']",
                ),
            )


def may_hold_text(data: bytes) -> bool:
    """Return True for a text, and for a binary of a kind that can hold text for people."""
    kinds = extension(KINDS)
    kind = None if kinds is None else kinds.kind_of(data)
    if kind is not None:
        return bool(kind.hides)
    bom, codec = bom_of(data)
    text = data[len(bom) : _HEAD].decode(codec, "replace")
    return _is_readable(text) or _is_readable_without_nuls(text)


def _is_readable(text: str) -> bool:
    return len(_CONTROL.findall(text)) < _FEWEST_CONTROLS * len(text)


def _is_readable_without_nuls(text: str) -> bool:
    """Return True for a text that ends with a NUL, is padded or has NULs between its parts."""
    text = text.replace("\0", "")
    readable = _is_readable(text) and _WORD.search(text) is not None
    return readable and text.count("\ufffd") < _MOST_UNDECODABLE * len(text)
