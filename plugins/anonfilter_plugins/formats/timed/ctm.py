"""CTM: a word a line, with its time, as NIST's tools and Kaldi write it."""

from __future__ import annotations

import re

from anonfilter.contract.document import Document, Source
from anonfilter_plugins.formats.shared.said import Word, add_words
from anonfilter_plugins.formats.shared.unset import Unset
from anonfilter_plugins.formats.timed.columns import NULL, Column, Reading, one_word

_LAYOUT = "the recording, the channel, begin and duration in seconds, the word, and its confidence"
_MARKS = ("<ALT_BEGIN>", "<ALT>", "<ALT_END>")
_CONFIDENCE = re.compile(r"[01](?:\.[0-9]{0,9})?")
_FEWEST, _MOST = 5, 8  # the last two: what kind of word it is, and the speaker


class CTM(Unset):
    """NIST's time-marked words (.ctm): the words of a channel are a field."""

    suffixes = (".ctm",)

    def read(self, source: Source) -> Document:
        reading = Reading(source, "CTM file", _LAYOUT)
        words: list[Word] = []
        before = ""
        for line, columns in reading.records(_MOST + 1):
            reading.require(line, columns, _FEWEST)
            if len(columns) > _MOST:
                raise reading.broken(columns[_MOST].start, f"a line has at most {_MOST} columns")
            turn = " ".join(columns[at].text for at in (0, 1, 7) if at < len(columns))
            if turn != before:
                add_words(reading.builder, words, encode=one_word)
                words, before = [], turn
            for at in (0, 1, 7):
                for column in columns[at : at + 1]:
                    reading.label(column, "speaker" if at == 7 else "text")
            word = _word(reading, columns)
            if word is not None:
                words.append(word)
        add_words(reading.builder, words, encode=one_word)
        return reading.builder.build()


def _word(reading: Reading, columns: list[Column]) -> Word | None:
    """The word of a line; None where it marks other wordings, or stands for no word."""
    _, channel, begin, duration, word = columns[:5]
    if word.text in _MARKS:
        return None
    start = reading.time(begin)
    time = start, round(start + reading.time(duration), 3)
    if word.text == NULL:
        return None
    sure = columns[5].text if len(columns) > 5 else ""
    confidence = float(sure) if _CONFIDENCE.fullmatch(sure) else None
    return Word(word.text, word.stands, time, channel=channel.text, confidence=confidence)
