"""``anonfilter eval --audio``: what is silenced in speech made by espeak-ng."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import soundfile
from anonfilter_audio.evaluation import gold
from anonfilter_audio.recordings.transcripts import as_ctm
from anonfilter_audio.sound.words import Word, in_turns

from anonfilter import Engine, load_ruleset
from benchmarks.audio.recording_scores import Bench
from benchmarks.audio.recordings import write

pytestmark = pytest.mark.slow

RULES = """anonfilter: 1
extends: fast
audio: {padding: 0, merge_gap: 0}
"""


@pytest.fixture
def speech(folder):
    """Six dialogues, of which one is in stereo; rules that silence words and nothing else."""
    (folder / "rules.yaml").write_text(RULES)
    write(folder, 6, noises=(None,), turns=6)
    return "clean.jsonl"


def reported(name: str, **files: str) -> str:
    """The gold with these files for each recording, named after it."""
    lines = [json.loads(line) for line in Path("clean.jsonl").read_text().splitlines()]
    for line in lines:
        line |= {key: line["audio"].replace(".wav", suffix) for key, suffix in files.items()}
    Path(name).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return name


def test_with_given_times_all_is_silenced_that_the_rules_find_in_the_text(run, speech):
    result = run("eval", "--audio", "--given", "--rules", "rules.yaml", "--json", speech)
    scores = result.json()
    bench = Bench(Engine(load_ruleset("rules.yaml")), list(gold.read(speech)))
    recall = scores["curve"]["points"][-1]["recall"]
    assert result.code == 0
    assert scores["curve"]["points"][-1]["rho"] == 1
    assert recall == pytest.approx(bench.text_recall())
    assert 0.3 < recall < 1
    assert scores["alignment"]["shortened"] == scores["alignment"]["extended"] == 0
    assert scores["recognition"]["identifiers"]["rate"] == 0
    missed = sum(scores["misses"].values())
    assert scores["misses"]["detection"] == missed > 0


def test_a_given_result_scores_like_the_result_of_the_rules(run, speech):
    for one in gold.read(speech):
        name = one.audio.stem
        words = (Word(word.text, word.start, word.end, channel=word.channel) for word in one.words)
        Path(f"{name}.ctm").write_bytes(as_ctm(in_turns(words)))
        made = run(
            "audio",
            f"{name}.wav",
            "--rules",
            "rules.yaml",
            "--transcript",
            f"{name}.ctm",
            "-o",
            f"{name}-silent.wav",
            "--intervals",
            f"{name}.json",
        )
        assert made.code == 0, made.err
    golds = (
        reported("transcript.jsonl", transcript=".ctm"),
        reported("intervals.jsonl", intervals=".json"),
        reported("silent.jsonl", redacted="-silent.wav", transcript=".ctm"),
    )
    scores = [
        run("eval", "--audio", "--rules", "rules.yaml", "--rho", "0.9", "--json", name).json()
        for name in golds
    ]
    labels = [one["labels"]["labels"] for one in scores]
    assert labels[0]["overall"]["recall"] > 0.3
    assert labels[0] == labels[1] == labels[2]
    assert ["recognition" in one for one in scores] == [True, False, True]


def test_scores_and_plots_of_a_recogniser_are_the_same_in_each_run(run, folder):
    [name] = write(folder, 1, noises=(None,), turns=2)
    args = ("--rules", "fast", "--rho", "0.4", "--plots", "plots", name.name)
    drawn = []
    for _ in range(2):
        result = run("eval", "--audio", *args)
        assert result.code == 0, result.err
        drawn.append({path.name: path.read_bytes() for path in (folder / "plots").iterdir()})
    assert "identifiers by label, rho 0.40" in result.out
    assert "errors of recognition" in result.out
    assert sorted(drawn[0]) == [
        "coverage.png",
        "coverage.svg",
        "curve.png",
        "curve.svg",
        "misses.png",
        "misses.svg",
    ]
    assert drawn[0] == drawn[1]


def test_gold_that_cannot_be_scored_is_refused(run, speech):
    assert run("eval", "--audio", "missing.jsonl").code == 3
    assert run("eval", "--audio", "--ablate", speech).code == 2
    assert "--given" in run("eval", "--audio", "--help").out
    [recording] = [one for one in gold.read(speech) if one.audio.name == "clean-0.wav"]
    soundfile.write("short.wav", soundfile.read(str(recording.audio))[0][:4000], 22050)
    line = json.loads(Path(speech).read_text().splitlines()[0])
    Path("one.jsonl").write_text(json.dumps(line | {"redacted": "short.wav"}) + "\n")
    result = run("eval", "--audio", "one.jsonl")
    assert result.code == 3
    assert "short.wav" in result.err
    Path("one.jsonl").write_text(json.dumps(line | {"audio": "gone.wav"}) + "\n")
    assert run("eval", "--audio", "one.jsonl").code == 3
