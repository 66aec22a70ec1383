"""Keep the detections of a long file part by part, so that no part is read twice."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.contract.document import Document
from anonfilter.contract.plugin import DetectionMemory, FieldCache
from anonfilter.text.values import hide_values


@hide_values
@dataclass(slots=True)
class PartRecall:
    """A ``DetectionMemory`` of the current part.

    ``parts`` are the names of the parts that contain its text. New detections are saved under the
    last name.
    """

    recall: DetectionMemory
    parts: tuple[str, ...] = ("",)

    def load(self, document: Document, parts: tuple[str, ...] = ()) -> FieldCache:
        return self.recall.load(document, parts or self.parts)

    def save(self, seen: FieldCache) -> None:
        self.recall.save(seen)
