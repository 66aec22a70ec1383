"""The formats of the rules, and the choice of the format that reads a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from anonfilter.containers.declarations import Declared, ReadingOptions, errors_named
from anonfilter.containers.members import head_of
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import ContainerFormat, Format, SelectiveFormat
from anonfilter.errors import AnonfilterError, Incomplete, did_you_mean
from anonfilter.files.paths import suffix_of
from anonfilter.text.values import hide_values

_TEXT = ".txt"


class FormatUse(Protocol):
    """An entry under ``formats:`` in the rules."""

    @property
    def instance(self) -> str: ...
    @property
    def like(self) -> Mapping[str, str]: ...
    @property
    def encoding(self) -> Mapping[str, str]: ...


@hide_values
@dataclass(frozen=True, slots=True)
class FormatEntry:
    """A format of the rules: its name, its suffixes, and the function that creates it."""

    name: str
    suffixes: tuple[str, ...]
    make: Callable[[], Format]


class Formats:
    """The formats in the order of the rules, with the declarations of the rules and the user."""

    def __init__(
        self, entries: Sequence[FormatEntry], uses: Sequence[FormatUse], options: ReadingOptions
    ) -> None:
        self._entries = {entry.name: entry for entry in entries}
        self._read_member = partial(self.read, inside=True)
        self.declared = Declared(
            tuple((glob, _suffix(end)) for use in uses for glob, end in use.like.items()),
            tuple(self._codecs([use for use in uses if use.instance in self._entries])),
            self._suffixes_of(options.format) if options.format else (),
            options.codec,
        )

    def read(self, source: Source, *, inside: bool = False) -> Document:
        """Read a decoded file by its format; ``inside``: it is a member of a container."""
        read_name = self.declared.read_name(source.name, inside=inside)
        head = head_of(source) if inside else b""
        reader = self.require_readable(source.name, head, inside=inside)
        if read_name == source.name:
            return reader.read(source)
        with errors_named(source.name, read_name):
            return replace(reader.read(replace(source, name=read_name)), source=source)

    def require_readable(self, name: str, data: bytes, *, inside: bool = False) -> Format:
        """Return the format for a file; raise ``Incomplete`` if it refuses the name or the bytes.

        ``data`` has the first bytes of the file, perhaps with its last bytes; without any, the name
        alone is judged.
        """
        reader = self.format_for(name, inside=inside)
        if isinstance(reader, SelectiveFormat):
            read_name = self.declared.read_name(name, inside=inside)
            with errors_named(name, read_name):
                reader.refuse(data, read_name)
        return reader

    def format_for(self, name: str, *, inside: bool = False) -> Format:
        """Return the first format for the suffix of a file, else the first format for any file.

        Raise ``Incomplete`` if there is none.
        """
        suffix = suffix_of(self.declared.read_name(name, inside=inside))
        entries = self._entries.values()
        with_suffix = [entry for entry in entries if suffix in entry.suffixes]
        entry = next(iter(with_suffix or [entry for entry in entries if not entry.suffixes]), None)
        if entry is None:
            raise Incomplete(
                f"no format of the rules reads {suffix or 'files without a suffix'}", where=name
            )
        reader = entry.make()
        if isinstance(reader, ContainerFormat):
            reader.know_reading(self._read_member)
        return reader

    def _format_names(self) -> dict[str, str]:
        """Return the name of the format that reads each suffix."""
        pairs = ((end, name) for name, entry in self._entries.items() for end in entry.suffixes)
        return dict(reversed(list(pairs)))

    def _suffixes_of(self, word: str) -> tuple[str, ...]:
        """Return the suffixes that a format reads; ``word`` is its name or one of its suffixes."""
        names = self._format_names()
        if word in self._entries:
            suffixes = [end for end in self._entries[word].suffixes if names[end] == word]
            return tuple(suffixes) or (_TEXT,)
        if _suffix(word) in names:
            return (_suffix(word),)
        known = [*self._entries, *(end.removeprefix(".") for end in names)]
        raise AnonfilterError(
            f"there is no format {word!r}{did_you_mean(word, known)}",
            hint="`anonfilter formats` lists the formats; you can also give a suffix.",
        )

    def _codecs(self, uses: Sequence[FormatUse]) -> Iterator[tuple[str, str]]:
        """Yield globs with codecs: first for all files of a format, then the globs of the rules."""
        whole = {use.instance: use.encoding[""] for use in uses if "" in use.encoding}
        if whole:
            entries = self._entries.values()
            for_others = (whole.get(entry.name, "") for entry in entries if not entry.suffixes)
            yield "*", next(for_others, "")
            for end, name in self._format_names().items():
                yield f"*{end}", whole.get(name, "")
        for use in uses:
            yield from ((glob, codec) for glob, codec in use.encoding.items() if glob)


def _suffix(written: str) -> str:
    return f".{written.lower().removeprefix('.')}"
