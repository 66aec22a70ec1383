"""The models that may be loaded, and the errors for others."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from anonfilter_models.transformers import pinned_models as models

from anonfilter.contract.plugin import Setting
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, ModelMissing, RulesError
from anonfilter.rules import parse_ruleset
from tests.models.transformers.working import COMMIT, TEXT, engine, rules, spans


def test_a_model_that_is_not_there_is_named() -> None:
    with pytest.raises(ModelMissing, match=r"there is no model directory acme/tiny-ner") as caught:
        models.find("acme/tiny-ner", Setting("test", folder=Path("/nowhere")))
    assert "acme/tiny-ner@ and the 40 digits of a commit" in str(caught.value)


@pytest.mark.parametrize("revision", ["main", "v1.0", COMMIT[:12], COMMIT.upper()])
def test_a_branch_or_half_a_commit_pins_nothing(revision: str) -> None:
    with pytest.raises(
        RulesError, match=r"transformers-test:\d+:\d+: .* is not pinned to a commit"
    ):
        Engine(parse_ruleset(rules(f"acme/tiny-ner@{revision}"), "transformers-test"))


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "home/.cache/huggingface/hub"),
        ({"XDG_CACHE_HOME": "caches"}, "caches/huggingface/hub"),
        ({"HF_HOME": "hf"}, "hf/hub"),
        ({"HF_HOME": "hf", "HF_HUB_CACHE": "models"}, "models"),
    ],
)
@pytest.mark.slow
def test_the_cache_is_where_huggingface_hub_has_it(
    variables: dict[str, str], expected: str, tmp_path: Path
) -> None:
    code = (
        "from huggingface_hub import constants\n"
        "from anonfilter_models.transformers.pinned_models import cache\n"
        "print(cache())\nprint(constants.HF_HUB_CACHE)"
    )
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "XDG_"))}
    given = {name: str(tmp_path / value) for name, value in variables.items()}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**kept, "HOME": str(tmp_path / "home"), **given},
    )
    assert done.stdout.split() == [str(tmp_path / expected)] * 2


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["config.json", "model.safetensors", "tokenizer.json"])
@pytest.mark.parametrize("how", ["removed", "cut"])
def test_a_damaged_model_makes_the_file_incomplete(folder: Path, damage: str, how: str) -> None:
    file = folder / "ner" / damage
    content = file.read_bytes()
    file.unlink()
    if how == "cut":
        file.write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelMissing, match=r"the model .*ner"):
        engine(folder / "ner")


@pytest.mark.slow
def test_weights_in_a_format_that_can_hold_code_are_not_read(folder: Path) -> None:
    import torch

    (folder / "ner" / "model.safetensors").unlink()
    torch.save({}, folder / "ner" / "pytorch_model.bin")
    with pytest.raises(ModelMissing, match=r"has no model\.safetensors") as caught:
        engine(folder / "ner")
    assert "save_pretrained writes safetensors" in str(caught.value)


@pytest.mark.slow
def test_code_that_comes_with_a_model_is_not_run(folder: Path) -> None:
    config = json.loads((folder / "ner" / "config.json").read_text())
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.Own"}}
    (folder / "ner" / "config.json").write_text(json.dumps(config))
    (folder / "ner" / "own.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\n")
    with pytest.raises(ModelMissing, match="cannot be loaded"):
        engine(folder / "ner")
    assert not (folder / "ran").exists()


@pytest.mark.slow
def test_a_model_without_its_last_layer_is_not_filled_in_at_random(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = folder / "ner" / "model.safetensors"
    kept = {k: v for k, v in load_file(weights).items() if not k.startswith("classifier")}
    save_file(kept, weights, metadata={"format": "pt"})
    with pytest.raises(ModelMissing, match=r"not trained for this: it lacks classifier\.bias"):
        engine(folder / "ner")


@pytest.mark.slow
def test_weights_are_held_against_the_digest_of_the_rules(trained: Path) -> None:
    digest = hashlib.sha256((trained / "ner" / "model.safetensors").read_bytes()).hexdigest()
    engine(trained / "ner", more=f"sha256: {digest}")
    with pytest.raises(ModelMissing, match="differ from the pinned digest") as caught:
        engine(trained / "ner", more=f"sha256: '{'0' * 64}'")
    assert digest in str(caught.value)


@pytest.mark.slow
def test_weights_that_are_no_numbers_find_nothing_clean(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = folder / "ner" / "model.safetensors"
    broken = load_file(weights)
    broken["classifier.bias"].fill_(float("nan"))
    save_file(broken, weights, metadata={"format": "pt"})
    with pytest.raises(Incomplete, match="is not finite"):
        spans(engine(folder / "ner"), TEXT)


@pytest.mark.slow
def test_labels_that_a_model_does_not_have_are_an_error_of_the_rules(trained: Path) -> None:
    written = rules(trained / "ner").replace("PER: PERSON", "PERS: PERSON")
    made = Engine(parse_ruleset(written, "transformers-test", trust_local=True))
    with pytest.raises(RulesError, match="has no labels PERS") as caught:
        made.load()
    assert "It has: LOC, O, ORG, PER." in str(caught.value)


@pytest.mark.slow
def test_a_classifier_without_entailment_is_refused_for_zero_shot(folder: Path) -> None:
    config = json.loads((folder / "nli" / "config.json").read_text())
    config["id2label"] = {"0": "negative", "1": "not_entailment", "2": "positive"}
    (folder / "nli" / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelMissing, match="has no label for entailment"):
        engine(folder / "ner", folder / "nli")
