"""Find the files of a downloaded stanza model, and check that they are complete.

``stanza.download("en", model_dir=…)`` writes a ``resources.json``, which lists every existing
model with its MD5 sum and dependencies, and the downloaded models in folders beside it:
``en/ner/ontonotes-ww-multi_charlm.pt``, ``en/forward_charlm/1billion.pt`` and so on. stanza checks
the sums only when it downloads a model, so this module checks them.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anonfilter.contract.needs import Model
from anonfilter.errors import ModelMissing
from anonfilter.text.values import hide_values

_INDEX = "resources.json"


@hide_values
@dataclass(frozen=True, slots=True)
class Part:
    """A file of a model; ``kind`` is its function, and the name of its folder."""

    kind: str
    package: str
    path: Path
    md5: str = ""


@hide_values
@dataclass(frozen=True, slots=True)
class Parts:
    """The files of a model: a tokenizer, a tagger, and their dependencies."""

    language: str
    tokenizer: Part
    ner: Part
    read: tuple[Part, ...]

    def __iter__(self) -> Iterator[Part]:
        return iter((self.tokenizer, self.ner, *self.read))


def complete_files(model: Model, language: str, tokenizer: str, ner: str) -> Parts:
    """Return the files of a model; raise ``ModelMissing`` if one is missing or altered.

    ``tokenizer`` and ``ner`` are names in the index, or of one of its collections ("default").
    """
    language, index = _of_language(model, language)
    try:
        parts = _parts(model, language, index, tokenizer, ner)
    except (KeyError, TypeError, AttributeError):
        raise _damaged(model, _INDEX) from None
    for part in parts:
        _check(model, part)
    return parts


def _of_language(model: Model, language: str) -> tuple[str, Mapping[str, Any]]:
    """Return the code of a language, and its entry in the index."""
    path = model.path / _INDEX
    if not path.is_file():
        raise ModelMissing(
            f"the model {model.spec.text} has no {_INDEX}",
            hint=f"Name the folder to which stanza.download({language!r}, model_dir=…) wrote.",
        )
    try:
        index = json.loads(path.read_text(encoding="utf-8"))
        code = index.get(language, {}).get("alias", language)
        found = index.get(code)
    except (OSError, ValueError, AttributeError):
        raise _damaged(model, _INDEX) from None
    if found is None:
        raise ModelMissing(f"the model {model.spec.text} has no language {language!r}")
    return code, found


def _parts(
    model: Model, language: str, index: Mapping[str, Any], tokenizer: str, ner: str
) -> Parts:
    def part(kind: str, name: str) -> tuple[Part, Mapping[str, Any]]:
        listed = index.get(kind, {})
        package = name if name in listed else index.get("packages", {}).get(name, {}).get(kind)
        if package not in listed:
            raise ModelMissing(
                f"the model {model.spec.text} lists no {kind} {name!r}",
                hint=f"It lists: {', '.join(sorted(listed)) or 'none'}.",
            )
        path = model.path / language / kind / f"{package}.pt"
        return Part(kind, package, path, listed[package].get("md5", "")), listed[package]

    tokenizing, of_tokenizer = part("tokenize", tokenizer)
    naming, of_ner = part("ner", ner)
    read = {
        (each["model"], each["package"]): part(each["model"], each["package"])[0]
        for entry in (of_tokenizer, of_ner)
        for each in entry.get("dependencies", ())
    }
    splitter = re.sub("_(no)?charlm$", "", tokenizing.package)
    if splitter in index.get("mwt", {}):  # stanza always loads it with the tokenizer
        read["mwt", splitter] = part("mwt", splitter)[0]
    return Parts(language, tokenizing, naming, tuple(read.values()))


def _check(model: Model, part: Part) -> None:
    if not part.path.is_file():
        raise ModelMissing(
            f"the model {model.spec.text} has no {part.kind}/{part.package}.pt",
            hint=f"Fetch it: {how_to_fetch(part, model)}",
        )
    with part.path.open("rb") as file:
        # stanza publishes MD5 only
        md5 = hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()
    if part.md5 and md5 != part.md5:
        raise _damaged(model, f"{part.kind}/{part.package}.pt")


def how_to_fetch(part: Part, model: Model) -> str:
    language = part.path.parent.parent.name
    return (
        f"stanza.download({language!r}, model_dir={model.spec.text!r}, package=None, "
        f"processors={{{part.kind!r}: {part.package!r}}})"
    )


def _damaged(model: Model, name: str) -> ModelMissing:
    return ModelMissing(
        f"the model {model.spec.text} is damaged: {name} is not as published",
        hint="Download it again.",
    )
