"""Rich text (RTF): paragraphs, cells, notes, headers, properties and authors of changes."""

from __future__ import annotations

from typing import Literal

from anonfilter.contract.document import Document, Source
from anonfilter.contract.settings import Strict
from anonfilter_documents.rtf.rtf_reader import RtfReader
from anonfilter_documents.shared.format_bases import (
    FormatWithSuffixes,
    pictures_option,
    speakers_option,
    suffixes_option,
)


class RichText(FormatWithSuffixes["RichText.Config"]):
    """Rich text (.rtf), as word processors write it."""

    class Config(Strict):
        pictures: Literal["refuse", "keep"] = pictures_option()
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option(".rtf")

    def read(self, source: Source) -> Document:
        config = self._config
        keeps_pictures = config.pictures == "keep"
        return RtfReader(source, pictures=keeps_pictures, speakers=config.speakers).read()
