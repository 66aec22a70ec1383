"""Read CoNLL: a token per line, its tag in the last column, an empty line between sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from anonfilter_measure.evaluation.gold import GoldMention
from anonfilter_measure.evaluation.readers.raw_gold import RawDocument, wrong

_COMMENT = re.compile(r"# ?(?:newdoc|newpar)\b|# ?\w+ = |# ?(?:begin|end) document\b")
_NEW_DOCUMENT = re.compile(r"-DOCSTART-|# ?newdoc\b|# ?begin document\b")
_TAG = re.compile(r"O|(?:(?P<place>[BIESLU])-)?(?P<label>[A-Za-z][\w-]*)")
# CoNLL does not record spacing. These tokens join the token before them, or after them.
_CLOSING = re.compile(r"[.,;:!?)\]}%]+|'(?:s|re|ve|d|m|ll)|n't|''|…|\.\.\.", re.IGNORECASE)
_OPENING = re.compile(r"[(\[{$£€]+|``")

Tagged = tuple[str, str, int]


def read(text: str, file: str) -> Iterator[RawDocument]:
    """Yield a document for each ``-DOCSTART-`` or ``# newdoc``, or one for the whole file."""
    sentences: list[list[Tagged]] = [[]]
    first, number = 1, 0
    for at, line in enumerate(text.splitlines(), 1):
        if _NEW_DOCUMENT.match(line):
            if any(sentences):
                number += 1
                yield _document(sentences, number, first)
            sentences, first = [[]], at
        elif not line.strip():
            sentences.append([])
        elif not _COMMENT.match(line):
            sentences[-1].append(_row(line, file, at))
    if any(sentences):
        yield _document(sentences, number + 1, first)


def _row(line: str, file: str, at: int) -> Tagged:
    columns = line.rstrip("\r\n").split("\t") if "\t" in line else line.split()
    if len(columns) < 2:
        raise wrong("the line has only one column; a token and its tag are expected", file, at)
    tag = columns[-1].strip()
    if not _TAG.fullmatch(tag):
        raise wrong("the last column is not a tag such as O, B-PERSON or I-PERSON", file, at)
    # CoNLL-U numbers its tokens and has the token in the second column
    numbered = len(columns) >= 10 and columns[0].replace("-", "").replace(".", "").isdigit()
    return columns[1 if numbered else 0], tag, at


def _document(sentences: Sequence[Sequence[Tagged]], number: int, line: int) -> RawDocument:
    parts: list[str] = []
    length = 0
    mentions: list[GoldMention] = []
    for sentence in filter(None, sentences):
        places: list[tuple[int, int]] = []
        before = ""
        for token, _, _ in sentence:
            blank = "\n" if parts else ""
            if before:
                joined = _CLOSING.fullmatch(token) or _OPENING.fullmatch(before)
                blank = "" if joined else " "
            parts += blank, token
            places.append((length + len(blank), length + len(blank) + len(token)))
            length = places[-1][1]
            before = token
        for first, last, label in chunks([tag for _, tag, _ in sentence]):
            mentions.append(GoldMention(places[first][0], places[last][1], label))
    return RawDocument(str(number), "".join(parts), tuple(mentions), line)


def chunks(tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the first token, last token and label of each name.

    Tags may be IOB1, IOB2, BIOES, BILOU, or labels alone. As in `conlleval`, an I- that continues
    no name begins a name.
    """
    begun: tuple[int, str] | None = None
    ended = False
    for at, tag in enumerate(tags):
        match = _TAG.fullmatch(tag)
        place, label = (match["place"] or "I", match["label"]) if match else ("", None)
        goes_on = begun is not None and place in "IEL" and label == begun[1] and not ended
        if begun is not None and not goes_on:
            yield begun[0], at - 1, begun[1]
            begun = None
        if label is not None and begun is None:
            begun = (at, label)
        ended = place in ("E", "L", "S", "U")
    if begun is not None:
        yield begun[0], len(tags) - 1, begun[1]
