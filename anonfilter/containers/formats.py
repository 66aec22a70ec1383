"""The formats of the rules: which one reads a file, and as what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from anonfilter.containers.declared import Declared, ReadingOptions, named
from anonfilter.containers.members import head_of
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import ContainerFormat, Format, SelectiveFormat
from anonfilter.errors import AnonfilterError, Incomplete, did_you_mean
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values

_TEXT = ".txt"


class Use(Protocol):
    """What the rules say of the files of a format."""

    @property
    def instance(self) -> str: ...
    @property
    def like(self) -> Mapping[str, str]: ...
    @property
    def encoding(self) -> Mapping[str, str]: ...


@hide_values
@dataclass(frozen=True, slots=True)
class FormatEntry:
    """A format of the rules: its name, its suffixes, and the function that makes it."""

    name: str
    suffixes: tuple[str, ...]
    make: Callable[[], Format]


class Formats:
    """The formats in the order of the rules, and what the rules and the user declare of files."""

    def __init__(
        self, entries: Sequence[FormatEntry], uses: Sequence[Use], reading: ReadingOptions
    ) -> None:
        self._entries = {entry.name: entry for entry in entries}
        self._prepared = set[str]()
        self.declared = Declared(
            tuple((glob, _suffix(end)) for one in uses for glob, end in one.like.items()),
            tuple(self._codecs([one for one in uses if one.instance in self._entries])),
            self._ends(reading.format) if reading.format else (),
            reading.codec,
        )

    def read(self, source: Source, *, inside: bool = False) -> Document:
        """Read a decoded file, or one that was ``inside`` another, by its format."""
        called = self.declared.called(source.name, inside=inside)
        made = self.of(source.name, head_of(source) if inside else b"", inside=inside)
        if called == source.name:
            return made.read(source)
        with named(source.name, called):
            return replace(made.read(replace(source, name=called)), source=source)

    def of(self, name: str, data: bytes = b"", *, inside: bool = False) -> Format:
        """The first format for a file of this name, or the first for any file.

        Raises ``Incomplete`` where there is none, or it refuses a file of these data.
        """
        called = self.declared.called(name, inside=inside)
        suffix = suffix_of(called)
        entries = self._entries.values()
        own = [entry for entry in entries if suffix in entry.suffixes]
        for entry in own or (entry for entry in entries if not entry.suffixes):
            made = self._made(entry)
            if isinstance(made, SelectiveFormat):
                with named(name, called):
                    made.refuse(data, called)
            return made
        raise Incomplete(
            f"no format of the rules reads {suffix or 'files without a suffix'}", where=name
        )

    def _made(self, entry: FormatEntry) -> Format:
        """Return the format of an entry; one that holds other files is given this reader."""
        made = entry.make()
        if entry.name not in self._prepared and isinstance(made, ContainerFormat):
            made.know_reading(partial(self.read, inside=True))
        self._prepared.add(entry.name)
        return made

    def _owners(self) -> dict[str, str]:
        """The format that reads each suffix."""
        pairs = ((end, name) for name, one in self._entries.items() for end in one.suffixes)
        return dict(reversed(list(pairs)))

    def _ends(self, word: str) -> tuple[str, ...]:
        """The suffixes of the files of a format, by its name or by one of them."""
        owners = self._owners()
        if word in self._entries:
            read = [end for end in self._entries[word].suffixes if owners[end] == word]
            return tuple(read) or (_TEXT,)
        if _suffix(word) in owners:
            return (_suffix(word),)
        known = [*self._entries, *(end.removeprefix(".") for end in owners)]
        raise AnonfilterError(
            f"there is no format {word!r}{did_you_mean(word, known)}",
            hint="`anonfilter formats` lists them; a suffix that one reads will do as well.",
        )

    def _codecs(self, uses: Sequence[Use]) -> Iterator[tuple[str, str]]:
        """The codec of each format's files, then those by globs."""
        whole = {one.instance: one.encoding[""] for one in uses if "" in one.encoding}
        if whole:
            others = (whole.get(one.name, "") for one in self._entries.values() if not one.suffixes)
            yield "*", next(others, "")
            yield from ((f"*{end}", whole.get(name, "")) for end, name in self._owners().items())
        for one in uses:
            yield from ((glob, codec) for glob, codec in one.encoding.items() if glob)


def _suffix(written: str) -> str:
    return f".{written.lower().removeprefix('.')}"
