"""Detect values by their JSON key or column title: ``"first_name": "Adaeze"`` is a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Needs, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_plugins.english.people.mail_names import is_name

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_VALUE = re.compile(r"\S(?:.*\S)?", re.DOTALL)
_LONGEST = 120
_NO_VALUE = frozenset({"none", "null", "nil", "n a", "na", "unknown", "yes", "no", "true", "false"})


class Keyed:
    """Label a value by the column title or object key that the format gives its field."""

    scope: ClassVar[str] = "field"

    class Config(Strict):
        labels: dict[LabelName, tuple[str, ...]] = Option(
            description="for each label, the final words of keys and titles"
        )
        maybe: dict[LabelName, tuple[str, ...]] = Option(
            default={}, description="the same, where the value must look like a person's name too"
        )
        score: float = Option(default=0.9, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._name = setting.name
        self._score = config.score
        self._sure = _by_words(config.labels)
        self._maybe = _by_words(config.maybe)

    def needs(self) -> Needs:
        return Needs(frozenset({*self._sure.values(), *self._maybe.values()}))

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterator[Span]:
        for field in fields:
            if not field.name or field.end - field.start > _LONGEST:
                continue
            value = _VALUE.search(document.prose, field.start, field.end)
            label = self._label(field.name, value[0]) if value else ""
            if value and label:
                yield Span(*value.span(), label, self._name, self._score, rule="key or column")

    def _label(self, name: str, value: str) -> str:
        if " ".join(_words(value)) in _NO_VALUE:
            return ""
        for ending in _endings(_words(name)):
            if ending in self._sure:
                return self._sure[ending]
            if ending in self._maybe and is_name(value):
                return self._maybe[ending]
        return ""


def _endings(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the endings of a key, the longest first: "first name" before "name"; and singulars."""
    for start in range(len(words)):
        yield words[start:]
        yield (*words[start:-1], words[-1].removesuffix("s"))


def _by_words(labels: Mapping[str, tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    return {_words(name): label for label, names in labels.items() for name in names}


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    """Split a key: "firstName", "first_name" and "First Name" are the same words."""
    return tuple(word.lower() for word in _WORD.findall(name))
