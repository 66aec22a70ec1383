"""A stanza model, trained in seconds: real files of all kinds that a downloaded one has.

``stanza.download("en", model_dir=…, processors="tokenize,ner")`` leaves a ``resources.json`` and
a folder for the language with a tokenizer, a tagger, and the word vectors and character models
that the tagger reads. So does this; only smaller, and of sentences that are made here.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path

GIVEN = ("Helena", "Samir", "Edith", "Hugo", "Ines", "Tomas", "Priya", "Wanda", "Felix", "Oona")
FAMILY = tuple(
    """
    Marchetti Okafor Lindqvist Castellan Brandvold Quillfeather Dasgupta Whitlow Novak
    Abernathy
    """.split()
)
PLACES = ("Norway", "Lisbon", "Ohio", "Port Ellery", "Kenya", "Tallinn")
TEMPLATES = (
    "Then {person} asked for the figures of the year before .",
    "The letter that came on that morning was signed by {person} , who had worked for years .",
    "It rained in {place} , as it had done all week , and the ferry was late again .",
    "According to {person} , the bank had paid for the repairs in {place} .",
    "The committee met in the morning and nobody had anything new to say about the bridge .",
    "{person} and {person} knew the bridge better than anybody else .",
    "I met {person} yesterday .",
    "We went to {place} with {person} in the spring .",
    "{person} came .",
    "Long evenings , cold rooms and a great deal of tea are what most of them remember .",
    "{person}",
    "{person} , {place}",
)
Tagged = list[tuple[str, str]]


def sentences(count: int, seed: int) -> list[Tagged]:
    """Words and their tags (BIOES)."""
    chance = random.Random(seed)
    return [list(_filled(chance.choice(TEMPLATES), chance)) for _ in range(count)]


def _filled(template: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    for word in template.split():
        if word == "{person}":
            full = chance.random() < 0.7
            names = [chance.choice(GIVEN), *([chance.choice(FAMILY)] if full else [])]
            yield from _entity(names, "PERSON")
        elif word == "{place}":
            yield from _entity(chance.choice(PLACES).split(), "GPE")
        else:
            yield word, "O"


def _entity(words: list[str], label: str) -> Iterator[tuple[str, str]]:
    for at, word in enumerate(words):
        first, last = at == 0, at == len(words) - 1
        yield (
            word,
            ("S" if first and last else "B" if first else "E" if last else "I") + f"-{label}",
        )


def train(folder: Path, work: Path) -> Path:
    """Train all parts, and lay them out in ``folder`` as a download does."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        _tokenizer(folder / "en" / "tokenize", work)
        _splitter(folder / "en" / "mwt" / "tiny.pt")
        _vectors(folder / "en" / "pretrain" / "tiny.pt")
        for direction in ("forward", "backward"):
            _characters(folder / "en" / f"{direction}_charlm" / "tiny.pt", direction)
        _tagger(folder / "en", work)
    finally:
        torch.set_num_threads(threads)
    write_resources(folder)
    return folder


def write_resources(folder: Path) -> None:
    """The index of the files, with their MD5 sums, as stanza publishes one."""
    packages = {path: path.parent.name for path in sorted(folder.glob("en/*/*.pt"))}
    english: dict[str, object] = {
        kind: {path.stem: _entry(path) for path, of in packages.items() if of == kind}
        for kind in packages.values()
    }
    default = {"tokenize": "tiny_nocharlm", "mwt": "tiny", "ner": "tiny_charlm"}
    english |= {"packages": {"default": default}, "lang_name": "English"}
    index = {"en": english, "english": {"alias": "en"}, "url": "https://models.invalid/{filename}"}
    (folder / "resources.json").write_text(json.dumps(index, indent=2), encoding="utf-8")


def _entry(path: Path) -> dict[str, object]:
    entry: dict[str, object] = {"md5": hashlib.md5(path.read_bytes()).hexdigest()}
    if path.parent.name == "ner":
        reads = ("pretrain", "forward_charlm", "backward_charlm")
        entry["dependencies"] = [{"model": kind, "package": "tiny"} for kind in reads]
    return entry


