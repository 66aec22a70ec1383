"""Counts numbers over all documents of a corpus: ``[PERSON_12]``, with ``numbers: counted``.

A keyed id, as in tags of ``scope: corpus``, identifies each name. ``.anonfilter/numbers.yaml`` has
the number of each id, in the order in which they were given. A number is never given again, so the
tags of earlier documents stay as they are when documents are added. The file has no names, and is
committed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from anonfilter.contract.book import Book, NumberRequest, SequenceKey
from anonfilter.contract.document import Tag
from anonfilter.contract.tags import TagGrammar
from anonfilter.files.locks import locked
from anonfilter.files.source_tree import DISK
from anonfilter.keys.corpus import FOLDER, Corpus, replace_file
from anonfilter.rules import find
from anonfilter.sidecars.lines import line_error, split_lines
from anonfilter.sidecars.memory import CorpusNumbers

FILE = "numbers.yaml"
_HEAD = """\
# The numbers of tags in this corpus, by keyed ids (`numbers: counted`). Commit this file.
anonfilter: numbers 1
numbers:
"""
_LINE = re.compile(r"- \[([A-Z][A-Z0-9_]*), ([a-z2-7]{10}), ([1-9][0-9]{0,6})\]")
_MERGING = (
    "Two branches gave one number to different names. Keep the lines of one branch, and filter the "
    "documents of the other branch again."
)


class CountedNumbers:
    """The numbers of a corpus; with ``saving``, new numbers are written at once.

    A number is saved when it is first given, since its tag may be printed or written from then on.
    """

    def __init__(self, corpus: Corpus, tag_key: bytes, *, saving: bool) -> None:
        self._ids = CorpusNumbers(tag_key)
        self._path = corpus.root / FOLDER / FILE
        self._saving = saving
        self._given: dict[SequenceKey, int] = {}  # by sequence and id, in the order of the file
        self._read()

    def book(
        self, taken: Sequence[Tag], asked: Mapping[SequenceKey, NumberRequest], grammar: TagGrammar
    ) -> Book:
        """Return a book in which each key has the number of its keyed id, or the next number."""
        ids = self._ids.assigned(asked)
        wanted = [(sequence, ids[sequence, key]) for sequence, key in ids]
        if not all(one in self._given for one in wanted):
            with self._changing():
                self._add(wanted, {(tag.sequence, tag.number) for tag in taken})
        return Book(
            taken,
            {key: str(self._given[key[0], own]) for key, own in ids.items()},
        )

    def _add(self, wanted: Sequence[SequenceKey], taken: set[SequenceKey]) -> None:
        last: dict[str, int] = {}
        for (sequence, _), number in self._given.items():
            last[sequence] = max(last.get(sequence, 0), number)
        for sequence, own in wanted:
            if (sequence, own) in self._given:
                continue
            number = last.get(sequence, 0) + 1
            while (sequence, str(number)) in taken:  # a text has numbers that the file lacks
                number += 1
            self._given[sequence, own] = last[sequence] = number

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Hold the lock of the file, read what other runs gave, and write what is added."""
        with locked(self._path) if self._saving else nullcontext():
            if self._saving:
                self._read()
            yield
            if self._saving:
                lines = (
                    f"- [{sequence}, {own}, {number}]\n"
                    for (sequence, own), number in self._given.items()
                )
                replace_file(self._path, (_HEAD + "".join(lines) + "...\n").encode("ascii"))

    def _read(self) -> None:
        data = DISK.read(str(self._path))
        if data is None:
            return
        where = find.display(str(self._path))
        lines = split_lines(data, where, str(Path(FOLDER, FILE)), _MERGING)
        head = _HEAD.splitlines()
        if lines[: len(head)] != head or lines[-1] != "...":
            raise line_error("is not a file of numbers", where, 1, "Restore it from Git.")
        used: set[tuple[str, int]] = set()
        for at, line in enumerate(lines[len(head) : -1], len(head) + 1):
            match = _LINE.fullmatch(line)
            if match is None:
                raise line_error("is not the number of a name", where, at, "Restore it from Git.")
            sequence, own, number = match[1], match[2], int(match[3])
            if (sequence, number) in used or self._given.get((sequence, own), number) != number:
                raise line_error(
                    "repeats the id or the number of an earlier line", where, at, _MERGING
                )
            used.add((sequence, number))
            self._given[sequence, own] = number
