"""Drop names found in source code: `self.carter.bell`, `class Walker(Parker):`, decorators."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.names import is_family_name, may_be_given
from anonfilter.text.word_edges import pieces
from anonfilter.text.word_index import TOKEN
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.resolvers.span_edits import drop_each

_NAME = r"[^\W\d]\w*"
# Forms that prose never has: whole lines, attributes of an object, empty calls, and constants.
_CODE = re.compile(
    rf"""(?mx)
    ^[ \t]*+(?:>>>[ ]|[+-][ ]?)?[ \t]*+class[ ]{_NAME}
     (?:\({_NAME}(?:[.,]\s?{_NAME}){{0,6}}\))?:[ \t]*+$
    |^[ \t]*+(?:[+-][ ]?)?[ \t]*+@{_NAME}(?:\.{_NAME}){{0,6}}[ \t]*+$
     (?=\n(?:[+-][ ]?)?[ \t]*+(?:@|(?:async[ ])?def[ ]{_NAME}\(|class[ ]{_NAME}[(:]))
    |^[ \t]*+at[ ]{_NAME}(?:[.$]{_NAME}){{1,9}}\({_NAME}\.[a-z]{{1,6}}:\d{{1,6}}\)[ \t]*+$
    |(?<![\w.])(?:self|cls)(?:\.{_NAME}){{1,6}}
    |(?<![\w./\\@-]){_NAME}(?:\.{_NAME}){{0,6}}\(\)
    |(?<![\w./\\@-])(?P<constant>[A-Z][A-Z\d]*(?:_[A-Z\d]+){{1,6}})(?![\w/\\@])"""
)
_LIMITS = ("MAX", "MIN")


class CodeNames:
    """A resolver that drops names that models find in source code.

    Only forms that prose never has count as code. A name that is also found outside the code stays:
    a variable may have the name of a person in the prose.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP", "URL", "USERNAME"),
            description="labels that are wrong in code",
        )
        keep: tuple[str, ...] = Option(
            default=("patterns", "keyed", "dictionary", "roster", "presidio", "speakers"),
            description="detectors whose spans stay, except those of the rules under `shapes`",
        )
        shapes: tuple[str, ...] = Option(
            default=("url-bare", "handle"), description="rules whose spans are dropped in code"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(config.labels)
        self._keep = setting.detectors(config.keep)
        self._shapes = frozenset(config.shapes)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        code = algebra.merged(_code(text))
        found_outside = {
            piece
            for span in spans
            if not algebra.covered(code, span.start, span.end)
            for piece in _pieces(text[span.start : span.end])
        }

        def reason(span: Span) -> str:
            is_dropped = span.detector not in self._keep or span.rule in self._shapes
            if span.label not in self._labels or not is_dropped:
                return ""
            if not algebra.covered(code, span.start, span.end):
                return ""
            words = _pieces(text[span.start : span.end])
            return "a name in code" if words.isdisjoint(found_outside) else ""

        return drop_each(spans, reason, excluded=True)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of code in a text."""
    for found in _CODE.finditer(text):
        constant = found["constant"]
        if constant is None or all(map(_is_plain, constant.split("_"))):
            yield found.span()


def _is_plain(word: str) -> bool:
    """Return True for a number, and for an everyday word that is not also a name."""
    if word in _LIMITS or word.isdecimal():
        return True
    word = fold(word)
    return (is_common(word) or is_ordinary(word)) and not (
        is_family_name(word) or may_be_given(word)
    )


def _pieces(words: str) -> set[str]:
    """Return the words in an identifier: two for `adaeze_okafor` and for `AdaezeOkafor`."""
    tokens = TOKEN.findall(words)
    return {fold(piece) for token in tokens for *_, piece in pieces(token) if piece.isalpha()}
