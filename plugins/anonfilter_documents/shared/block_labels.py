"""Labels of blocks that stand below a label: two paragraphs, two boxes, a heading and a line."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.schema_names import is_title

_LONGEST, _MOST_WORDS = 120, 6


@hide_values
@dataclass(slots=True)
class BlockLabels:
    """Labels each short block with the block before it, if that is nothing but a label."""

    builder: DocumentBuilder
    label: str = ""

    def taken(self, first: int) -> None:
        """Take the fields from the ``first`` on as the next block."""
        upto = self.builder.fields
        text = self.builder.text_of(first, upto, named=True)
        if is_title(text):
            self.label = text
            return
        if self.label and upto == first + 1 and len(text) <= _LONGEST:
            self.builder.label(first, upto, (self.label,))
        self.label = ""

    def divide(self) -> None:
        """Forget the label: what follows is in another cell or part."""
        self.label = ""


def is_short_value(text: str) -> bool:
    """Return True for a text that may be the value of a label in front of it, and not the rest of
    its sentence."""
    words = text.split()
    goes_on = text[:1].islower() and len(words) > 1
    return len(words) <= _MOST_WORDS and text[:1].isalnum() and not goes_on
