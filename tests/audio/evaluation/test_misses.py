"""Causes of misses, and how silence fits identifiers."""

from __future__ import annotations

import pytest
from anonfilter_audio.evaluation.misses import Cause, Fit, cause, fits, runs
from anonfilter_audio.evaluation.recognition import Heard
from anonfilter_audio.evaluation.silence import Silence
from anonfilter_audio.sound.intervals import Interval
from anonfilter_audio.sound.words import Word

from tests.audio.evaluation.test_recognition import said

MARTHA = said("met MARTHA")[1]


@pytest.mark.parametrize(
    ("heard", "silenced", "spoken", "why"),
    [
        (Heard(Word("mother", 1, 2)), [], True, Cause.RECOGNITION),
        (Heard(), [], True, Cause.RECOGNITION),
        (Heard(Word("martha", 1, 2), right=True), [], True, Cause.DETECTION),
        (Heard(Word("martha", 3, 4), right=True), [(3, 4)], True, Cause.ALIGNMENT),
        (Heard(Word("martha", 1, 1.2), right=True), [(1, 1.2)], True, Cause.ALIGNMENT),
        (Heard(), [(1.5, 2.5)], True, Cause.ALIGNMENT),
        (Heard(), [], False, Cause.REFERENCE),
    ],
)
def test_causes(heard, silenced, spoken, why):
    silence = Silence(Interval(*time, "") for time in silenced)
    assert cause(MARTHA, heard, silence, 0.9, spoken) is why


@pytest.mark.parametrize(
    ("silenced", "fit"),
    [
        ([(1, 3)], Fit.WELL),
        ([(1, 2), (2, 3)], Fit.WELL),
        ([(0.96, 3.04)], Fit.WELL),
        ([(0.8, 3)], Fit.EXTENDED),
        ([(1, 3.2)], Fit.EXTENDED),
        ([(1.1, 3)], Fit.SHORTENED),
        ([(1, 2)], Fit.SHORTENED),
        ([(0, 2.5)], Fit.SHORTENED),
        ([(0, 1)], Fit.MISSED),
        ([], Fit.MISSED),
    ],
)
def test_fits(silenced, fit):
    words = said("met MARTHA JONES there")
    assert fits(words, Silence(Interval(*time, "") for time in silenced)) == {fit: 1}


def test_identifiers_of_two_channels_are_two_runs():
    words = [*said("MARTHA i", 0), *said("i MARTHA JONES", 1)]
    assert [[one.text for one in run] for run in runs(words)] == [["MARTHA"], ["MARTHA", "JONES"]]
