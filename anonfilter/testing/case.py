"""Defines a case: a plugin, rules that use it, and documents in which it finds something."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from anonfilter.contract.document import Document
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import Instance, parse_ruleset

_RULES = "anonfilter: 1\nextends: fast\n"


@dataclass(frozen=True)
class Case:
    """A plugin, rules that use it, and documents in which it finds something.

    - ``kind``: "detector", "resolver", "tagger", "format" or "report".
    - ``name``: the plugin's name in the rules.
    - ``rules``: the path or the text of a ruleset.
    - ``documents``: their contents by file name; a report needs none.
    - ``longer``: a function that returns a document of about this many characters, for measuring
      time. It is needed for formats other than lines of text.
    - ``most_characters``: the size of the largest document for measuring time. A plugin that loads
      a model needs a smaller size.
    """

    kind: str
    name: str
    rules: Path | str = _RULES
    documents: Mapping[str, str | bytes] = field(default_factory=dict)
    longer: Callable[[int], str | bytes] | None = None
    most_characters: int = 128_000

    def new_engine(self) -> Engine:
        """Return a new engine with the rules of the case."""
        if isinstance(self.rules, Path):
            text, origin = self.rules.read_text(encoding="utf-8"), str(self.rules)
        else:
            text, origin = self.rules, "rules of the test"
        return Engine(parse_ruleset(text, origin, trust_local=True))

    @cached_property
    def engine(self) -> Engine:
        """The engine that the checks share."""
        return self.new_engine()

    def find_plugin(self, engine: Engine) -> tuple[Instance, Any]:
        """Return the plugin's entry in the rules, and the object that an engine made of it."""
        for instance, made in engine.parts(deferred=True):
            registration = instance.registration
            if (registration.kind, registration.name) == (f"{self.kind}s", self.name):
                return instance, made
        raise AssertionError(f"the rules of the test do not use the {self.kind} {self.name!r}")

    @cached_property
    def plugin(self) -> Any:
        """The plugin's object in the shared engine; for a report, a new object."""
        if self.kind == "report":
            return self.engine.ruleset.registry.require("reports", self.name).load()()
        return self.find_plugin(self.engine)[1]

    def data(self) -> Iterator[tuple[str, bytes]]:
        """Yield the name and the bytes of each document."""
        for name, content in self.documents.items():
            yield name, content if isinstance(content, bytes) else content.encode()

    def read(self) -> list[Document]:
        """Return the documents, read by the formats of the rules."""
        assert self.documents, "the case has no documents"
        self.engine.load()
        return [self.engine.read_document(data, name) for name, data in self.data()]

    def redact(self, name: str) -> bytes:
        """Return the filtered bytes of a document of the case."""
        redaction = self.engine.redact(self.engine.read_document(dict(self.data())[name], name))
        assert not redaction.findings, f"{name}: the result still contains personal data"
        return redaction.output

    def filtered(self, text: str, name: str = "") -> str:
        """Return a text filtered as a file of this name; without a name, as the first document."""
        document = self.engine.read_document(text.encode(), name or next(iter(self.documents)))
        return self.engine.redact(document).output.decode()

    def to_json(self) -> str:
        """Return the case as JSON, for another process."""
        documents = {name: data.decode("latin-1") for name, data in self.data()}
        rules = [str(self.rules), isinstance(self.rules, Path)]
        return json.dumps([self.kind, self.name, *rules, documents])

    @classmethod
    def from_json(cls, text: str) -> Case:
        """Return the case that ``to_json`` has described."""
        kind, name, rules, is_path, documents = json.loads(text)
        content = {name: data.encode("latin-1") for name, data in documents.items()}
        return cls(kind, name, Path(rules) if is_path else rules, content)


Check = Callable[[Case], None]
"""A function that raises ``AssertionError`` if the plugin of a case breaks a promise."""
