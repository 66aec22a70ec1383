"""transformers: names and categories from small real models, offline, the same in any batch."""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from anonfilter_transformers import models
from anonfilter_transformers.schemes import Named, Reader, columns, joined
from anonfilter_transformers.subwords import by_word, words

from anonfilter.engine import Engine
from anonfilter.errors import Incomplete, ModelMissing, RulesError
from anonfilter.hookspecs import Setting
from anonfilter.model import Source, Span
from anonfilter.rules import parse_ruleset
from tests.plugins.transformers_models import (
    WINDOW,
    annotated,
    save_entailment,
    save_token_classifier,
)

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = "89abcdef0123456789abcdef0123456789abcdef"
LABELS = "{PER: PERSON, LOC: LOCATION, ORG: ORGANIZATION}"
RULES = """
anonfilter: 1
labels:
  PERSON: {{}}
  LOCATION: {{tag: {tag}}}
  ORGANIZATION: {{tag: {tag}}}
formats: [{{use: text}}]
detectors:
  - {{use: token-classification, model: '{ner}', labels: {labels}, {more}}}
taggers:
  - use: numbered
"""
ZERO_SHOT = """
  - use: zero-shot
    model: '{nli}'
    candidates:
      LOCATION: {{CITY: a city, RIVER: a river}}
      ORGANIZATION: {{BANK: a bank, SCHOOL: a school}}
    {settings}
"""
TEXT = (
    "Yesterday Stouba Dreigason met Wazesen in Glouneville.\n\n"
    "Then we walked through the streets of\nGlouneville.\n\n"
    "Then I had an account at Trouva Bank.\n"
)
FILTERED = (
    "Yesterday [PERSON_1] met [PERSON_2] in [CITY_1].\n\n"
    "Then we walked through the streets of\n[CITY_1].\n\n"
    "Then I had an account at [BANK_1].\n"
)


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both models, ``ner`` and ``nli``."""
    folder = tmp_path_factory.mktemp("trained")
    save_token_classifier(folder / "ner")
    save_entailment(folder / "nli")
    return folder


@pytest.fixture
def folder(trained: Path, tmp_path: Path) -> Path:
    """A copy of them, to be changed."""
    for name in ("ner", "nli"):
        shutil.copytree(trained / name, tmp_path / name)
    return tmp_path


def rules(ner: str | Path = "./ner", nli: str | Path = "", more: str = "", **settings: Any) -> str:
    text = RULES.format(ner=ner, labels=LABELS, more=more, tag="zero-shot" if nli else "numbered")
    written = "\n    ".join(f"{name}: {value}" for name, value in settings.items())
    return text + (ZERO_SHOT.format(nli=nli, settings=written) if nli else "")


def engine(ner: str | Path, nli: str | Path = "", more: str = "", **settings: Any) -> Engine:
    made = Engine(parse_ruleset(rules(ner, nli, more, **settings), "transformers-test"))
    made.load()
    return made


@pytest.fixture(scope="module")
def reading(trained: Path) -> Engine:
    return engine(trained / "ner")


def spans(made: Engine, text: str) -> tuple[Span, ...]:
    return made.analyse(made.read(Source("test.txt", text))).candidates


def names(made: Engine, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.label) for span in spans(made, text)]


def words_named(made: Engine, text: str) -> list[str]:
    return [word for name, _ in names(made, text) for word in name.split()]


def filtered(made: Engine, text: str) -> str:
    return made.redact(made.read(Source("test.txt", text))).output.decode()


def run(
    folder: Path, *args: str, text: str = TEXT, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command line in a folder, with no more of the user's home than is given."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "XDG_"))}
    return subprocess.run(
        [sys.executable, "-m", "anonfilter", *args],
        input=text, capture_output=True, text=True, cwd=folder, timeout=600, check=False,
        env={**kept, "HOME": str(folder / "home"), "OMP_NUM_THREADS": "1", **environment},
    )  # fmt: skip


def in_cache(home: Path, source: Path, name: str, commit: str) -> None:
    """Put a model where `hf download` would: files among blobs, links to them in a snapshot."""
    repository = home / "hub" / f"models--{name.replace('/', '--')}"
    snapshot = repository / "snapshots" / commit
    (repository / "blobs").mkdir(parents=True)
    snapshot.mkdir(parents=True)
    for file in source.iterdir():
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        shutil.copy(file, repository / "blobs" / digest)
        (snapshot / file.name).symlink_to(Path("../../blobs") / digest)


# on the command line


@pytest.mark.slow
def test_names_and_their_categories_are_replaced(folder: Path) -> None:
    (folder / "rules.yaml").write_text(rules(nli="./nli"))
    done = run(folder, "--rules", "rules.yaml")
    assert done.stdout == FILTERED, done.stderr
    assert "Warning" not in done.stderr
    assert "%|" not in done.stderr
    assert not list((folder / "home").rglob("*"))


@pytest.mark.slow
def test_the_libraries_do_not_even_try_to_reach_out(folder: Path) -> None:
    (folder / "rules.yaml").write_text(rules(nli="./nli"))
    code = (
        "import sys\n"
        "tried = []\n"
        "sys.addaudithook(lambda event, args: tried.append(event) if event in ("
        "'socket.connect', 'socket.getaddrinfo', 'socket.gethostbyname') else None)\n"
        "from anonfilter.cli.main import main\n"
        "try:\n    main(['--rules', 'rules.yaml'])\n"
        "finally:\n    print('tried', tried, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=TEXT, capture_output=True, text=True, cwd=folder,
        timeout=600, check=False,
    )  # fmt: skip
    assert done.stdout == FILTERED
    assert "tried []" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["torch", "transformers"])
def test_without_the_extra_the_command_that_installs_it_is_named(
    folder: Path, missing: str
) -> None:
    (folder / "rules.yaml").write_text(rules())
    code = (
        f"import sys\nsys.modules[{missing!r}] = None\n"
        "from anonfilter.cli.main import main\nmain(['--rules', 'rules.yaml'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=TEXT, capture_output=True, text=True, cwd=folder,
        timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    assert "python -m pip install 'anonfilter[transformers]'" in done.stderr


@pytest.mark.slow
def test_a_pinned_revision_of_the_users_cache_is_found_without_a_network(folder: Path) -> None:
    home = folder / "huggingface"
    in_cache(home, folder / "ner", "acme/tiny-ner", COMMIT)
    in_cache(home, folder / "nli", "acme/tiny-nli", OTHER)
    (folder / "rules.yaml").write_text(
        rules(f"acme/tiny-ner@{COMMIT}", nli=f"acme/tiny-nli@{OTHER}")
    )
    done = run(folder, "--rules", "rules.yaml", HF_HOME=str(home))
    assert done.stdout == FILTERED, done.stderr
    told = run(folder, "models", "--rules", "rules.yaml", "--output", "json", HF_HOME=str(home))
    listed = json.loads(told.stdout)["models"]
    assert [(one["version"], one["usable"]) for one in listed] == [(COMMIT, True), (OTHER, True)]


@pytest.mark.slow
def test_another_revision_than_the_pinned_one_is_not_used(folder: Path) -> None:
    home = folder / "huggingface"
    in_cache(home, folder / "ner", "acme/tiny-ner", OTHER)
    (folder / "rules.yaml").write_text(rules(f"acme/tiny-ner@{COMMIT}"))
    done = run(folder, "--rules", "rules.yaml", HF_HOME=str(home))
    assert done.returncode == 3
    assert done.stdout == ""
    assert f"the cache holds {OTHER}" in done.stderr
    assert f"hf download acme/tiny-ner --revision {COMMIT}" in done.stderr
    told = run(folder, "models", "--rules", "rules.yaml", HF_HOME=str(home))
    assert told.returncode == 3
    assert "installed  no" in told.stdout


@pytest.mark.slow
def test_a_model_of_the_checked_repository_needs_trust(folder: Path) -> None:
    (folder / ".git").mkdir()
    (folder / "rules.yaml").write_text(rules())
    refused = run(folder, "--rules", "rules.yaml")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "lies in the repository that is being checked" in refused.stderr
    trusted = run(folder, "--rules", "rules.yaml", "--trust-local-plugins")
    assert "[PERSON_1]" in trusted.stdout


# what may be loaded


def test_a_model_that_is_not_there_is_named() -> None:
    with pytest.raises(ModelMissing, match=r"there is no model directory acme/tiny-ner") as caught:
        models.find("acme/tiny-ner", Setting("test", folder=Path("/nowhere")))
    assert "acme/tiny-ner@ and the 40 digits of a commit" in str(caught.value)


@pytest.mark.parametrize("revision", ["main", "v1.0", COMMIT[:12], COMMIT.upper()])
def test_a_branch_or_half_a_commit_pins_nothing(revision: str) -> None:
    with pytest.raises(RulesError, match=r"transformers-test:\d+:\d+: .* is pinned to no commit"):
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
        "from anonfilter_transformers.models import cache\n"
        "print(cache())\nprint(constants.HF_HUB_CACHE)"
    )
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HF_", "XDG_"))}
    given = {name: str(tmp_path / value) for name, value in variables.items()}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={**kept, "HOME": str(tmp_path / "home"), **given},
    )  # fmt: skip
    assert done.stdout.split() == [str(tmp_path / expected)] * 2


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["config.json", "model.safetensors", "tokenizer.json"])
@pytest.mark.parametrize("how", ["removed", "cut"])
def test_a_damaged_model_is_no_clean_file(folder: Path, damage: str, how: str) -> None:
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
    with pytest.raises(ModelMissing, match="not those that the rules pin") as caught:
        engine(trained / "ner", more=f"sha256: '{'0' * 64}'")
    assert digest in str(caught.value)


@pytest.mark.slow
def test_weights_that_are_no_numbers_find_nothing_clean(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = folder / "ner" / "model.safetensors"
    broken = load_file(weights)
    broken["classifier.bias"].fill_(float("nan"))
    save_file(broken, weights, metadata={"format": "pt"})
    with pytest.raises(Incomplete, match="computes no numbers"):
        spans(engine(folder / "ner"), TEXT)


@pytest.mark.slow
def test_labels_that_a_model_does_not_have_are_an_error_of_the_rules(trained: Path) -> None:
    written = rules(trained / "ner").replace("PER: PERSON", "PERS: PERSON")
    made = Engine(parse_ruleset(written, "transformers-test"))
    with pytest.raises(RulesError, match="has no labels PERS") as caught:
        made.load()
    assert "It has: LOC, O, ORG, PER." in str(caught.value)


@pytest.mark.slow
def test_a_classifier_that_knows_no_entailment_is_no_zero_shot_model(folder: Path) -> None:
    config = json.loads((folder / "nli" / "config.json").read_text())
    config["id2label"] = {"0": "negative", "1": "not_entailment", "2": "positive"}
    (folder / "nli" / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelMissing, match="does not say what a text entails"):
        engine(folder / "ner", folder / "nli")


# names


@pytest.mark.slow
def test_most_names_of_new_text_are_found_whole_and_as_what_they_are(reading: Engine) -> None:
    chance = random.Random(99)
    right = wanted = 0
    kinds = {"PER": "PERSON", "LOC": "LOCATION", "ORG": "ORGANIZATION"}
    for _ in range(30):
        text, gold = annotated(chance, 4)
        expected = {(name, kinds[kind]) for name, kind in gold}
        right += len(expected & set(names(reading, text)))
        wanted += len(expected)
    assert right / wanted > 0.85


@pytest.mark.slow
def test_names_are_whole_words_of_many_sub_words(reading: Engine) -> None:
    from transformers import AutoTokenizer

    text, _ = annotated(random.Random(3), 12)
    found = spans(reading, text)
    assert len(found) > 8
    detector = next(made for part, made in reading.parts() if part.name == "token-classification")
    tokenizer = AutoTokenizer.from_pretrained(models.find(detector.needs().models[0],
                                                          Setting("test")).path)  # fmt: skip
    assert max(len(tokenizer.tokenize(text[span.start : span.end])) for span in found) > 3
    starts, ends = ({place[at] for place in words(text)} for at in (0, 1))
    assert all(span.start in starts and span.end in ends for span in found)


@pytest.mark.slow
def test_a_name_in_wrapped_prose_is_one_name_at_its_own_place(reading: Engine) -> None:
    text = "Yesterday  it rained  all week, and then I asked Stouba\n   Dreigason about the work."
    assert names(reading, text) == [("Stouba\n   Dreigason", "PERSON")]


@pytest.mark.slow
def test_names_one_per_line_stay_apart(reading: Engine) -> None:
    found = names(reading, "Stouba Dreigason\nWaze Moulaisen\nPraba Teheiova\n")
    assert found
    assert not any("\n" in name for name, _ in found)


@pytest.mark.slow
def test_every_word_of_a_name_is_found_in_each_of_many_windows(reading: Engine) -> None:
    sentence = "Then Stouba Dreigason asked for the figures of the year before. "
    filler = "It rained all week, and the committee had nothing new to say. "
    text = (sentence + filler) * 60
    assert words_named(reading, text) == ["Stouba", "Dreigason"] * 60


@pytest.mark.slow
def test_windows_show_each_sub_word_once_and_in_its_place(trained: Path) -> None:
    from anonfilter_transformers.subwords import encode
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(trained / "ner")
    for sentences in (0, 1, 3, 9, 40):
        text, _ = annotated(random.Random(sentences), sentences)
        whole = tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        for longest, overlap in ((WINDOW, 16), (40, 20), (32, 0), (33, 7)):
            encoded = encode(tokenizer, text, longest, overlap)
            assert all(len(piece.row["input_ids"]) <= longest for piece in encoded.pieces)
            table = encoded.table([piece.row["input_ids"] for piece in encoded.pieces])
            assert table == whole["input_ids"]
            assert list(encoded.offsets) == [tuple(at) for at in whole["offset_mapping"]]


@pytest.mark.slow
def test_one_word_longer_than_any_window_is_read_to_its_end(reading: Engine) -> None:
    text = "x" * 5_000 + " and then Stouba Dreigason asked for the figures of the year before."
    assert words_named(reading, text)[-2:] == ["Stouba", "Dreigason"]


@pytest.mark.slow
def test_what_looks_like_a_marker_of_the_model_is_text(reading: Engine) -> None:
    text = "Nobody knew [SEP] [PAD] [CLS]. Then Stouba Dreigason asked for the figures of the year."
    assert words_named(reading, text)[-2:] == ["Stouba", "Dreigason"]


@pytest.mark.slow
def test_neither_batches_nor_neighbours_change_anything(trained: Path, reading: Engine) -> None:
    chance = random.Random(21)
    fields = [annotated(chance, chance.choice((1, 1, 2, 6)))[0] for _ in range(60)]
    text = "\n\n".join(fields)
    expected = spans(reading, text)
    assert len(expected) > 100
    for size in (1, 3, 200):
        assert spans(engine(trained / "ner", more=f"batch_size: {size}"), text) == expected
    start = 0
    for field in fields:
        alone = [(span.start + start, span.end + start, span.label, span.score)
                 for span in spans(reading, field)]  # fmt: skip
        there = [(span.start, span.end, span.label, span.score)
                 for span in expected if start <= span.start < start + len(field)]  # fmt: skip
        assert alone == there
        start += len(field) + 2


@pytest.mark.slow
def test_a_row_next_to_a_border_is_computed_alone() -> None:
    import torch
    from anonfilter_transformers.inference import probabilities
    from torch import nn

    class Echo(nn.Module):
        """Logits from its input; in company, off by as much as a batch may make it."""

        def forward(self, input_ids: Any) -> Any:
            chances = input_ids.double() / 1_000_000 + (1e-6 if len(input_ids) > 1 else 0)
            logits = torch.stack([chances, 1 - chances], -1).log()
            return type("Output", (), {"logits": logits})

    rows = [{"input_ids": [at]} for at in (344_999, 345_000, 345_001, 120_000, 999_998)]
    alone = [probabilities(Echo(), [row], 1)[0] for row in rows]
    assert alone[0] != alone[2]
    assert probabilities(Echo(), rows, 8) == alone


@pytest.mark.slow
def test_the_threshold_trades_misses_for_false_alarms(trained: Path) -> None:
    text, _ = annotated(random.Random(5), 40)
    text += " Grandmother never called Uncle before Tuesday, whatever Doctor Quill may think of it."
    found = [
        sum(map(len, spans(engine(trained / "ner", more=f"threshold: {threshold}"), text)))
        for threshold in (0.02, 0.5, 1.0)
    ]
    assert found[0] > found[1] > found[2]


# categories


@pytest.mark.slow
def test_one_name_has_one_category_whether_each_mention_tells_or_not(trained: Path) -> None:
    made = engine(trained / "ner", trained / "nli")
    text = (
        "Then they told me of Glouneville.\n\nThen we swam in Draiweford all day.\n\n"
        "Then they told me of Draiweford.\n\nThen my teacher at Mouba Works was kind."
    )
    assert filtered(made, text) == (
        "Then they told me of [LOCATION_1].\n\nThen we swam in [RIVER_1] all day.\n\n"
        "Then they told me of [RIVER_1].\n\nThen my teacher at [SCHOOL_1] was kind."
    )


@pytest.mark.slow
def test_what_is_not_sure_enough_keeps_its_own_tag(trained: Path) -> None:
    text = "Then they told me of Glouneville."
    sure = engine(trained / "ner", trained / "nli", threshold=0.8)
    assert filtered(sure, text) == "Then they told me of [LOCATION_1]."
    text = "Then we swam in Draiweford all day."
    assert filtered(sure, text) == "Then we swam in [RIVER_1] all day."


@pytest.mark.slow
def test_the_word_lists_may_be_asked_first(trained: Path) -> None:
    text = "Then we swam in Waterford all day.\n\nThen we swam in Draiweford all day."
    asked = engine(trained / "ner", trained / "nli", lists_first="true")
    assert filtered(asked, text).split("\n\n") == [
        "Then we swam in [CITY_1] all day.", "Then we swam in [RIVER_1] all day.",
    ]  # fmt: skip
    assert "[CITY_1]" not in filtered(engine(trained / "ner", trained / "nli"), text)


@pytest.mark.slow
def test_other_candidates_are_other_words_in_the_rules(trained: Path) -> None:
    written = rules(trained / "ner", trained / "nli").replace("RIVER: a river", "WATER: a river")
    made = Engine(parse_ruleset(written, "transformers-test"))
    text = "Then we swam in Draiweford all day."
    assert filtered(made, text) == "Then we swam in [WATER_1] all day."


def test_a_hypothesis_without_a_candidate_is_an_error_of_the_rules() -> None:
    written = rules(nli="./nli", hypothesis="'{name} is a city.'")
    with pytest.raises(RulesError, match=r"it needs \{candidate\}"):
        Engine(parse_ruleset(written, "transformers-test"))


# schemes

SCHEMES = {
    "BIO": (("O", "B-PER", "I-PER", "B-LOC", "I-LOC"), "B-PER I-PER O B-PER B-PER I-LOC I-LOC"),
    "IOB1": (("O", "B-PER", "I-PER", "B-LOC", "I-LOC"), "I-PER I-PER O I-PER B-PER I-LOC I-LOC"),
    "BIOES": (
        ("B-PER", "I-PER", "E-PER", "S-PER", "B-LOC", "I-LOC", "E-LOC", "S-LOC", "O"),
        "B-PER E-PER O S-PER S-PER B-LOC E-LOC",
    ),
    "ends alone": (("O", "I-PER", "E-PER", "I-LOC"), "I-PER E-PER O E-PER I-PER I-LOC I-LOC"),
}


def read(labels: tuple[str, ...], said: str, text: str, threshold: float = 0.5) -> list[str]:
    """What a model that says this of the words of a text has found in it."""
    reader = Reader(labels, ("PER", "LOC"), threshold)
    rows = [[0.94 if label == one else 0.01 for label in labels] for one in said.split()]
    found = joined(text, words(text), [reader.verdict(row) for row in rows])
    return [f"{text[name.start : name.end]}: {name.kind}" for name in found]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_labels_of_words_become_names(scheme: str) -> None:
    labels, said = SCHEMES[scheme]
    assert read(labels, said, "Ada Mbeki met Ina Jo Port Ellery") == [
        "Ada Mbeki: PER", "Ina: PER", "Jo: PER", "Port Ellery: LOC",
    ]  # fmt: skip


def test_plain_labels_join_neighbours_but_not_over_a_mark_or_a_line() -> None:
    text = "Ada Mbeki, Port Ellery\nPort Quill"
    assert read(("O", "PER", "LOC"), "PER PER O LOC LOC LOC LOC", text) == [
        "Ada Mbeki: PER", "Port Ellery: LOC", "Port Quill: LOC",
    ]  # fmt: skip


def test_a_prefix_is_one_only_where_all_labels_have_one() -> None:
    assert [one.kind for one in columns(("O", "B-PER", "I-PER"))] == ["O", "PER", "PER"]
    plain = ("S-BAHN", "PERSON", "O")
    assert [one.kind for one in columns(plain)] == list(plain)


def test_who_is_a_person_or_a_place_is_a_name() -> None:
    reader = Reader(("O", "PER", "LOC", "MISC"), ("PER", "LOC"), 0.5)
    verdict = reader.verdict((0.4, 0.25, 0.3, 0.05))
    assert verdict is not None
    assert (verdict.kind, verdict.score) == ("LOC", 0.55)
    assert reader.verdict((0.3, 0.1, 0.2, 0.4)) is None


def test_a_name_is_as_sure_as_its_least_sure_word() -> None:
    reader = Reader(("O", "PER"), ("PER",), 0.5)
    verdicts = [reader.verdict(row) for row in ((0.1, 0.9), (0.3, 0.7))]
    assert list(joined("Ada Jo", words("Ada Jo"), verdicts)) == [Named(0, 6, "PER", 0.7)]


def test_words_and_the_sub_words_that_they_are_made_of() -> None:
    text = "O'Neil's co-op"
    found = words(text)
    assert [text[start:end] for start, end in found] == ["O'Neil", "'", "s", "co", "-", "op"]
    assert by_word([(0, 6), (6, 7), (9, 11)], [(0, 1), (1, 2), (2, 6), (6, 8)]) == [
        [0, 1, 2], [3], [],
    ]  # fmt: skip
