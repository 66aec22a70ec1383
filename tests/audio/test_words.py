"""Words and the text that they are."""

from __future__ import annotations

from anonfilter.audio.words import Word, in_turns, joined


def test_a_turn_is_a_line_and_each_word_stands_where_it_is_told() -> None:
    words = [Word("hello", 0, 0.4), Word("ana", 0.5, 0.9), Word("yes", 1, 1.2, channel=1)]
    text, stretches = joined(words)
    assert text == "hello ana\nyes"
    assert [text[start:end] for start, end in stretches] == ["hello", "ana", "yes"]


def test_an_utterance_stays_together_though_another_channel_is_heard_meanwhile() -> None:
    left = [Word("my", 0, 0.2, channel=0), Word("name", 0.3, 0.6, channel=0),
            Word("later", 3, 3.4, channel=0)]  # fmt: skip
    right = [Word("yes", 0.25, 0.4, channel=1)]
    assert [word.text for word in in_turns([*right, *left])] == ["my", "name", "yes", "later"]