def _tokenizer(folder: Path, work: Path) -> None:
    from stanza.models import tokenizer

    chance = random.Random(3)
    texts, labels = [], []
    for at in range(120):
        text, label = "", ""
        for sentence in sentences(chance.randint(1, 4), at):
            ended = sentence[-1][0] == "."
            for number, (word, _) in enumerate(sentence):
                if text and word not in (",", "."):
                    text, label = text + " ", label + "0"
                last = "2" if number == len(sentence) - 1 else "1"
                text, label = text + word, label + "0" * (len(word) - 1) + last
            if not ended:
                break
        texts.append(text)
        labels.append(label)
    for name, parts in (("text", texts), ("labels", labels)):
        (work / name).write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    (work / "mwt.json").write_text("[]", encoding="utf-8")
    tokenizer.main(
        f"--txt_file {work}/text --label_file {work}/labels --dev_txt_file {work}/text "
        f"--dev_label_file {work}/labels --mwt_json_file {work}/mwt.json --lang en "
        f"--shorthand en_tiny --steps 150 --eval_steps 1000 --hidden_dim 24 --emb_dim 16 "
        f"--use_mwt --lr0 0.01 --cpu --save_dir {folder} --save_name tiny_nocharlm.pt".split()
    )


def _splitter(path: Path) -> None:
    """What takes "don't" apart, by a list."""
    from stanza.models.mwt.trainer import Trainer
    from stanza.models.mwt.vocab import Vocab

    args = {"dict_only": True, "batch_size": 32, "shorthand": "en_tiny", "lang": "en"}
    pairs = [("don't", "do n't")]
    trainer = Trainer(args=args, vocab=Vocab(pairs, "en"))
    trainer.train_dict(pairs)
    path.parent.mkdir()
    trainer.save(str(path))


def _vectors(path: Path) -> None:
    """Word vectors that mean nothing: what a word is, the tagger learns from its letters."""
    import torch
    from stanza.models.common.pretrain import Pretrain, PretrainedWordVocab

    words = {word.lower() for sentence in sentences(200, 1) for word, tag in sentence if tag == "O"}
    pretrain = Pretrain(str(path))
    pretrain._vocab = PretrainedWordVocab(sorted(words), lang="en")
    torch.manual_seed(1)
    pretrain._emb = torch.randn(len(pretrain._vocab), 16) * 0.3
    pretrain.save(str(path))


def _characters(path: Path, direction: str) -> None:
    """A character model as it is before training: even so its states tell letters apart."""
    import torch
    from stanza.models.common.char_model import CharacterLanguageModel
    from stanza.models.common.vocab import CharVocab

    letters = sorted(
        {char for s in sentences(300, 2) for word, _ in s for char in word} | {" ", "\n"}
    )
    torch.manual_seed(2)
    args = {
        "char_emb_dim": 16,
        "char_hidden_dim": 32,
        "char_num_layers": 1,
        "char_dropout": 0.0,
        "char_rec_dropout": 0.0,
        "char_unit_dropout": 0.0,
    }
    vocab = {"char": CharVocab([letters])}
    CharacterLanguageModel(args, vocab, is_forward_lm=direction == "forward").save(str(path))


def _tagger(folder: Path, work: Path) -> None:
    from stanza.models import ner_tagger

    for name, count, seed in (("train", 300, 5), ("dev", 20, 6)):
        document = [
            [{"text": word, "ner": tag} for word, tag in sentence]
            for sentence in sentences(count, seed)
        ]
        (work / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
    ner_tagger.main(
        f"--train_file {work}/train.json --eval_file {work}/dev.json --shorthand en_tiny --cpu "
        f"--wordvec_pretrain_file {folder}/pretrain/tiny.pt --charlm --charlm_shorthand tiny "
        f"--charlm_forward_file {folder}/forward_charlm/tiny.pt "
        f"--charlm_backward_file {folder}/backward_charlm/tiny.pt --hidden_dim 32 --dropout 0.1 "
        f"--optim adam --lr 0.01 --max_steps 150 --eval_interval 50 "
        f"--save_dir {folder}/ner --save_name tiny_charlm.pt".split()
    )
