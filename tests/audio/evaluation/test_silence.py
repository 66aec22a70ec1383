"""The share of a word that is silenced, by channel."""

from __future__ import annotations

import pytest
from anonfilter_audio.evaluation.gold import GoldWord
from anonfilter_audio.evaluation.silence import Silence
from anonfilter_audio.sound.intervals import Interval
from hypothesis import given
from hypothesis import strategies as st

times = st.tuples(st.integers(0, 400), st.integers(0, 60)).map(
    lambda pair: (pair[0] / 20, (pair[0] + pair[1]) / 20)
)
channels = st.sampled_from([None, 0, 1])
intervals = st.lists(st.builds(lambda time, channel: Interval(*time, "", channel), times, channels))


def word(start: float, end: float, channel: int | None = None) -> GoldWord:
    return GoldWord(text="word", start=start, end=end, label="PERSON", channel=channel)


@pytest.mark.parametrize(
    ("start", "end", "share"),
    [(0, 1, 0), (1, 2, 1), (1.5, 2.5, 0.5), (0, 4, 0.5), (2, 3, 0), (3, 4, 1), (9, 10, 0)],
)
def test_the_share_of_a_word(start, end, share):
    silence = Silence([Interval(1, 2, ""), Interval(3, 3.5, ""), Interval(3.4, 4, "")])
    assert silence.coverage(word(start, end)) == pytest.approx(share)


def test_an_interval_of_a_channel_silences_no_other():
    silence = Silence([Interval(0, 1, "", 1), Interval(2, 3, "")], channels=2)
    assert [silence.coverage(word(0, 1, channel)) for channel in (0, 1, None)] == [0, 1, 0]
    assert [silence.coverage(word(2, 3, channel)) for channel in (0, 1, None)] == [1, 1, 1]


def test_a_word_of_no_known_channel_is_silenced_where_all_channels_are():
    silence = Silence([Interval(0, 2, "", 0), Interval(1, 3, "", 1)], channels=2)
    assert silence.coverage(word(0, 3)) == pytest.approx(1 / 3)


def test_in_a_channel_that_is_not_there_nothing_is_silenced():
    assert Silence([Interval(0, 9, "")]).coverage(word(1, 2, channel=4)) == 0


@given(intervals, times, channels)
def test_shares_are_those_of_counted_moments(found, time, channel):
    """Against moments, counted one by one: times are multiples of a twentieth of a second."""
    start, end = time
    share = Silence(found, channels=2).coverage(word(start, end, channel))
    moments = [start + (at + 0.5) / 20 for at in range(round((end - start) * 20))]
    own = (0, 1) if channel is None else (channel,)
    silent = [
        all(
            any(one.channel in (None, each) and one.start < at < one.end for one in found)
            for each in own
        )
        for at in moments
    ]
    if moments:
        assert share == pytest.approx(sum(silent) / len(moments))
    assert 0 <= share <= 1


@given(intervals, times, times)
def test_more_silence_covers_more(found, more, time):
    before, after = (Silence(these, 2) for these in (found, [*found, Interval(*more, "")]))
    assert after.coverage(word(*time)) >= before.coverage(word(*time)) - 1e-9
