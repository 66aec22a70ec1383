"""Divide long Markdown before a line that begins a block, and never in code."""

from __future__ import annotations

import re

from anonfilter_documents.markdown.markdown_blocks import LINE, Blocks

_BEGINS = re.compile(r"[^\s]")


class MarkdownParts:
    """The rules for a text that is divided after an empty line before a line without indent."""

    head = ""
    apart = False
    linked = True  # a part within a table has no titles

    def end(self, text: str, low: int, high: int, *, words: bool = False) -> int | None:
        if words:
            return None
        blocks, best, blank = Blocks(text), None, False
        for line in LINE.finditer(text, 0, high):
            at = line.start()
            if blank and at >= low and not blocks.in_code and _BEGINS.match(text, at):
                best = at
            for _ in blocks.read_line(*line.span()):
                pass
            blank = not line[0].strip()
        if blank and len(text) == high >= low and not blocks.in_code:
            return high
        return best
