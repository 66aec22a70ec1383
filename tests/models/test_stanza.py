"""The detector `stanza`: a downloaded folder, offline, each field separately."""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from anonfilter_models.stanza.stanza_ner import WINDOW

from anonfilter.contract.document import Source, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import ModelMissing, PluginError, RulesError
from anonfilter.rules import load_ruleset, parse_ruleset
from tests.git_repository import Repository
from tests.models import stanza_models

RULES = """
anonfilter: 1
labels: {{PERSON: {{}}, LOCATION: {{}}}}
formats: [{{use: text}}]
detectors:
  - {{use: stanza, model: {model}, labels: {{PERSON: PERSON, GPE: LOCATION}}{more}}}
taggers: [{{use: numbered}}]
"""
PEOPLE = ("Helena Marchetti", "Samir Okafor", "Edith Lindqvist", "Hugo Castellan")
SENTENCE = "Then Helena Marchetti asked for the figures of the year before. "
FILLER = "The committee met in the morning and nobody had anything new to say about the bridge. "
LETTER = """\
The letter that came on that morning was signed by Helena
Marchetti, who had worked for years. It rained in Norway, as it
had done all week, and the ferry was late again.
"""


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a model, trained once."""
    logging.disable(logging.INFO)
    try:
        return stanza_models.train(
            tmp_path_factory.mktemp("stanza"), tmp_path_factory.mktemp("stanza-data")
        )
    finally:
        logging.disable(logging.NOTSET)


@pytest.fixture
def model(trained: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    return Path(shutil.copytree(trained, tmp_path / "model"))


def engine(model: Path, more: str = "") -> Engine:
    return Engine(
        parse_ruleset(RULES.format(model=f"'{model}'", more=more), "stanza-test", trust_local=True)
    )


@pytest.fixture(scope="session")
def reading(trained: Path) -> Engine:
    made = engine(trained)
    made.load()
    return made


def spans(made: Engine, text: str) -> tuple[Span, ...]:
    return made.analyse(made.read(Source("test.txt", text))).spans


def people(made: Engine, text: str) -> list[str]:
    return [text[s.start : s.end] for s in spans(made, text) if s.label == "PERSON"]


def anonfilter(folder: Path, *args: str, data: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "anonfilter", *args, "--trust-local-plugins"],
        cwd=folder,
        input=data,
        capture_output=True,
        text=True,
        check=False,
    )


def reindex(folder: Path, language: str = "en", **changes: object) -> None:
    """Change what the index says of a language."""
    path = folder / "resources.json"
    index = json.loads(path.read_text())
    index[language] |= changes
    path.write_text(json.dumps(index))


@pytest.mark.slow
def test_names_are_replaced_on_the_command_line(model: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES.format(model="./model", more=""))
    done = anonfilter(tmp_path, "filter", "--rules", "rules.yaml", data=LETTER)
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 2  # the summary; not a word of stanza's
    assert done.stdout == LETTER.replace("Helena\nMarchetti", "\n[PERSON_1]").replace(
        "Norway", "[LOCATION_1]"
    )


@pytest.mark.slow
def test_a_name_in_wrapped_prose_is_one_name_in_its_place(reading: Engine) -> None:
    assert people(reading, LETTER) == ["Helena\nMarchetti"]


@pytest.mark.slow
def test_names_one_per_line_stay_apart(reading: Engine) -> None:
    assert people(reading, "\n".join(PEOPLE) + "\n") == list(PEOPLE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "before",
    ["\t  ", "Hugo came.\r\n\r\n", "nai\u0308ve\u200b \u00ad ", "\x1c 🌉 …\n\n", "[PERSON_3] "],
)
def test_offsets_hold_behind_what_is_not_plain_text(reading: Engine, before: str) -> None:
    document = reading.read(Source("t.txt", f"{before}\n\n  I met Helena   Marchetti yesterday."))
    found = [document.prose[s.start : s.end] for s in reading.analyse(document).spans]
    assert found[-1] == "Helena   Marchetti"


@pytest.mark.slow
def test_every_name_of_one_long_line_is_found_whole(reading: Engine) -> None:
    text = (SENTENCE + FILLER) * 150
    assert len(text) > 4 * WINDOW
    assert people(reading, text) == ["Helena Marchetti"] * 150


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "\n \n", "---\n***", "…", "\ufffc \x00 \ud800"])
def test_text_without_words_is_read(reading: Engine, text: str) -> None:
    assert spans(reading, text) == ()


@pytest.mark.slow
def test_any_characters_can_be_read(reading: Engine) -> None:
    chance = random.Random(7)
    alphabet = "aZ \n.,'\"\t\x0b\x0c\x1c\x85\u2028\u3000\u0301\u200d\u00df字א1é🌉"
    texts = ["".join(chance.choices(alphabet, k=chance.randint(1, 90))) for _ in range(60)]
    for text in [*texts, "x" * 3_000, "x" * (WINDOW + 3)]:
        for span in spans(reading, text):
            assert 0 <= span.start < span.end <= len(text)


@pytest.mark.slow
def test_a_field_is_read_by_itself(reading: Engine) -> None:
    """Alone, among others, before or after them: the same spans."""
    chance = random.Random(11)
    turns = [
        " ".join(chance.choice((SENTENCE, FILLER, "Hugo came.", "I met Oona yesterday.")).split())
        for _ in range(40)
    ]
    together = "\n\n".join(turns)
    found = {(s.start, s.end, s.label) for s in spans(reading, together)}
    alone, at = set(), 0
    for turn in turns:
        alone |= {(at + s.start, at + s.end, s.label) for s in spans(reading, turn)}
        at += len(turn) + 2
    assert found == alone
    assert len(found) > 10


@pytest.mark.slow
def test_the_number_of_threads_is_given_back_and_changes_nothing(reading: Engine) -> None:
    import torch

    before = torch.get_num_threads()
    try:
        results = []
        for threads in (1, 2):
            torch.set_num_threads(threads)
            results.append(spans(reading, SENTENCE * 20))
            assert torch.get_num_threads() == threads
    finally:
        torch.set_num_threads(before)
    assert results[0] == results[1]


@pytest.mark.slow
def test_loading_and_reading_touch_no_network_and_no_file_elsewhere(
    trained: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    code = """
        import sys
        tried = []
        def watch(event, args):
            if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto"):
                tried.append(event)
            if event == "open" and isinstance(args[2], int) and args[2] & 3:
                if "__pycache__" not in str(args[0]) and args[0] != "/dev/null":
                    tried.append(str(args[0]))
        sys.addaudithook(watch)
        from anonfilter import Engine, load_ruleset
        made = Engine(load_ruleset(sys.argv[1], trust_local=True))
        from anonfilter.contract import Source
        source = Source("t.txt", "I met Helena Marchetti yesterday.")
        print(len(made.analyse(made.read(source)).spans))
        print(tried)
    """
    (tmp_path / "rules.yaml").write_text(RULES.format(model=f"'{trained}'", more=""))
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / "rules.yaml")],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")},
    )
    assert (done.stdout, done.stderr) == ("1\n[]\n", "")
    assert list(home.rglob("*")) == []


@pytest.mark.slow
def test_without_stanza_the_extra_is_named(trained: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES.format(model=f"'{trained}'", more=""))
    code = (
        "import sys; sys.modules['stanza'] = None; from anonfilter.commands.main import main; "
        "sys.argv = ['anonfilter', 'filter', '--trust-local-plugins', '--rules', 'rules.yaml']; "
        "sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        input="Hugo came.",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "python -m pip install 'anonfilter[stanza]'" in done.stderr


def test_rules_with_stanza_are_read_without_it(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES.format(model="./model", more=""))
    code = (
        "import sys; from anonfilter import Engine, load_ruleset; "
        "Engine(load_ruleset('rules.yaml', trust_local=True)); "
        "print({'stanza', 'torch'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_a_missing_folder_is_reported_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="there is no folder"):
        engine(tmp_path / "nowhere").load()


def test_a_folder_of_something_else_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match=r"has no resources\.json") as caught:
        engine(tmp_path).load()
    assert "stanza.download('en', model_dir=" in caught.value.hint


def test_a_package_is_no_directory() -> None:
    with pytest.raises(RulesError, match=r"stanza-test:6:5: .*is not a directory"):
        engine(Path("stanza-en==1.15.0"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "ner/tiny_charlm",
        "tokenize/tiny_nocharlm",
        "mwt/tiny",
        "pretrain/tiny",
        "forward_charlm/tiny",
    ],
)
def test_a_part_that_is_missing_or_altered_is_named(model: Path, part: str) -> None:
    path = model / "en" / f"{part}.pt"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(ModelMissing, match=f"is damaged: {part}.pt"):
        engine(model).load()
    path.unlink()
    with pytest.raises(ModelMissing, match=f"has no {part}.pt") as caught:
        engine(model).load()
    kind, package = part.split("/")
    assert f"package=None, processors={{'{kind}': '{package}'}}" in caught.value.hint


@pytest.mark.slow
@pytest.mark.parametrize("part", ["ner/tiny_charlm", "tokenize/tiny_nocharlm", "mwt/tiny"])
def test_a_damaged_part_without_a_sum_is_reported(model: Path, tmp_path: Path, part: str) -> None:
    (model / "en" / f"{part}.pt").write_bytes(b"PK\x03\x04 no weights")
    stanza_models.write_resources(model)
    (tmp_path / "rules.yaml").write_text(RULES.format(model="./model", more=""))
    done = anonfilter(tmp_path, "filter", "--rules", "rules.yaml", data=LETTER)
    assert (done.returncode, done.stdout) == (3, "")
    assert "cannot be loaded" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("content", ["", "[1, 2]", '{"en": 3}', '{"en": {"ner": {"default": 1}}}'])
def test_a_damaged_index_is_reported(model: Path, content: str) -> None:
    (model / "resources.json").write_text(content)
    with pytest.raises(ModelMissing):
        engine(model).load()


@pytest.mark.slow
def test_weights_that_would_run_code_are_not_read(model: Path, tmp_path: Path) -> None:
    import pickle

    class Runs:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (tmp_path / "ran",))

    (model / "en" / "ner" / "tiny_charlm.pt").write_bytes(pickle.dumps({"config": Runs()}))
    stanza_models.write_resources(model)
    with pytest.raises(ModelMissing, match="cannot be loaded"):
        engine(model).load()
    assert not (tmp_path / "ran").exists()


@pytest.mark.slow
def test_a_tagger_never_runs_with_random_word_vectors(model: Path) -> None:
    index = json.loads((model / "resources.json").read_text())
    entry = index["en"]["ner"]["tiny_charlm"]
    entry["dependencies"] = [d for d in entry["dependencies"] if d["model"] != "pretrain"]
    reindex(model, ner={"tiny_charlm": entry})
    with pytest.raises(ModelMissing, match="needs word vectors"):
        engine(model).load()


@pytest.mark.slow
def test_a_tagger_whose_transformer_is_elsewhere_is_not_complete(model: Path) -> None:
    import torch

    path = model / "en" / "ner" / "tiny_charlm.pt"
    state = torch.load(path, weights_only=True)
    state["config"]["bert_model"] = "some/encoder"
    torch.save(state, path)
    stanza_models.write_resources(model)
    with pytest.raises(ModelMissing, match="reads some/encoder, which is not in its folder"):
        engine(model).load()


@pytest.mark.slow
def test_another_tagger_and_an_alias_of_the_language_can_be_named(model: Path) -> None:
    shutil.copy(model / "en/ner/tiny_charlm.pt", model / "en/ner/other.pt")
    stanza_models.write_resources(model)
    made = engine(model, ", ner: other, tokenizer: tiny_nocharlm, language: english")
    assert people(made, SENTENCE) == ["Helena Marchetti"]
    with pytest.raises(ModelMissing, match="lists no ner 'third'") as caught:
        engine(model, ", ner: third").load()
    assert caught.value.hint == "It lists: other, tiny_charlm."
    with pytest.raises(ModelMissing, match="has no language 'fr'"):
        engine(model, ", language: fr").load()


@pytest.mark.slow
def test_a_label_that_the_model_does_not_have_is_an_error(trained: Path) -> None:
    rules = RULES.format(model=f"'{trained}'", more="").replace("GPE:", "LOC:")
    with pytest.raises(PluginError, match="has no label LOC") as caught:
        Engine(parse_ruleset(rules, "stanza-test", trust_local=True)).load()
    assert caught.value.hint == "It has: GPE, PERSON."


@pytest.mark.slow
def test_a_model_of_the_checked_repository_needs_trust(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = Repository(tmp_path / "repository")
    shutil.copytree(trained, repository.path / "model")
    rules = repository.write("rules.yaml", RULES.format(model="./model", more=""))
    monkeypatch.chdir(repository.path)
    with pytest.raises(PluginError, match="is not an installed package"):
        Engine(load_ruleset(str(rules))).load()
    done = anonfilter(repository.path, "filter", "--rules", "rules.yaml", data=LETTER)
    assert "[PERSON_1]" in done.stdout, done.stderr


@pytest.mark.slow
def test_the_models_command_sees_whether_the_files_are_whole(model: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text(RULES.format(model="./model", more=""))
    assert anonfilter(tmp_path, "models", "--rules", "rules.yaml").returncode == 0
    (model / "en" / "pretrain" / "tiny.pt").write_bytes(b"")
    done = anonfilter(tmp_path, "models", "--rules", "rules.yaml")
    assert done.returncode == 3
    assert "is damaged: pretrain/tiny.pt" in done.stdout
