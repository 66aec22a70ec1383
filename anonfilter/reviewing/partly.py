"""Replaces some of what was found in a document."""

from __future__ import annotations

from collections.abc import Collection

from anonfilter.contract.document import Analysis, Redaction
from anonfilter.contract.plugin import Numbering
from anonfilter.engine.pipeline import Engine, written


def redact_only(
    engine: Engine,
    analysis: Analysis,
    wanted: Collection[tuple[int, int]],
    memory: Numbering | None = None,
) -> Redaction:
    """Replace only these stretches, by the tags that they would get if all were replaced.

    The output is not verified.
    """
    document = analysis.document
    tagged = [
        item
        for item in engine.tag_again(document, analysis.spans, memory)
        if (item.mention.span.start, item.mention.span.end) in wanted
    ]
    rewritten, output = written(document, tagged)
    return Redaction(analysis, output, tuple(tagged), (), rewritten=rewritten)
