"""Read reviewers' marks: ``(text)[MISSED_LABEL]`` in anonymised text.

Value and mark may have brackets of any kind. A label ending in ``_PARTIAL`` means that the rest of
the value was masked; a label ending in ``_SPEAKER`` means that the value is about the speaker. A
mark such as ``(Marc)[MISSED_PERSON=Mark]`` names another spelling of the same value, which counts
once. The text is read without the marks, but with its tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from anonfilter.contract.tags import tag_shapes
from anonfilter.run.risks import spelled
from anonfilter_measure.evaluation.gold import GoldMention
from anonfilter_measure.evaluation.readers.raw_gold import RawDocument, without_gold, wrong

_OPENING = {")": "(", "]": "[", "}": "{", ">": "<"}
_MARK = re.compile(
    r" ?(?P<open>[\[({<])MISSED_(?P<label>[A-Z][A-Z0-9_]*?)(?P<notes>(?:_PARTIAL|_SPEAKER)*)"
    r"(?:=(?P<same>[^\n()\[\]{}<>]{1,80}))?(?P<close>[\])}>])"
)
_LIKE_A_MARK = re.compile(r"[\[({<]\s*MISSED[\s_-]")


def read(text: str, file: str) -> Iterator[RawDocument]:
    """Yield the file as one document; raise an error if it has neither marks nor tags."""
    gone: list[tuple[int, int]] = []
    marked: list[tuple[int, int, re.Match[str]]] = []
    for like in _LIKE_A_MARK.finditer(text):
        line = text.count("\n", 0, like.start()) + 1
        space = like.start() > 0 and text[like.start() - 1] == " "
        match = _MARK.match(text, like.start() - space)
        if match is None or _OPENING[match["close"]] != match["open"]:
            raise wrong("this mark does not have the form [MISSED_LABEL]", file, line)
        closing = match.start() - 1
        opening = _opening(text, closing)
        if opening is None:
            raise wrong("this mark has no (text in brackets) before it", file, line)
        gone += (opening, opening + 1), (closing, match.end())
        marked.append((opening + 1, closing, match))
    gone.sort()
    kept = zip(
        (0, *(end for _, end in gone)), (*(start for start, _ in gone), len(text)), strict=True
    )
    bare = "".join(text[start:end] for start, end in kept)
    if not marked and not any(tag_shapes(bare)):
        raise without_gold(file)
    same = {spelled(match["same"]) for _, _, match in marked if match["same"]}
    mentions = tuple(
        GoldMention(
            start=_without(gone, start),
            end=_without(gone, end),
            label=match["label"],
            speaker="_SPEAKER" in match["notes"],
            partial="_PARTIAL" in match["notes"],
            cluster=value if (value := spelled(match["same"] or text[start:end])) in same else "",
        )
        for start, end, match in marked
    )
    yield RawDocument("1", bare, mentions, reviewed=True)


def _opening(text: str, closing: int) -> int | None:
    """Return the place of the bracket that opens what the bracket at ``closing`` closes.

    Inner brackets are part of the value.
    """
    if closing < 0 or text[closing] not in _OPENING:
        return None
    depths = {text[closing]: 1, _OPENING[text[closing]]: -1}
    depth = 0
    for at in range(closing, -1, -1):
        depth += depths.get(text[at], 0)
        if depth == 0:
            return at
    return None


def _without(gone: list[tuple[int, int]], at: int) -> int:
    """Return the offset of a place after the marks are removed."""
    return at - sum(min(end, at) - start for start, end in gone if start < at)
