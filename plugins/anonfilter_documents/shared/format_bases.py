"""Base classes of formats, and settings that several formats have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from pydantic import Field as Option

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict


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


class ContainerReader:
    """The base class of a format whose members are read by other formats."""

    _read: Callable[[Source], Document] | None = None

    def know_reading(self, read: Callable[[Source], Document]) -> None:
        self._read = read


def suffixes_option(suffixes: str) -> Any:
    """Return the setting `suffixes` with these defaults."""
    return Option(
        default=tuple(suffixes.split()), description="suffixes of the files that this format reads"
    )


def speakers_option() -> Any:
    """Return the setting `speakers` of formats with paragraphs."""
    return Option(
        default=False, description="divide text with several speaker turns like a transcript"
    )


def pictures_option() -> Any:
    """Return the setting `pictures` of formats that can hold pictures."""
    return Option(default="refuse", description="keep: leave pictures unread")
