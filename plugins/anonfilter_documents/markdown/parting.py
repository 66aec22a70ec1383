"""Where long Markdown may be divided: before a line that begins a block, never in code."""

from __future__ import annotations

import re

from anonfilter_documents.markdown.blocks import LINE, Blocks

_BEGINS = re.compile(r"[^\s]")


class MarkdownParts:
    """A text that is divided behind an empty line before one that is not indented."""

    head = ""
    apart = False
    linked = True  # a part within a table has no titles

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        if words:
            return None
        blocks, best, blank = Blocks(text), None, False
        for line in LINE.finditer(text, 0, high):
            at = line.start()
            if blank and at >= low and not blocks.within and _BEGINS.match(text, at):
                best = at
            for _ in blocks.line(*line.span()):
                pass
            blank = not line[0].strip()
        if blank and len(text) == high >= low and not blocks.within:
            return high
        return best
