"""Originals of an outer corpus are known in a corpus inside it."""

from __future__ import annotations

import pytest

from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

TEXT = "Wilma Quillfeather saw Abel Tamsin.\n"
LEAK = "Ask Ms. QUILLFEATHER's brother.\n"
STRANGE = 'anonfilter: corpus 1\ncorpus: "{}"\nkey: "{}"\n'.format("z" * 26, "z" * 10)
PLACE = "talks/.anonfilter/corpus.yaml"

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> Repository:
    """A corpus that knows people from a document in a folder; they are left in two others."""
    assert run("key", "new").code == 0
    repository.write("talks/talk.txt", TEXT)
    assert run("-i", "talks/talk.txt").code == 0
    repository.write("leak.txt", LEAK)
    repository.write("talks/leak.txt", LEAK)
    assert run("check").code == 1
    return repository


def found(run: CommandLine, *words: str) -> set[str]:
    done = run("check", *words, "--output", "json")
    assert done.code == 1, done.err
    return {one["path"] for one in done.json()["findings"]}


def test_another_corpus_around_sidecars_hides_nothing(run: CommandLine, corpus: Repository) -> None:
    corpus.write(PLACE, STRANGE)
    assert found(run) == {"leak.txt", "talks/leak.txt"}
    corpus.git("add", ".")
    assert found(run, "--staged") == {"leak.txt", "talks/leak.txt"}


def test_originals_of_an_outer_corpus_are_searched_in_an_inner_one(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write(PLACE, STRANGE)
    corpus.git("add", ".")
    monkeypatch.chdir(corpus.path / "talks")
    for words in ((), ("--staged",)):
        done = run("check", *words)
        assert done.code == 1
        assert "its key is not on this machine" in done.err


def test_originals_of_both_corpora_are_found_with_both_keys(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = corpus.path / "inner"
    (inner / ".git").mkdir(parents=True)  # a repository of its own while the key is made
    monkeypatch.chdir(inner)
    assert run("key", "new").code == 0
    (inner / ".git").rmdir()
    (inner / "other.txt").write_text("Abel Quillfeather\n")
    assert run("-i", "other.txt").code == 0
    (inner / "said.txt").write_text("ABEL QUILLFEATHER\n")
    (inner / "leak.txt").write_text("Mr. TAMSIN\n")
    assert found(run) == {"leak.txt", "said.txt"}
