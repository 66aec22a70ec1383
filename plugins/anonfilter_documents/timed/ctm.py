"""CTM, a format of NIST's tools and Kaldi: each line is a word with its time."""

from __future__ import annotations

from anonfilter.contract.document import Document, Source
from anonfilter_documents.shared.format_bases import FormatWithoutSettings, suffixes_of
from anonfilter_documents.shared.timed_words import Word, add_words, confidence_of
from anonfilter_documents.timed.nist_columns import NULL, Column, ColumnReader, to_one_word

_LAYOUT = "the recording, the channel, start and duration in seconds, the word, and its confidence"
_MARKS = ("<ALT_BEGIN>", "<ALT>", "<ALT_END>")
_PAUSE = 0.5  # seconds
_FEWEST, _MOST = 5, 8  # columns; the last two are the kind of word, and the speaker


class CTM(FormatWithoutSettings):
    """NIST's time-marked words (.ctm): the words of an utterance are a field.

    Words of another channel may interrupt an utterance.
    """

    suffixes = suffixes_of("ctm")

    def read(self, source: Source) -> Document:
        reader = ColumnReader(source, "CTM file", _LAYOUT)
        utterances = list[list[Word]]()
        latest = dict[str, list[Word]]()  # the latest utterance of each speaker in each channel
        last_key = ""
        for line, columns in reader.read_lines(_MOST + 1):
            reader.require_columns(line, columns, _FEWEST)
            if len(columns) > _MOST:
                start = columns[_MOST].start
                raise reader.incomplete_at(start, f"this line has more than {_MOST} columns")
            key = " ".join(columns[at].text for at in (0, 1, 7) if at < len(columns))
            for at in (0, 1, 5, 6, 7):
                for column in columns[at : at + 1]:
                    if at != 5 or confidence_of(column.text) is None:
                        reader.add_label(column, "speaker" if at == 7 else "text")
            word = _read_word(reader, columns)
            if word is None:
                continue
            if key != last_key and not _continues(latest.get(key), word):
                latest[key] = []
                utterances.append(latest[key])
            latest[key].append(word)
            last_key = key
        for words in utterances:
            add_words(reader.builder, words, encode=to_one_word)
        return reader.builder.build()


def _continues(words: list[Word] | None, word: Word) -> bool:
    """Return True if a word continues an utterance that another channel interrupted."""
    last = words[-1].time if words else None
    if last is None or word.time is None:
        return False
    return last[0] <= word.time[0] <= last[1] + _PAUSE


def _read_word(reader: ColumnReader, columns: list[Column]) -> Word | None:
    """Return the word of a line; return None for marks of alternatives and lines without a word."""
    _, channel, begin, duration, word = columns[:5]
    if word.text in _MARKS:
        return None
    start = reader.read_time(begin)
    time = start, round(start + reader.read_time(duration), 3)
    if word.text == NULL:
        return None
    confidence = confidence_of(columns[5].text) if len(columns) > 5 else None
    return Word(word.text, word.pieces, time, channel=channel.text, confidence=confidence)
