"""CTM: a word a line, with its time, as NIST's tools and Kaldi write it."""

from __future__ import annotations

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.said import Word, add_words, confidence_of
from anonfilter_documents.shared.unset import Unset
from anonfilter_documents.timed.columns import NULL, Column, Reading, one_word

_LAYOUT = "the recording, the channel, begin and duration in seconds, the word, and its confidence"
_MARKS = ("<ALT_BEGIN>", "<ALT>", "<ALT_END>")
_PAUSE = 0.5  # seconds
_FEWEST, _MOST = 5, 8  # the last two: what kind of word it is, and the speaker


class CTM(Unset):
    """NIST's time-marked words (.ctm): the words of a channel are a field, and go on behind words
    of another channel that fall in between."""

    suffixes = (".ctm",)

    def read(self, source: Source) -> Document:
        reading = Reading(source, "CTM file", _LAYOUT)
        turns = list[list[Word]]()
        goes_on = dict[str, list[Word]]()  # what is last said in a channel, by each speaker
        before = ""
        for line, columns in reading.records(_MOST + 1):
            reading.require(line, columns, _FEWEST)
            if len(columns) > _MOST:
                raise reading.broken(columns[_MOST].start, f"a line has at most {_MOST} columns")
            turn = " ".join(columns[at].text for at in (0, 1, 7) if at < len(columns))
            for at in (0, 1, 5, 6, 7):
                for column in columns[at : at + 1]:
                    if at != 5 or confidence_of(column.text) is None:
                        reading.label(column, "speaker" if at == 7 else "text")
            word = _word(reading, columns)
            if word is None:
                continue
            if turn != before and not _goes_on(goes_on.get(turn), word):
                goes_on[turn] = []
                turns.append(goes_on[turn])
            goes_on[turn].append(word)
            before = turn
        for words in turns:
            add_words(reading.builder, words, encode=one_word)
        return reading.builder.build()


def _goes_on(words: list[Word] | None, word: Word) -> bool:
    """Whether an utterance goes on, though another channel was heard meanwhile."""
    last = words[-1].time if words else None
    if last is None or word.time is None:
        return False
    return last[0] <= word.time[0] <= last[1] + _PAUSE


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
    return Word(word.text, word.stands, time, channel=channel.text, confidence=confidence_of(sure))
