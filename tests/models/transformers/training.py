"""Small real models for the tests of transformers: trained on generated text in seconds.

The names are made of syllables, so that none is in a list and most are several sub-words.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

WINDOW = 64
KINDS = ("PER", "LOC", "ORG")
BIO = ("O", *(f"{prefix}-{kind}" for kind in KINDS for prefix in "BI"))

_SYLLABLES = (
    *("ba", "bri", "dei", "drai", "drei", "fou", "ga", "glou", "hei", "kri", "lai", "ma", "mou"),
    *("ne", "pra", "rou", "sei", "stou", "te", "trou", "va", "wa", "we", "ze"),
)
_PLACES = ("ville", "burg", "ford")
_FAMILIES = ("son", "sen", "ova")
_SENTENCES = (
    "yesterday {PER} met {PER} in {LOC} .",
    "I asked {PER} about the work at {ORG} , and it was late .",
    "the ferry to {LOC} was late again , and nobody said a word .",
    "{PER} said that {ORG} had paid for the bridge .",
    "we lived in {LOC} and then in {LOC} , which was colder .",
    "{ORG} wrote a letter to {PER} .",
    "it rained all week , and the committee had nothing new to say .",
    "then {PER} asked for the figures of the year before .",
    "nobody at {ORG} knew , said {PER} .",
)
_EVIDENCE = {
    "a city": ("we walked through the streets of {N}", "the suburbs of {N} grew quickly"),
    "a river": ("we swam in {N} all day", "the banks of {N} were flooded"),
    "a bank": ("I had an account at {N}", "{N} lent me the money"),
    "a school": ("my teacher at {N} was kind", "the pupils of {N} sang"),
}
_UNTELLING = ("they told me of {N}", "{N} was never mentioned")
_KIND_OF = {"a city": "LOC", "a river": "LOC", "a bank": "ORG", "a school": "ORG"}
_TRAINING = (
    *_SENTENCES,
    *(f"then {sentence.format(N='{LOC}')} ." for sentence in _UNTELLING),
    *(
        f"{before} {sentence.format(N='{' + _KIND_OF[said] + '}')} ."
        for before in ("then", "and")
        for said, sentences in _EVIDENCE.items()
        for sentence in sentences
    ),
)


def invented(chance: random.Random) -> str:
    return "".join(chance.sample(_SYLLABLES, 2)).capitalize()


def a_name(chance: random.Random, kind: str) -> list[str]:
    if kind == "PER":
        family = invented(chance) + chance.choice(_FAMILIES)
        return [invented(chance), family] if chance.random() < 0.7 else [family]
    if kind == "LOC":
        return [invented(chance) + chance.choice(_PLACES)]
    return [invented(chance), chance.choice(("Bank", "Union", "Works"))]


def labelled(chance: random.Random, sentences: int) -> tuple[list[str], list[str]]:
    """Words, and the label of each; sometimes with an unknown word that is not a name."""
    words: list[str] = []
    labels: list[str] = []
    for sentence in chance.choices(_TRAINING, k=sentences):
        first, *rest = sentence.split()
        if chance.random() < 0.3:
            first = first if first.startswith("{") else first.capitalize()
            rest.insert(chance.randrange(len(rest)), invented(chance).lower())
        for word in (first, *rest):
            kind = word.strip("{}")
            if kind in KINDS:
                name = a_name(chance, kind)
                words += name
                labels += (f"{'I' if at else 'B'}-{kind}" for at in range(len(name)))
            else:
                words.append(word)
                labels.append("O")
    return words, labels


def annotated(chance: random.Random, sentences: int) -> tuple[str, set[tuple[str, str]]]:
    """A text, and the names in it with their kinds."""
    words, labels = labelled(chance, sentences)
    names: list[list[str]] = []
    for word, label in zip(words, labels, strict=True):
        if label.startswith("B"):
            names.append([label[2:], word])
        elif label.startswith("I"):
            names[-1].append(word)
    return " ".join(words), {(" ".join(name), kind) for kind, *name in names}


def _vocabulary() -> dict[str, int]:
    """The words of the sentences, and what the names are made of: the same in every run."""
    reported = " ".join((*_TRAINING, *_UNTELLING, *_EVIDENCE, "Bank Union Works is all of them"))
    known = set(re.findall(r"[A-Za-z]+|[^\w\s{}]", re.sub(r"{\w+}", "", reported)))
    sounds = {*_SYLLABLES, *string.ascii_lowercase}
    parts = {*(one.capitalize() for one in sounds), *sounds}
    later = {f"##{one}" for one in (*sounds, *_PLACES, *_FAMILIES)}
    markers = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    words = known | {word.capitalize() for word in known} | parts | later
    return {word: at for at, word in enumerate((*markers, *sorted(words)))}


def _tokenizer() -> Any:
    """Word pieces, as BERT's."""
    from tokenizers import BertWordPieceTokenizer
    from tokenizers.processors import BertProcessing
    from transformers import PreTrainedTokenizerFast

    pieces = BertWordPieceTokenizer(vocab=_vocabulary(), lowercase=False)
    made = pieces._tokenizer
    sep, cls = (made.token_to_id(name) for name in ("[SEP]", "[CLS]"))
    made.post_processor = BertProcessing(("[SEP]", sep), ("[CLS]", cls))
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_max_length=WINDOW,
        unk_token="[UNK]",
        sep_token="[SEP]",
        cls_token="[CLS]",
        pad_token="[PAD]",
        mask_token="[MASK]",
    )


