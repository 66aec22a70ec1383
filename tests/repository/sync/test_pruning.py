"""Copies whose original was removed."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.repository.sync.corpora import Corpus

TALK = "Wilma Quillfeather spoke about 21-CV-1234.\n"


def test_a_stale_copy_is_reported_and_removed_on_request(corpus: Corpus) -> None:
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


def test_an_edited_copy_stays(corpus: Corpus) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    path.unlink()
    corpus.write("transcripts/a.txt", "my own notes\n")
    result = corpus.sync("--prune")
    assert result.code == 3
    assert "was changed since sync wrote it, so it is not removed" in result.err
    assert corpus.copy("a.txt") == "my own notes\n"
    assert corpus.sidecar("a.txt").is_file()


def test_an_empty_folder_removes_nothing(corpus: Corpus) -> None:
    """An unmounted volume looks like that."""
    path = corpus.original("a.txt", TALK)
    corpus.sync()
    path.unlink()
    result = corpus.sync("--prune")
    assert result.code == 3
    assert "a.txt" in corpus.results()
    assert corpus.sync("--prune", "transcripts/a.txt").code == 0
    assert not corpus.results()


def test_files_that_are_not_copies_are_left_unchanged(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.write("transcripts/notes.txt", "not a copy\n")
    corpus.sync()
    corpus.sync("--prune")
    assert corpus.copy("notes.txt") == "not a copy\n"


def test_a_copy_that_was_made_elsewhere_goes_only_by_name(corpus: Corpus, cache: Path) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    path.unlink()
    shutil.rmtree(cache)
    assert "1 copy has no original here" in corpus.sync("--prune").err
    assert "a.txt" in corpus.results()
    assert corpus.sync("--check").code == 0
    assert corpus.sync("--prune", "transcripts/a.txt").code == 0
    assert set(corpus.results()) == {"b.txt", "b.txt.pseudonyms.yaml"}


def test_a_folder_that_cannot_be_looked_into_is_not_gone(corpus: Corpus, tmp_path: Path) -> None:
    """A link out of the tree has taken the folder's place."""
    corpus.original("in/a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    (corpus.path / "raw/in").rename(tmp_path / "in")
    (corpus.path / "raw/in").symlink_to(tmp_path / "in")
    assert corpus.sync("--prune").code == 3
    assert "in/a.txt" in corpus.results()


def test_originals_that_are_no_documents_any_more(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("draft.txt", TALK)
    corpus.sync()
    rules = (corpus.path / "rules.yaml").read_text()
    corpus.write("rules.yaml", rules.replace("['*.txt']", "['*.txt', '!draft.txt']"))
    assert corpus.sync().code == 0
    for _ in range(2):
        result = corpus.sync("--check")
        reported = "transcripts/draft.txt: its original is no longer a document by the rules\n"
        assert (result.code, result.out) == (1, reported)
    assert corpus.sync("--prune").code == 0
    assert "draft.txt" not in corpus.results()
    assert corpus.sync("--check").code == 0
