"""Detect the names in the speaker labels of turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Field, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.speaker_turns import name_in_label, turns


class Speakers:
    """A detector of the names in labels such as "INMATE JONES:" and "Pam:", without roles."""

    scope: ClassVar[str] = "document"

    class Config(Strict):
        label: LabelName = Option(default="PERSON", description="label of speakers' names")
        score: float = Option(default=0.97, ge=0, le=1)

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name

    def needs(self) -> Needs:
        labels = frozenset({self._config.label})
        return Needs(labels, partial=labels)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterable[Span]:
        # In text, not prose: a label that is already a tag still marks a turn.
        found = {turn.name for turn in turns(document.text) if turn.name}
        for field in fields:
            if field.role == "speaker":
                name = name_in_label(document.text[field.start : field.end])
                if name:
                    found.add((field.start + name[0], field.start + name[1]))
        for start, end in sorted(found):
            yield Span(start, end, self._config.label, self._name, self._config.score, rule="label")
