"""Label short blocks with the block above, such as a heading above a line."""

from __future__ import annotations

from dataclasses import dataclass

from anonfilter.text.values import hide_values
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.schema_names import is_title

_LONGEST, _MOST_WORDS = 120, 6


@hide_values
@dataclass(slots=True)
class BlockLabels:
    """A labeller that labels a short block with the block before it, if that is only a label."""

    builder: DocumentBuilder
    label: str = ""

    def add_block(self, first: int) -> None:
        """Read the next block, which consists of the fields from index ``first`` on."""
        upto = self.builder.field_count
        text = self.builder.text_of(first, upto, named=True)
        if is_title(text):
            self.label = text
            return
        if self.label and upto == first + 1 and len(text) <= _LONGEST:
            self.builder.label_fields(first, upto, (self.label,))
        self.label = ""

    def divide(self) -> None:
        """Forget the label, because the next block is in another cell or part."""
        self.label = ""


def is_short_value(text: str) -> bool:
    """Return True for a text that may be the value of a label, and not the end of a sentence."""
    words = text.split()
    continues = text[:1].islower() and len(words) > 1
    return len(words) <= _MOST_WORDS and text[:1].isalnum() and not continues
