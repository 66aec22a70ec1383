"""The formats of the rules: which one reads a file, and as what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from anonfilter.containers.declared import Declared, Said, named
from anonfilter.containers.members import head_of
from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Format, Nesting, Refusing
from anonfilter.errors import AnonfilterError, Incomplete, did_you_mean
from anonfilter.files.paths import suffix_of

_TEXT = ".txt"


class Use(Protocol):
    """What the rules say of the files of a format."""

    @property
    def instance(self) -> str: ...
    @property
    def like(self) -> Mapping[str, str]: ...
    @property
    def encoding(self) -> Mapping[str, str]: ...


class Formats:
    """The formats in the order of the rules, by name, and what the rules and the user declare."""

    def __init__(self, made: Mapping[str, Format], uses: Sequence[Use], said: Said) -> None:
        self._made = made
        for one in made.values():
            if isinstance(one, Nesting):
                one.know_reading(partial(self.read, inside=True))
        self.declared = Declared(
            tuple((glob, _suffix(end)) for one in uses for glob, end in one.like.items()),
            tuple(self._codecs([one for one in uses if one.instance in made])),
            self._ends(said.format) if said.format else (),
            said.codec,
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
        own = [made for made in self._made.values() if suffix in made.suffixes]
        for made in own or (made for made in self._made.values() if not made.suffixes):
            if isinstance(made, Refusing):
                with named(name, called):
                    made.refuse(data, called)
            return made
        raise Incomplete(
            f"no format of the rules reads {suffix or 'files without a suffix'}", where=name
        )

    def _owners(self) -> dict[str, str]:
        """The format that reads each suffix."""
        pairs = ((end, name) for name, made in self._made.items() for end in made.suffixes)
        return dict(reversed(list(pairs)))

    def _ends(self, word: str) -> tuple[str, ...]:
        """The suffixes of the files of a format, by its name or by one of them."""
        owners = self._owners()
        if word in self._made:
            read = [end for end in self._made[word].suffixes if owners[end] == word]
            return tuple(read) or (_TEXT,)
        if _suffix(word) in owners:
            return (_suffix(word),)
        known = [*self._made, *(end.removeprefix(".") for end in owners)]
        raise AnonfilterError(
            f"there is no format {word!r}{did_you_mean(word, known)}",
            hint="`anonfilter formats` lists them; a suffix that one reads will do as well.",
        )

    def _codecs(self, uses: Sequence[Use]) -> Iterator[tuple[str, str]]:
        """The codec of each format's files, then those by globs."""
        whole = {one.instance: one.encoding[""] for one in uses if "" in one.encoding}
        if whole:
            others = (whole.get(name, "") for name, made in self._made.items() if not made.suffixes)
            yield "*", next(others, "")
            yield from ((f"*{end}", whole.get(name, "")) for end, name in self._owners().items())
        for one in uses:
            yield from ((glob, codec) for glob, codec in one.encoding.items() if glob)


def _suffix(written: str) -> str:
    return f".{written.lower().removeprefix('.')}"
