"""Base classes of formats, and settings that several formats have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_documents import FORMATS
from anonfilter_documents.shared.file_kinds import refuse


class WithSuffixes(Protocol):
    """Settings with the suffixes of the files that a format reads."""

    @property
    def suffixes(self) -> tuple[str, ...]: ...


_Config = TypeVar("_Config", bound=WithSuffixes)


class FormatWithoutSettings:
    """The base class of a format without settings in the rules."""

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        pass


class FormatWithSuffixes(Generic[_Config]):
    """The base class of a format whose settings include its suffixes."""

    def __init__(self, config: _Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config


class CheckedFormat:
    """The base class of a format that refuses files whose first bytes show another kind of file.

    ``like`` names the formats whose files it reads as well.
    """

    like: tuple[str, ...] = ()

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=self.like)


class ContainerReader:
    """The base class of a format whose members are read by other formats."""

    _read: Callable[[Source], Document] | None = None

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        self._read = read


def suffixes_of(name: str) -> tuple[str, ...]:
    """Return the suffixes that a format reads by default."""
    return tuple((FORMATS[name][1] or "").split())


def suffixes_option(name: str) -> Any:
    """Return the setting `suffixes` of a format."""
    return Option(
        default=suffixes_of(name), description="suffixes of the files that this format reads"
    )


def speakers_option() -> Any:
    """Return the setting `speakers` of formats with paragraphs."""
    return Option(
        default=False, description="divide text with several speaker turns like a transcript"
    )


def pictures_option() -> Any:
    """Return the setting `pictures` of formats that can hold pictures."""
    return Option(default="refuse", description="keep: leave pictures unread")
