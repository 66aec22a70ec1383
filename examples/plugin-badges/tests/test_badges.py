"""What the parts of the plugin do, and the promises that every plugin keeps."""

from pathlib import Path

import numpy as np
import pytest
from anonfilter.contract import Setting
from anonfilter.testing import Case, Check, checks
from anonfilter_audio.sound.recogniser import RATE
from numpy.typing import NDArray

from anonfilter_badges.touch_tones import COLUMNS, KEYS, ROWS, TouchTones

Samples = NDArray[np.float32]
RULES = Path(__file__).parent.parent / "rules.yaml"
DOCUMENTS = {"note.txt": "Ask #4711, 5322 and 4733.\n\nA café: #90009, #4711.\n"}
DETECTOR = Case("detector", "badges", RULES, DOCUMENTS)
RESOLVER = Case("resolver", "badge-lists", RULES, DOCUMENTS)
TAGGER = Case("tagger", "badge-sites", RULES, DOCUMENTS)


@pytest.mark.parametrize("check", checks("detector"))
def test_the_detector_keeps_what_is_promised(check: Check) -> None:
    check(DETECTOR)


@pytest.mark.parametrize("check", checks("resolver"))
def test_the_resolver_keeps_what_is_promised(check: Check) -> None:
    check(RESOLVER)


@pytest.mark.parametrize("check", checks("tagger"))
def test_the_tagger_keeps_what_is_promised(check: Check) -> None:
    check(TAGGER)


def test_a_badge_has_a_tag_of_its_site() -> None:
    filtered = TAGGER.filtered("Badges #4711, 4722 and 5111; #4722, not #123 or 4733.")
    assert filtered == (
        "Badges [BADGE_S4_1], [BADGE_S4_2] and [BADGE_S5_1]; [BADGE_S4_2], not #123 or 4733."
    )


def dialled(keys: str, seconds: float = 0.1) -> Samples:
    """The sound of keys, with a pause behind each, as a recogniser is given it."""
    at = np.arange(int(seconds * RATE)) / RATE
    made = list[Samples]()
    for key in keys:
        row = next(number for number, one in enumerate(KEYS) if key in one)
        tones = ROWS[row], COLUMNS[KEYS[row].index(key)]
        sound = sum(0.3 * np.sin(2 * np.pi * tone * at) for tone in tones)
        made += [np.asarray(sound, dtype=np.float32), np.zeros(at.size, np.float32)]
    return np.concatenate(made)


def heard(samples: Samples) -> list[str]:
    recogniser = TouchTones(TouchTones.Config(), Setting("touch-tones"))
    recogniser.open()
    return [word.text for one in recogniser.hear(samples, 1) for word in one.words]


def test_every_key_is_heard() -> None:
    keys = "".join(KEYS)
    assert heard(dialled(keys)) == [keys]


def test_keys_that_follow_late_are_another_word() -> None:
    pause = np.zeros(RATE, np.float32)
    assert heard(np.concatenate([dialled("#4711"), pause, dialled("22")])) == ["#4711", "22"]


def test_what_is_no_key_is_not_heard() -> None:
    noise = np.random.default_rng(7).normal(0, 0.1, RATE).astype(np.float32)
    hum = np.sin(2 * np.pi * 697 * np.arange(RATE) / RATE).astype(np.float32)
    assert heard(noise) == heard(hum) == heard(hum[:5]) == []
