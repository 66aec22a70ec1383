"""The model that comes with us finds names with and without capitals. All people are invented."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from anonfilter_english.detectors.caseless.calibration import FILE, calibrated
from anonfilter_english.detectors.caseless.caseless import FOLDER, CaselessDetector, session
from pydantic import ValidationError

from anonfilter.contract.document import Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.errors import ModelMissing
from tests.english.resolvers.marking import document_of

pytestmark = pytest.mark.slow

SAID = "So Marguerite Okonkwo told me that she had moved to Cleveland with her brother Tobias."


@pytest.fixture(scope="module")
def detector() -> CaselessDetector:
    made = CaselessDetector(CaselessDetector.Config(), Setting("caseless"))
    made.load()
    return made


def found(detector: CaselessDetector, document: Document) -> list[Span]:
    return list(detector.detect(document, document.fields))


def surfaces(document: Document, spans: Iterable[Span], label: str = "PERSON") -> set[str]:
    return {document.text[span.start : span.end] for span in spans if span.label == label}


@pytest.mark.parametrize("written", [str, str.lower, str.upper], ids=["cased", "lower", "upper"])
def test_names_in_every_letter_case(detector: CaselessDetector, written) -> None:
    document = document_of(written(SAID))
    spans = found(detector, document)
    expected = {written("Marguerite Okonkwo"), written("Tobias")}
    assert surfaces(document, spans) == expected
    assert surfaces(document, spans, "LOCATION") == {written("Cleveland")}


def test_ordinary_talk_has_no_names(detector: CaselessDetector) -> None:
    document = document_of("well i mean you know we just sat there and waited for the bus to come")
    assert found(detector, document) == []


def test_other_windows_of_a_batch_change_nothing(detector: CaselessDetector) -> None:
    """Principle 6: what is found does not depend on what else is asked for, to the last digit."""
    turns = [SAID, "Who is Tobias?", "my cousin hope " * 60, "Yes."]
    document = document_of("\n\n".join(turns))
    together = found(detector, document)
    apart = [
        span for field in reversed(document.fields) for span in detector.detect(document, [field])
    ]
    assert sorted(together, key=lambda span: span.start) == sorted(
        apart, key=lambda span: span.start
    )
    assert together


def test_a_short_turn_is_read_after_the_turns_before_it(detector: CaselessDetector) -> None:
    said = "So my neighbour is called marsh, and his wife is called denise, they are lovely."
    after = document_of(f"{said}\n\nmarsh?\n\nno, denise.")
    alone = document_of("marsh?")
    spans = found(detector, after)
    second = after.text.rindex("marsh")
    assert max((span.score for span in spans if span.start == second), default=0) > max(
        (span.score for span in found(detector, alone)), default=0
    )
    assert detector.contexts(alone) == {}
    assert {context[0] for context in detector.contexts(after).values()} == {after.text}


def test_a_cell_of_a_table_is_read_alone(detector: CaselessDetector) -> None:
    field = document_of("Marsh").fields[0]
    rows = (replace(field, end=2, record=1), replace(field, start=3, record=2))
    assert detector.contexts(replace(document_of("Marsh"), fields=rows)) == {}


def test_an_unlikely_word_beside_a_name_does_not_make_the_name_unlikely(
    detector: CaselessDetector,
) -> None:
    keen = CaselessDetector(CaselessDetector.Config(bias=10), Setting("caseless"))
    keen.load()
    document = document_of(SAID)
    start = SAID.index("Marguerite")
    assert any(
        span.start <= start < span.end and span.score > 0.5 for span in found(keen, document)
    )


def test_a_name_of_several_words_is_one_find(detector: CaselessDetector) -> None:
    keen = CaselessDetector(CaselessDetector.Config(bias=3.5), Setting("caseless"))
    keen.load()
    document = document_of("Inmate Bell is not at the hearing room at San Quentin State Prison.")
    found_there = {document.text[span.start : span.end] for span in found(keen, document)}
    assert "San Quentin State Prison" in found_there


def test_findings_do_not_end_inside_an_abbreviation(detector: CaselessDetector) -> None:
    keen = CaselessDetector(CaselessDetector.Config(bias=10), Setting("caseless"))
    keen.load()
    document = document_of(
        "For the Respondents: Mr. Hamish Penrose Q.C. and Ms. Ada Kestrel, Cr.P.C."
    )
    ends = {span.end for span in found(keen, document)}
    assert not ends & {document.text.index(text) + 1 for text in (".C. and", ".P.C", "P.C.")}


def test_names_of_works_are_found_as_other(detector: CaselessDetector) -> None:
    document = document_of(
        "Have you read The Lord of the Rings, or did you play World of Warcraft?"
    )
    assert surfaces(document, found(detector, document), "OTHER")


@pytest.mark.parametrize("before", [0, 1, 60, 90, 126, 127, 128, 129, 200, 500])
def test_a_name_anywhere_in_a_long_text(detector: CaselessDetector, before: int) -> None:
    filler = "and then we went back to the house and nobody had cleaned the kitchen at all "
    words = (filler * 40).split()
    text = " ".join([*words[:before], "and Marguerite Okonkwo said no", *words[before:]])
    document = document_of(text)
    masked = {at for span in found(detector, document) for at in range(span.start, span.end)}
    start = text.index("Marguerite")
    assert masked >= {*range(start, start + 10), *range(start + 11, start + 18)}


def test_a_name_over_a_line_end(detector: CaselessDetector) -> None:
    document = document_of(
        "That morning I had spoken to my neighbour Marguerite\nOkonkwo about it."
    )
    assert "Marguerite\nOkonkwo" in surfaces(document, found(detector, document))


def test_more_bias_finds_no_less(detector: CaselessDetector) -> None:
    document = document_of("\n\n".join((SAID.lower(), "hope and will came with the bakers")))
    masked = {at for span in found(detector, document) for at in range(span.start, span.end)}
    keen = CaselessDetector(CaselessDetector.Config(bias=4), Setting("caseless"))
    keen.load()
    more = {at for span in found(keen, document) for at in range(span.start, span.end)}
    assert masked <= more


def test_only_the_labels_that_are_asked_for() -> None:
    config = CaselessDetector.Config(labels={"PERSON": "WITNESS"})
    made = CaselessDetector(config, Setting("caseless"))
    made.load()
    assert made.needs().labels == {"WITNESS"}
    assert {span.label for span in found(made, document_of(SAID))} == {"WITNESS"}


def test_a_version_that_did_not_come_with_us() -> None:
    with pytest.raises(ValidationError):
        CaselessDetector.Config.model_validate({"version": 1})


@pytest.mark.parametrize("file", ["model.onnx", "tokenizer.json"])
def test_a_damaged_model(tmp_path: Path, file: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(FOLDER, folder)
    whole = (folder / file).read_bytes()
    (folder / file).write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ModelMissing, match="damaged"):
        session(folder)
    (folder / file).unlink()
    with pytest.raises(ModelMissing, match="missing"):
        session(folder)


def with_curves(folder: Path, content: str) -> Path:
    """A copy of the model, with this calibration beside it."""
    model = shutil.copytree(FOLDER, folder / "model")
    (model / FILE).write_text(content)
    return model


def test_scores_as_the_calibration_beside_the_model_says(tmp_path: Path) -> None:
    document = document_of(SAID)
    curve = {"slope": 0.5, "shift": -1.5}

    def scored(labels: dict[str, dict[str, float]]) -> list[Span]:
        model = with_curves(tmp_path / str(len(labels)), json.dumps({"what": "", "labels": labels}))
        made = CaselessDetector(CaselessDetector.Config(), Setting("caseless"))
        made.load(model)
        return found(made, document)

    before, after = scored({}), scored({"PERSON": curve})
    assert [replace(span, score=0) for span in before] == [replace(span, score=0) for span in after]
    for raw, span in zip(before, after, strict=True):
        expected = calibrated(raw.score, **curve) if raw.label == "PERSON" else raw.score
        assert span.score == pytest.approx(expected, abs=0.03)
    assert {span.label for span in after if span.score < 0.95} >= {"PERSON"}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        '{"what": "", "labels": {"PERSON": {"slope": 1}}}',
        '{"what": "", "labels": {"PERSON": {"slope": 0, "shift": 0}}}',
        '{"what": "", "labels": {"PERSON": {"slope": NaN, "shift": 0}}}',
        '{"what": "", "labels": {"PERSONS": {"slope": 1, "shift": 0}}}',
    ],
)
def test_a_damaged_calibration(tmp_path: Path, content: str) -> None:
    with pytest.raises(ModelMissing, match="damaged"):
        session(with_curves(tmp_path, content))


def test_a_calibrated_score_stays_a_share() -> None:
    """A score of 0 or 1 has no log-odds; the steepest curve that a file may hold overflows none."""
    for score in (0.0, 0.5, 1.0):
        for shift in (-50, 0, 50):
            assert 0 <= calibrated(score, 50, shift) <= 1
    assert calibrated(0.73, 1, 0) == pytest.approx(0.73)
