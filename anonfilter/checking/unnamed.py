"""The strict mode of a check: reports texts that the rules neither include nor exclude.

``documents:`` name files by suffix, so a file called ``notes`` is outside, and a check that does
not mention it looks clean. In strict mode each text is a document, or the rules exclude it.
Binaries stay outside; those of a kind that can hold text for people, such as a PDF, do not.
"""

from __future__ import annotations

import re
from operator import itemgetter

from anonfilter_plugins.formats.shared.kinds import kind_of

from anonfilter.checking.collect import Collector
from anonfilter.checking.globs import Globs
from anonfilter.checking.scan import Problem
from anonfilter.checking.selection import Choice
from anonfilter.containers.encodings import bom_of
from anonfilter.errors import Incomplete

_HEAD = 1 << 16
_FEWEST_CONTROLS = 0.02
"""The least share of control characters in a binary: code and compressed data have about 0.1."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")  # not ESC, which colours logs


def check_unnamed(choice: Choice, collector: Collector, wanted: Globs) -> None:
    """Report as incomplete each text that the rules neither include nor exclude."""
    for path, chosen in sorted(choice.left, key=itemgetter(0)):
        if not wanted.are_silent_on(path):
            continue
        try:
            found = may_hold_text(chosen.read())
        except Incomplete as error:
            collector.add_problem(Problem.of(error, chosen.name), chosen.commits)
            continue
        if found:
            collector.add_problem(
                Problem(chosen.name, "the rules neither include nor exclude this text (strict)",
                        hint="Include these texts in `documents:` of the rules, or exclude them "
                        "there: documents: ['*.ext', '!NAME', '!folder/']"),
                chosen.commits,
            )  # fmt: skip


def may_hold_text(data: bytes) -> bool:
    """Return True for a text, and for a binary of a kind that can hold text for people."""
    kind = kind_of(data)
    if kind is not None:
        return kind.hides
    bom, codec = bom_of(data)
    text = data[len(bom) : _HEAD].decode(codec, "replace")
    return len(_CONTROL.findall(text)) < _FEWEST_CONTROLS * len(text)
