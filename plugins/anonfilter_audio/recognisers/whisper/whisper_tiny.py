"""The recogniser Whisper tiny.en, whose model is part of anonfilter."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import ModelMissing, RulesError
from anonfilter_audio.sound.recogniser import RATE, Hypothesis
from anonfilter_audio.sound.words import Word

if TYPE_CHECKING:
    from anonfilter_audio.recognisers.whisper.network import Network, Tokens
    from anonfilter_audio.sound.recogniser import Samples

FOLDER = Path(__file__).with_name("model")
_LONGEST_END = 0.5  # seconds after the recognised end of a word that may still belong to it
_REPEATING = 2.4  # a text that zlib makes so many times shorter repeats itself


class WhisperTiny:
    """Whisper tiny.en with weights of eight bits.

    A word has the confidence of its least certain token. ``docs/audio-measured.md`` shows how many
    words are silenced at `certain_from`, and how many identifiers remain.
    """

    longest = 28.0
    certain_from = 0.6

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        if setting.language != "en":
            raise RulesError(f"has no shipped model for {setting.language!r}", at=("use",))
        self._network: Network | None = None

    def needs(self) -> Needs:
        return Needs(extra="audio")

    def open(self) -> None:
        if self._network is None:
            self._network = network(FOLDER)

    def hear(self, samples: Samples, hypotheses: int) -> Sequence[Hypothesis]:
        """Return the likeliest wording."""
        assert self._network is not None, "open() comes first"
        tokens = self._network.hear(samples)
        words = tuple(_words(tokens, len(samples) / RATE))
        return [Hypothesis(words)] if words else []


def network(folder: Path) -> Network:
    """Load the model in a folder."""
    from anonfilter_audio.recognisers.whisper.network import Network

    try:
        return Network(folder)
    except ModuleNotFoundError:
        raise
    except Exception as cause:  # the libraries raise errors of many types
        raise ModelMissing(
            "the model of the recogniser whisper-tiny is missing or damaged",
            hint="It is part of anonfilter: reinstall anonfilter.",
        ) from cause


def _words(tokens: Tokens, duration: float) -> Iterator[Word]:
    """Yield the words; a token with a space begins one.

    Whisper reports the ends of words too early, so a word lasts until the next one begins, but at
    most half a second longer.
    """
    begins = [at for at, text in enumerate(tokens.texts) if not at or text.startswith(" ")]
    certain = tokens.ended and not _repeats("".join(tokens.texts))
    for first, last in pairwise([*begins, len(tokens.texts)]):
        text = "".join(tokens.texts[first:last]).strip()
        spoken = [at for at in range(first, last) if any(map(str.isalnum, tokens.texts[at]))]
        if not spoken:
            continue
        start, end = tokens.times[spoken[0]], tokens.times[spoken[-1] + 1]
        following = tokens.times[last] if last < len(tokens.texts) else duration
        end = min(following, end + _LONGEST_END, duration)
        confidence = min(tokens.probabilities[at] for at in spoken) if certain else 0.0
        yield Word("".join(text.split()), min(start, end), end, confidence)


def _repeats(text: str) -> bool:
    data = text.encode()
    return len(data) > _REPEATING * len(zlib.compress(data))
