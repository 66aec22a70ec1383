"""The sections `recognisers:` and `audio:` of the rules."""

from __future__ import annotations

import pytest
from anonfilter_audio.recognisers.pocketsphinx import PocketSphinx
from anonfilter_audio.recognisers.whisper.whisper_tiny import WhisperTiny
from anonfilter_audio.recordings.opening import recogniser_of

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.rules.load import Ruleset, parse_ruleset

_BASE = "anonfilter: 1\nextends: fast==1\n"


def _rules(more: str) -> Ruleset:
    return parse_ruleset(_BASE + more, "own.yaml")


def test_a_recogniser_of_ones_own_comes_first() -> None:
    rules = _rules("recognisers: [{use: faster-whisper, model: ./none}]\n")
    assert [one.name for one in rules.instances["recognisers"]] == [
        "faster-whisper",
        "whisper-tiny",
    ]


def test_settings_of_recordings_are_merged_key_by_key() -> None:
    rules = _rules("audio: {padding: 0.5}\n")
    assert (rules.model.audio.padding, rules.model.audio.merge_gap) == (0.5, 0.2)


@pytest.mark.parametrize(
    "more",
    [
        "audio: {paddings: 1}\n",
        "audio: {below: 2}\n",
        "audio: {hypotheses: 0}\n",
        "recognisers: [{use: faster-whisper}]\n",
        "recognisers: [{use: pocketsphinx, k: 2}]\n",
    ],
)
def test_wrong_settings_are_reported(more: str) -> None:
    with pytest.raises(RulesError, match=r"own\.yaml:3"):
        _rules(more)


@pytest.mark.slow
def test_the_first_of_the_rules_is_used() -> None:
    assert isinstance(recogniser_of(Engine(_rules(""))), WhisperTiny)
    other = _rules("recognisers: [{use: pocketsphinx}]\n")
    assert isinstance(recogniser_of(Engine(other)), PocketSphinx)


def test_rules_without_a_recogniser_are_refused() -> None:
    rules = _rules("recognisers: [{use: whisper-tiny, enabled: false}]\n")
    with pytest.raises(RulesError, match="the rules have no recogniser"):
        recogniser_of(Engine(rules))