def _config(vocabulary: int, labels: Sequence[str], spread: float) -> Any:
    """Two layers; ``spread`` is that of the weights before training."""
    from transformers import BertConfig

    return BertConfig(
        vocab_size=vocabulary,
        hidden_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=128,
        max_position_embeddings=WINDOW + 2,
        initializer_range=spread,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
        id2label=dict(enumerate(labels)),
        label2id={name: at for at, name in enumerate(labels)},
    )


def _train(network: Any, batches: Iterator[Any], steps: int, rate: float) -> None:
    import torch

    optimizer = torch.optim.AdamW(network.parameters(), lr=rate)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.15)
    network.train()
    for _ in range(steps):
        network(**next(batches)).loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
    network.eval()


def _on_one_thread(make: Callable[[], None]) -> None:
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    torch.manual_seed(7)
    try:
        make()
    finally:
        torch.set_num_threads(before)


def save_token_classifier(folder: Path) -> Path:
    """A model that knows people, places and organisations of the sentences above."""
    _on_one_thread(lambda: _token_classifier(folder))
    return folder


def _token_classifier(folder: Path) -> None:
    from transformers import BertForTokenClassification

    chance = random.Random(11)
    tokenizer = _tokenizer()
    network = BertForTokenClassification(_config(len(tokenizer), BIO, 0.02))

    def batches() -> Iterator[Any]:
        while True:
            texts, kinds = zip(
                *(labelled(chance, chance.choice((1, 2, 4))) for _ in range(16)), strict=True
            )
            batch = tokenizer(
                list(texts),
                is_split_into_words=True,
                truncation=True,
                padding=True,
                return_tensors="pt",
            )
            wanted = batch["input_ids"].new_full(batch["input_ids"].shape, -100)
            for row, labels in enumerate(kinds):
                before = None
                for at, word in enumerate(batch.word_ids(row)):
                    if word is not None:
                        label = labels[word] if word != before else labels[word].replace("B-", "I-")
                        wanted[row, at] = BIO.index(label)
                    before = word
            yield {**batch, "labels": wanted}

    _train(network, batches(), 500, 4e-3)
    network.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def save_entailment(folder: Path) -> Path:
    """A model that knows of the names of the sentences above whether they are what is said."""
    _on_one_thread(lambda: _entailment(folder))
    return folder


def _entailment(folder: Path) -> None:
    import torch
    from transformers import BertForSequenceClassification

    chance = random.Random(13)
    labels = ("contradiction", "neutral", "entailment")

    def pair() -> tuple[str, str, int]:
        kind = chance.choice(("LOC", "ORG"))
        name = " ".join(a_name(chance, kind))
        candidates = [said for said in _EVIDENCE if _KIND_OF[said] == kind]
        true, said = chance.choice((*candidates, *candidates, "")), chance.choice(candidates)
        premise = chance.choice(_EVIDENCE[true] if true else _UNTELLING).format(N=name)
        answer = "neutral" if not true else "entailment" if true == said else "contradiction"
        return f"Then {premise}.", f"{name} is {said}.", labels.index(answer)

    tokenizer = _tokenizer()
    network = BertForSequenceClassification(_config(len(tokenizer), labels, 0.1))

    def batches() -> Iterator[Any]:
        while True:
            premises, hypotheses, answers = zip(*(pair() for _ in range(48)), strict=True)
            batch = tokenizer(list(premises), list(hypotheses), padding=True, return_tensors="pt")
            yield {**batch, "labels": torch.tensor(answers)}

    _train(network, batches(), 450, 1.5e-3)
    network.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
