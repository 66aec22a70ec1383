"""The corpus of a folder, and the file corpus.yaml."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from anonfilter.errors import AnonfilterError
from anonfilter.keys import corpus as corpora
from anonfilter.keys import key as keys
from anonfilter.keys.corpus import Corpus, find_corpus
from tests.git_repository import Repository


def made(root: Path, *recipients: str) -> Corpus:
    root.mkdir(parents=True, exist_ok=True)
    corpus = Corpus(root, keys.random_id(), keys.Key.new().id, recipients)
    corpora.create(corpus)
    return corpus


def test_a_corpus_is_read_as_it_was_written(tmp_path: Path) -> None:
    corpus = made(tmp_path, "age1abc", 'ssh-ed25519 AAAA "Zoë" #1: a\\b 🐟')
    assert find_corpus(tmp_path) == corpus
    rotating = Corpus(tmp_path, corpus.id, "2222e33333", corpus.recipients, "2345672345")
    rotating.save()
    assert find_corpus(tmp_path) == rotating
    assert YAML(typ="safe").load(corpus.file)["recipients"] == list(corpus.recipients)


def test_an_existing_corpus_is_never_overwritten(tmp_path: Path) -> None:
    corpus = made(tmp_path)
    with pytest.raises(AnonfilterError, match="exists already"):
        made(tmp_path)
    assert find_corpus(tmp_path) == corpus


def test_the_nearest_corpus_counts_up_to_the_top_of_the_repository(tmp_path: Path) -> None:
    outside = made(tmp_path)
    repository = Repository(tmp_path / "repository")
    deep = repository.path / "a" / "b"
    deep.mkdir(parents=True)
    assert find_corpus(deep) is None
    top = made(repository.path)
    assert find_corpus(deep) == top
    assert find_corpus(made(deep).root / "..") == top
    assert find_corpus(tmp_path) == outside


def test_outside_a_repository_only_the_folder_itself_counts(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "below").mkdir()
    assert find_corpus(tmp_path / "below") is None
    with pytest.raises(AnonfilterError, match="there is no corpus here") as raised:
        corpora.require_corpus(tmp_path / "below")
    assert "anonfilter key new" in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("corpus 1", "corpus 2", 3),
        ('corpus: "', 'corpus: "../', 4),
        ("key: ", "key: 7 #", 5),
        ("key: ", "keys: ", 3),
        ("key: ", "<<<<<<< HEAD\nkey: ", 6),
    ],
)
def test_a_changed_corpus_file_is_an_error_with_its_place(
    old: str, new: str, line: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = made(tmp_path)
    corpus.file.write_text(corpus.text().replace(old, new, 1))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AnonfilterError) as raised:
        find_corpus(tmp_path)
    assert raised.value.where.startswith(f".anonfilter/corpus.yaml:{line}:")
