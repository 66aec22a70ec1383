"""Detect the user names that label lines of a chat: "lena_k88: are you coming?"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.people.role_labels import is_role

_CLOCK = r"[\[(]?\d{1,2}:\d\d(?::\d\d)?(?:[ ]?[AaPp][Mm])?[\])]?[ \t]+(?:-[ \t]+)?"
_LINE = re.compile(
    rf"^[ \t]*(?:{_CLOCK})?(?:<(?P<quoted>[^\s<>:]{{2,32}})>|(?P<label>[^\s<>:\"'{{\[]{{2,32}}):)"
    r"[ \t]+(?P<said>\S[^\n]*)",
    re.MULTILINE,
)
_USER_NAME = re.compile(r"[^\W\d_A-Z][\w.-]*[^\W_]_?|[^\W\d_]\w*[._-]?\w*\d\w*|\w+[._]\w+")
_CODE = re.compile(r"(?P<stem>[^\W\d_]{1,14})[_-]?\d{1,3}")
_STEMS = frozenset(("spk", "spkr", "part", "resp", "int"))
_LEAST = 2
_SHORT = 3  # letters of a code such as "spk_0"


class ChatNames:
    """A detector of line labels that are written like user names.

    A text is a chat if most of its lines have labels, at least two labels differ, and either one
    label recurs or two have a digit or a mark in them.
    """

    scope: ClassVar[str] = "document"

    class Config(Strict):
        label: LabelName = Option(default="USERNAME", description="label of the names")
        score: float = Option(default=0.85, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name

    def needs(self) -> Needs:
        labels = frozenset({self._config.label})
        return Needs(labels, partial=labels)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterator[Span]:
        text = document.prose
        places = [
            match.span("quoted" if match["quoted"] else "label")
            for match in _LINE.finditer(text)
            if " " in match["said"].strip()
        ]
        labels = Counter(text[slice(*place)] for place in places)
        names = {label for label in labels if _is_user_name(label)}
        lines = sum(not line.isspace() for line in text.splitlines() if line)
        if not names or 2 * labels.total() <= lines:
            return
        marked = [name for name in names if not name.isalpha()]
        recurs = len(labels) >= _LEAST and max(labels.values()) >= _LEAST
        if recurs or len(marked) >= _LEAST:
            for start, end in places:
                if text[start:end] in names:
                    yield Span(start, end, self._config.label, self._name, self._config.score)


def _is_user_name(label: str) -> bool:
    """Return True for "lena_k88" and "mobious"; return False for roles, words and "spk_0"."""
    code = _CODE.fullmatch(label)
    if code is not None:
        stem = code["stem"].casefold()
        if len(stem) <= _SHORT or stem in _STEMS or is_common(stem):
            return False
    words = [word for word in re.split(r"[\W\d_]+", label) if len(word) > 1]
    known = all(map(is_common, words)) if label.isalpha() else not words
    return _USER_NAME.fullmatch(label) is not None and not known and not is_role(label)
