"""Rich text (RTF): paragraphs, cells, notes, headers, properties, authors of changes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict


class RichText:
    """Rich text (.rtf), as word processors write it."""

    class Config(Strict):
        pictures: Literal["refuse", "keep"] = Option(
            default="refuse", description="keep: pictures stay without being read"
        )
        speakers: bool = Option(
            default=False, description="text of several turns is divided as transcripts"
        )
        suffixes: tuple[str, ...] = Option(
            default=(".rtf",), description="suffixes of the files that this format reads"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config

    def read(self, source: Source) -> Document:
        from anonfilter_documents.rtf.reading import Reading

        config = self._config
        reading = Reading(source, pictures=config.pictures == "keep", speakers=config.speakers)
        return reading.document()
