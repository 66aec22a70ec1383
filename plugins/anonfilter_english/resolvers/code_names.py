"""Drop names that models find in source code: `self.carter.bell`, `class Walker(Parker):`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.engine import spans as algebra
from anonfilter.text.words import fold, is_common
from anonfilter_english.knowledge.people.name_list import bearers, key
from anonfilter_english.knowledge.rare_words import is_ordinary
from anonfilter_english.resolvers.span_edits import drop_each

_NAME = r"[^\W\d]\w*"
_DOTTED = rf"{_NAME}(?:\.{_NAME}){{0,6}}"
_INSTALLS = (
    r"(?:[$#>][ ])?(?:sudo[ ])?(?:python3?[ ]-m[ ])?"
    r"(?:pip3?|pipx|conda|npm|yarn|cargo|gem|apt(?:-get)?|brew|poetry|uv|go)[ ]"
    r"(?:install|add|i|get)[ ]"
)
_IMPORTS = (
    rf"import[ ](?!the[ ]|a[ ]){_DOTTED}[ ]*(?:,|as[ ]|;|$)"
    rf"|from[ ]\.{{0,3}}(?:{_DOTTED})?[ ]import[ ]"
)
_CLASS = (
    rf"(?:\w+[ ]){{0,3}}(?:class|def|fn|func|function|interface|struct|enum)[ ]{_NAME}[ ]?[(:{{<]"
)
# A line that is a statement of a programming language.
_STATEMENT = re.compile(
    rf"""(?mx)^[ \t]*+(?:(?:>>>|\.\.\.|[+-])[ ])?[ \t]*+(?P<line>(?:
    (?P<named>{_INSTALLS}|{_IMPORTS}|{_CLASS}|(?:package|using|require|namespace)[ ]{_DOTTED};)
    |@{_DOTTED}(?:\([^\n]{{0,200}}\))?[ \t]*+(?:\#[^\n]*)?$
     (?=(?:\n[ \t]*+\#[^\n]*){{0,4}}\n(?:\.\.\.)?[ \t]*+(?:@|(?:async[ ])?(?:def|class)[ ]))
    |@{_NAME}(?:\.{_NAME}){{1,6}}\(
    |{_DOTTED}(?:[ ]?:[ ]?{_NAME}[^=\n]{{0,40}})?[ ]?=[ ]?(?:await[ ]|new[ ])?{_DOTTED}[(\[]
    |(?P<aliased>{_NAME}[ ]=[ ]{_NAME}(?:\.{_NAME}){{2,6}}[ \t]*$)
    |(?:return|await|raise|assert|yield)[ ](?:new[ ]|not[ ])?{_DOTTED}(?:[(\[]|[ ](?:==|!=)[ ])
    |return[ ]{_NAME}(?:\.{_NAME}){{1,6}}[ \t]*$
    |(?:if|elif|while|and|or)[ ](?:not[ ])?{_DOTTED}(?:[(\[]|[ ](?:==|!=|is[ ]None))
    |at[ ]{_NAME}(?:[.$]{_NAME}){{1,9}}\(
    |(?:{_NAME}\.){{1,6}}[a-z_]\w*\(
    )[^\n]*)"""
)
# A call, an attribute or a constant within prose.
_TOKEN = re.compile(
    rf"""(?x)(?<![\w.@/\\-])(?:
    (?:self|this|cls)(?:\.{_NAME}){{1,6}}(?:\([^()\n]{{0,80}}\))?
    |{_DOTTED}\(\)
    |{_NAME}(?:::{_NAME}){{1,6}}
    |(?:{_NAME}\.){{1,6}}[a-z_]\w*\([^()\n]{{0,80}}\)
    |(?P<constant>[A-Z][A-Z\d]*(?:_[A-Z\d]+){{1,6}})
    )(?![\w/\\@])"""
)
_TICKED = re.compile(r"(?<!`)`(?P<code>[^`\n]{2,200})`(?!`)")
_IN_TICKS = re.compile(r"\w\(|[=<>{}\[\]$;]|--\w|\b(?:self|this)\.|::|^(?:class|def|import|from) ")
# Strings and comments, which are data and prose.
_NO_CODE = re.compile(
    r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|(?:(?<=[ \t])|^)(?:#|//)[^\n]*"
)
_WORD = re.compile(_NAME)
# "FastAPI", "WhisperModel"; not "DeShawn", "McAvoy".
_HUMPS = re.compile(r"[A-Z]?[a-z]{3,}(?:[A-Z][A-Za-z\d]*)+")
_LIMITS = ("MAX", "MIN")
_SHORTEST = 3
_UNSURE = 0.5
_MUCH = 3  # stretches of code
_KNOWN = 1  # the level of a name that few people have


class CodeNames:
    """A resolver that drops names of models in code, and the same words elsewhere.

    Names in strings and comments stay: they are prose or data. So do the names of people who are
    in the prose as well. A word that is an identifier in the
    code of a document is no name in its prose, unless it is part of longer names there more often,
    or people bear it: "Walker" stays a person beside `import walker`.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON", "ORGANIZATION", "LOCATION", "NRP", "USERNAME", "URL"),
            description="labels that are wrong in code",
        )
        keep: tuple[str, ...] = Option(
            default=("patterns", "keyed", "dictionary", "roster", "presidio", "speakers"),
            description="detectors whose finds stay, other than by the rules below",
        )
        shapes: tuple[str, ...] = Option(
            default=("url-bare", "handle"), description="rules whose finds are dropped in code"
        )
        fields: tuple[str, ...] = Option(
            default=("name-in-field", "label"),
            description="rules whose finds are dropped if they are identifiers (`Name: Faker`)",
        )

    name: ClassVar[str] = "code-names"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._labels = frozenset(config.labels)
        self._keep = setting.detectors(config.keep)
        self._shapes = frozenset(config.shapes)
        self._fields = frozenset(config.fields)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        text = document.prose
        code = algebra.merged(_code(text))
        longer = Counter(
            fold(word)
            for span in spans
            if span.label in self._labels and " " in text[span.start : span.end]
            for word in _WORD.findall(text, span.start, span.end)
        )
        named = Counter(fold(word) for word in _named(text) if len(word) >= _SHORTEST)
        identifiers = {word for word, times in named.items() if times > longer[word]}
        written = {word for start, end in code for word in _WORD.findall(text, start, end)}

        in_prose = {
            fold(word)
            for span in spans
            if span.label == "PERSON" and not algebra.covered(code, span.start, span.end)
            for word in _WORD.findall(text, span.start, span.end)
            if not _is_unlisted(word)
        }

        def reason(span: Span) -> str:
            by_model = span.detector not in self._keep
            by_rule = span.rule in self._shapes or span.rule in self._fields
            if span.label not in self._labels or not (by_model or by_rule):
                return ""
            if algebra.covered(code, span.start, span.end):
                words = set(map(fold, _WORD.findall(text, span.start, span.end)))
                return "a name in code" if words.isdisjoint(in_prose) else ""
            word = text[span.start : span.end]
            is_small = word in written and word.islower() and len(word) >= _SHORTEST
            is_borne = span.label == "PERSON" and not _is_unlisted(word)
            if (fold(word) in identifiers or (is_small and by_model)) and not is_borne:
                return "an identifier of the code"
            is_unsure = by_model and span.score < _UNSURE
            if is_unsure and not identifiers.isdisjoint(map(fold, _WORD.findall(word))):
                return "an identifier of the code, with another word"
            if not (by_model and code) or not _is_unlisted(word):
                return ""
            if _HUMPS.fullmatch(word):
                return "a name of software, with capitals within"
            return "a rare word in a text with code" if is_unsure and len(code) >= _MUCH else ""

        return drop_each(self.name, spans, reason, excluded=True)


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Yield the stretches of code, without strings and comments."""
    for line in _STATEMENT.finditer(text):
        yield from _without_data(text, *line.span("line"))
    for ticked in _TICKED.finditer(text):
        if _IN_TICKS.search(ticked["code"]):
            yield from _without_data(text, *ticked.span("code"))
    for token in _TOKEN.finditer(text):
        words = (token["constant"] or "").split("_")
        if token["constant"] is None or all(map(_is_word, words)):
            yield from _without_data(text, *token.span())


def _is_word(word: str) -> bool:
    return word in _LIMITS or word.isdecimal() or is_common(word) or is_ordinary(word)


def _is_unlisted(word: str) -> bool:
    """Return True for one word that is no name of people."""
    named = bearers(key(word))
    return len(word.split()) == 1 and named.given + named.surname < _KNOWN


def _without_data(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for data in _NO_CODE.finditer(text, start, end):
        yield start, data.start()
        start = data.end()
    yield start, end


def _named(text: str) -> Iterator[str]:
    """Yield the words that a document imports, installs or defines."""
    for line in _STATEMENT.finditer(text):
        if line["named"] is not None or line["aliased"] is not None:
            for start, end in _without_data(text, *line.span("line")):
                yield from _WORD.findall(text, start, end)
