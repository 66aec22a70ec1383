"""WebVTT: captions of the web."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_plugins.formats.shared.dividing import LINE_END, Divided

_PARTS = Divided(re.compile(rf"{LINE_END}{LINE_END}+"), head="WEBVTT\n\n")


class WebVTT:
    """WebVTT captions (.vtt): a field for each voice, and for the text of each cue."""

    suffixes = (".vtt",)

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        pass

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        from anonfilter_plugins.formats.captions.vtt_reading import Reading

        return Reading(source).document()
