"""Twins whose original went away."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.sync.corpora import Corpus

TALK = "Wilma Quillfeather spoke about 21-CV-1234.\n"


def test_it_is_told_and_removed_when_asked_for(corpus: Corpus) -> None:
    corpus.original("in/a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    (corpus.path / "raw/in/a.txt").unlink()
    for _ in range(2):
        result = corpus.sync()
        assert result.code == 0
        assert "transcripts/in/a.txt: its original is gone; sync --prune removes it" in result.err
    assert corpus.sync("--check").code == 1
    result = corpus.sync("--prune")
    assert result.code == 0
    assert "transcripts/in/a.txt: removed" in result.err
    assert set(corpus.results()) == {"b.txt", "b.txt.pseudonyms.yaml"}
    assert not (corpus.path / "transcripts/in").exists()
    assert corpus.sync("--check").code == 0


def test_one_that_somebody_has_changed_stays(corpus: Corpus) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    path.unlink()
    corpus.write("transcripts/a.txt", "my own notes\n")
    result = corpus.sync("--prune")
    assert result.code == 3
    assert "was changed since it was made, and stays" in result.err
    assert corpus.twin("a.txt") == "my own notes\n"
    assert corpus.sidecar("a.txt").is_file()


def test_an_empty_folder_removes_nothing(corpus: Corpus) -> None:
    """A volume that is not mounted looks like that."""
    path = corpus.original("a.txt", TALK)
    corpus.sync()
    path.unlink()
    result = corpus.sync("--prune")
    assert result.code == 3
    assert "a.txt" in corpus.results()
    assert corpus.sync("--prune", "transcripts/a.txt").code == 0
    assert not corpus.results()


def test_files_that_are_no_twins_are_nobodys_business(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.write("transcripts/notes.txt", "of nobody\n")
    corpus.sync()
    corpus.sync("--prune")
    assert corpus.twin("notes.txt") == "of nobody\n"


def test_a_twin_that_was_made_elsewhere_goes_only_by_name(corpus: Corpus, cache: Path) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    path.unlink()
    shutil.rmtree(cache)
    assert "1 twin has no original here" in corpus.sync("--prune").err
    assert "a.txt" in corpus.results()
    assert corpus.sync("--check").code == 0
    assert corpus.sync("--prune", "transcripts/a.txt").code == 0
    assert set(corpus.results()) == {"b.txt", "b.txt.pseudonyms.yaml"}
