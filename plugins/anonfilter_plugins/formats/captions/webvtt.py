"""WebVTT: captions of the web."""

from __future__ import annotations

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict


class WebVTT:
    """WebVTT captions (.vtt): a field for each voice, and for the text of each cue."""

    suffixes = (".vtt",)

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        pass

    def read(self, source: Source) -> Document:
        from anonfilter_plugins.formats.captions.vtt_reading import Reading

        return Reading(source).document()
