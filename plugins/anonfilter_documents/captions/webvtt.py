"""WebVTT: captions of the web."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.dividing import LINE_END, Divided
from anonfilter_documents.shared.unset import Unset

_PARTS = Divided(re.compile(rf"{LINE_END}{LINE_END}+"), head="WEBVTT\n\n")


class WebVTT(Unset):
    """WebVTT captions (.vtt): a field for each voice, and for the text of each cue."""

    suffixes = (".vtt",)

    def parts(self, beginning: Source) -> Divided:
        return _PARTS

    def read(self, source: Source) -> Document:
        from anonfilter_documents.captions.vtt_reading import Reading

        return Reading(source).document()
