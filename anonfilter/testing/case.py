"""A case: a plugin, rules that use it, and documents in which it has something to do."""

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
    """A plugin of a ``kind``, by the ``name`` that rules use, with a file or text of ``rules``.

    ``documents`` are contents by file names; a report needs none. ``longer`` makes a document of
    about so many characters, by which time is measured: of other formats than lines of text, or
    where a plugin loads a model and must not be given much.
    """

    kind: str
    name: str
    rules: Path | str = _RULES
    documents: Mapping[str, str | bytes] = field(default_factory=dict)
    longer: Callable[[int], str | bytes] | None = None
    most_characters: int = 128_000

    def fresh(self) -> Engine:
        """A new engine, which has read nothing and loaded nothing."""
        if isinstance(self.rules, Path):
            text, origin = self.rules.read_text(encoding="utf-8"), str(self.rules)
        else:
            text, origin = self.rules, "rules of the test"
        return Engine(parse_ruleset(text, origin, trust_local=True))

    @cached_property
    def engine(self) -> Engine:
        return self.fresh()

    def used(self, engine: Engine) -> tuple[Instance, Any]:
        """The plugin in an engine of the rules, and where it stands there."""
        for instance, made in engine.parts(deferred=True):
            one = instance.registration
            if (one.kind, one.name) == (f"{self.kind}s", self.name):
                return instance, made
        raise AssertionError(f"the rules of the test do not use the {self.kind} {self.name!r}")

    @cached_property
    def plugin(self) -> Any:
        """The plugin's object; of a report, which rules do not name, one of its own."""
        if self.kind == "report":
            return self.engine.ruleset.registry.require("reports", self.name).load()()
        return self.used(self.engine)[1]

    def data(self) -> Iterator[tuple[str, bytes]]:
        """The documents' names and bytes."""
        for name, content in self.documents.items():
            yield name, content if isinstance(content, bytes) else content.encode()

    def read(self) -> list[Document]:
        """The documents, read by the formats of the rules."""
        assert self.documents, "the case has no documents"
        self.engine.load()
        return [self.engine.decode(data, name) for name, data in self.data()]

    def redacted(self, name: str) -> bytes:
        """A document as it is filtered."""
        redaction = self.engine.redact(self.engine.decode(dict(self.data())[name], name))
        assert not redaction.findings, f"{name}: personal data is left after the last round"
        return redaction.output

    def filtered(self, text: str, name: str = "") -> str:
        """A text as it is filtered, read as a file of this name or as the first document."""
        document = self.engine.decode(text.encode(), name or next(iter(self.documents)))
        return self.engine.redact(document).output.decode()

    def to_json(self) -> str:
        """The case for another process."""
        documents = {name: data.decode("latin-1") for name, data in self.data()}
        rules = [str(self.rules), isinstance(self.rules, Path)]
        return json.dumps([self.kind, self.name, *rules, documents])

    @classmethod
    def of_json(cls, text: str) -> Case:
        kind, name, rules, is_path, documents = json.loads(text)
        content = {name: data.encode("latin-1") for name, data in documents.items()}
        return cls(kind, name, Path(rules) if is_path else rules, content)


Check = Callable[[Case], None]
