"""Intervals: when stretches of a text are said, what is joined, and how they are written."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from anonfilter_audio.sound import intervals
from anonfilter_audio.sound.intervals import Cause, Interval, merged, times_of
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import Incomplete

_TIMES = st.tuples(st.floats(0, 90), st.floats(0, 9)).map(lambda one: (one[0], one[0] + one[1]))


def test_a_word_without_a_time_takes_all_between_those_beside_it() -> None:
    said = [(0, 2, (1.0, 1.5)), (3, 5, None), (6, 8, None), (9, 11, (2.5, 3.0)), (12, 14, None)]
    assert times_of(said, 4.0) == [(1.0, 1.5), (1.5, 2.5), (1.5, 2.5), (2.5, 3.0), (3.0, 4.0)]


def test_intervals_that_are_near_are_joined_in_each_channel() -> None:
    near = [Interval(1, 2, "PERSON"), Interval(2.2, 3, "DATE"), Interval(2.1, 2.2, "PERSON", 1)]
    assert merged(near, 10, gap=0.3) == [
        Interval(1, 3, "PERSON+DATE"),
        Interval(2.1, 2.2, "PERSON", 1),
    ]
    assert len(merged(near, 10, gap=0.1)) == 3


def test_the_first_cause_counts() -> None:
    both = [Interval(1, 2, "A", cause=Cause.UNRECOGNISED), Interval(1, 3, "A")]
    assert merged(both, 10) == [Interval(1, 3, "A")]


@given(st.lists(_TIMES), st.floats(0, 2), st.floats(0, 2))
def test_padding_and_joining_only_add(
    times: list[tuple[float, float]], pad: float, gap: float
) -> None:
    reported = merged((Interval(*time, "X") for time in times), 100, padding=(pad, pad), gap=gap)
    for start, end in times:
        assert any(
            one.start <= max(0, start - pad) and min(100, end + pad) <= one.end for one in reported
        )
    for one, after in pairwise(reported):
        assert after.start > one.end + gap


def test_intervals_are_read_as_written_and_never_shorter() -> None:
    reported = [Interval(1.00049, 2.00051, "PERSON"), Interval(3, 4, "ID", 1, Cause.LOW_CONFIDENCE)]
    back, duration = intervals.read(intervals.as_json(reported, 9.5), "a.json")
    assert duration == 9.5
    assert back == [Interval(1.0, 2.001, "PERSON"), reported[1]]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({"anonfilter": "intervals", "version": 2})]
)
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(Incomplete, match="no file of intervals"):
        intervals.read(text, "a.json")


def test_other_programs_read_them() -> None:
    reported = [Interval(61.5, 3725.25, "PERSON")]
    assert intervals.as_labels(reported) == "61.500000\t3725.250000\tPERSON\n"
    assert intervals.as_vtt(reported) == "WEBVTT\n\n00:01:01.500 --> 01:02:05.250\nPERSON\n"
