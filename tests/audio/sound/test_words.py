"""Words in the order of utterances."""

from __future__ import annotations

from anonfilter_audio.sound.words import Word, in_turns


def test_an_utterance_stays_together_though_another_channel_is_heard_meanwhile() -> None:
    left = [
        Word("my", 0, 0.2, channel=0),
        Word("name", 0.3, 0.6, channel=0),
        Word("later", 3, 3.4, channel=0),
    ]
    right = [Word("yes", 0.25, 0.4, channel=1)]
    assert [word.text for word in in_turns([*right, *left])] == ["my", "name", "yes", "later"]
