"""Git must ignore originals and not their copies; otherwise sync does nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.git_repository import Repository
from tests.repository.sync.corpora import Corpus

TALK = "Wilma Quillfeather spoke about 21-CV-1234.\r\n"


def refused(corpus: Corpus, *words: str) -> None:
    """Require that every mode refuses with these words, and writes nothing."""
    for arguments in ((), ("--check",), ("-n",)):
        result = corpus.sync(*arguments)
        assert result.code == 2, result.err
        assert all(word in result.err for word in words), result.err
    assert not (corpus.path / "transcripts").exists()


def test_a_folder_that_is_not_ignored(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.write(".gitignore", "other\n")
    refused(corpus, "raw", "does not ignore", "--init")


def test_an_empty_folder_that_is_not_ignored(corpus: Corpus) -> None:
    corpus.write(".gitignore", "*.txt\n")
    refused(corpus, "raw", "does not ignore")


def test_one_tracked_file_in_an_ignored_folder(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.repository.stage("raw/in/b.txt", "nothing")
    refused(corpus, "git tracks 1 file", "git rm --cached")


def test_a_nested_gitignore_that_takes_files_out(corpus: Corpus) -> None:
    corpus.write(".gitignore", "raw/*\n!raw/in\n")
    corpus.original("in/a.txt", TALK)
    corpus.original("in/.gitignore", "*\n!a.txt\n")
    refused(corpus, "raw", "does not ignore")


def test_a_nested_gitignore_below_an_ignored_folder_has_no_effect(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original(".gitignore", "!a.txt\n")
    assert corpus.sync().code == 0


@pytest.mark.parametrize("pattern", ["transcripts/", "*.txt"])
def test_copies_that_git_ignores(corpus: Corpus, pattern: str) -> None:
    corpus.write(".gitignore", f"/raw\n{pattern}\n")
    corpus.original("a.txt", TALK)
    refused(corpus, "transcripts", "never be committed", "check-ignore")


def test_a_folder_of_copies_that_leads_back_to_the_originals(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    (corpus.path / "transcripts").symlink_to("raw")
    result = corpus.sync()
    assert result.code == 2
    assert (corpus.path / "raw/a.txt").read_bytes() == TALK.encode()


def test_a_folder_of_copies_outside_the_repository(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (corpus.path / "transcripts").symlink_to(tmp_path / "elsewhere")
    corpus.original("a.txt", TALK)
    assert corpus.sync().code == 2
    assert not list((tmp_path / "elsewhere").iterdir())


def test_originals_behind_a_link_out_of_the_repository(corpus: Corpus, tmp_path: Path) -> None:
    """An encrypted volume: git sees a link, which must be ignored too."""
    volume = tmp_path / "volume"
    volume.mkdir()
    (volume / "a.txt").write_text(TALK)
    (corpus.path / "raw").rmdir()
    (corpus.path / "raw").symlink_to(volume)
    assert corpus.sync().code == 0
    assert "[PERSON_1]" in corpus.copy("a.txt")
    corpus.write(".gitignore", "/raw/\n")  # a pattern for folders only
    assert corpus.sync().code == 2


def test_a_link_to_a_folder_that_git_would_commit_is_refused(corpus: Corpus) -> None:
    corpus.write("open/a.txt", TALK)
    (corpus.path / "raw").rmdir()
    (corpus.path / "raw").symlink_to("open")
    refused(corpus, "raw", "does not ignore")


def test_outside_a_repository(
    bare: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "alone").mkdir()
    monkeypatch.chdir(tmp_path / "alone")
    result = bare.sync()
    assert result.code == 2
    assert "Git repository" in result.err


def test_rules_that_name_no_folders(corpus: Corpus) -> None:
    corpus.write("rules.yaml", "anonfilter: 1\nextends: fast\n")
    result = corpus.sync()
    assert result.code == 2
    assert "sync --init" in result.err


@pytest.mark.parametrize(
    ("source", "output"), [("raw", "raw/copies"), ("/raw", "t"), ("../raw", "t"), (".", "t")]
)
def test_folders_that_cannot_be_meant(corpus: Corpus, source: str, output: str) -> None:
    rules = f"anonfilter: 1\nextends: fast\ncorpus: {{source: {source}, output: {output}}}\n"
    corpus.write("rules.yaml", rules)
    assert "rules.yaml:3:" in corpus.sync().err


# an original under another path


def test_the_bytes_of_an_original_under_another_path(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    assert corpus.sync().code == 0
    assert corpus.sync("--check").code == 0
    corpus.repository.stage("notes/copy.md", TALK)
    for arguments in (("--check",), ()):
        result = corpus.sync(*arguments)
        assert result.code == 1
        assert "notes/copy.md: git would commit this file, which has the content" in result.err
        assert "of the original raw/a.txt" in result.err


def test_an_original_in_place_of_its_copy(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.repository.stage("transcripts/a.txt", TALK)
    result = corpus.sync("--check")
    assert result.code == 1
    assert "transcripts/a.txt: git would commit this file" in result.err


def test_an_original_whose_line_ends_git_has_changed(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.sync()
    corpus.git("config", "core.autocrlf", "true")
    corpus.repository.stage("copy.txt", TALK)
    assert "copy.txt: git would commit this file" in corpus.sync("--check").err


def test_an_original_that_is_no_document_is_an_original(corpus: Corpus) -> None:
    corpus.original("talk.wav", b"\0\1\2")
    corpus.repository.stage("media/talk.wav", b"\0\1\2")
    assert corpus.sync("--check").code == 1


def test_a_document_in_which_nothing_was_replaced_is_no_leak(corpus: Corpus) -> None:
    corpus.original("a.txt", "Nobody was there.\n")
    corpus.original("empty.txt", "")
    assert corpus.sync().code == 0
    corpus.git("add", "-A")
    assert corpus.sync("--check").code == 0


def test_check_says_what_is_out_of_date(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    result = corpus.sync("--check")
    assert (result.code, result.out) == (1, "transcripts/a.txt: is new\n")
    corpus.sync()
    assert (corpus.sync("--check").code, corpus.results().keys()) == (
        0,
        {"a.txt", "a.txt.pseudonyms.yaml"},
    )
    corpus.original("a.txt", TALK * 2)
    result = corpus.sync("--check")
    assert (result.code, result.out) == (1, "transcripts/a.txt: the original has changed\n")


def test_a_clone_without_originals_is_not_called_up_to_date(corpus: Corpus) -> None:
    (corpus.path / "raw").rmdir()
    for arguments in ((), ("--check",), ("--prune",)):
        result = corpus.sync(*arguments)
        assert result.code == 3
        assert "volume not mounted" in result.err


def test_in_a_second_working_tree(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.git("add", "-A")
    corpus.repository.commit()
    second = tmp_path / "second"
    corpus.git("worktree", "add", "-q", str(second))
    (second / "raw").mkdir()
    (second / "raw/a.txt").write_text(TALK)
    monkeypatch.chdir(second)
    assert corpus.sync().code == 0
    assert (second / "transcripts/a.txt").is_file()


def test_a_repository_whose_objects_have_long_names(
    tmp_path: Path, bare: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    repository = Repository(other)
    repository.git("init", "-q", "--object-format=sha256", "sub")
    repository.path = other / "sub"
    monkeypatch.chdir(repository.path)
    corpus = Corpus(repository, bare.run)  # type: ignore[arg-type]
    corpus.set_up()
    corpus.original("a.txt", TALK)
    assert corpus.sync().code == 0
    corpus.repository.stage("copy.txt", TALK)
    assert corpus.sync("--check").code == 1


# names of files


def test_a_file_whose_name_is_personal_data(corpus: Corpus) -> None:
    corpus.original("wilma_quillfeather.txt", TALK)
    for arguments in ((), ("--check",), ("--check",)):
        result = corpus.sync(*arguments)
        assert result.code == 1, result.err
        assert "raw/wilma_quillfeather.txt: the file name contains PERSON" in result.err
        assert result.err.count("rename raw/wilma_quillfeather.txt") == 1


def test_a_name_in_the_text_is_one_in_the_files_name(corpus: Corpus) -> None:
    corpus.original("quillfeather_03.txt", TALK)
    result = corpus.sync()
    assert result.code == 1
    assert "raw/quillfeather_03.txt: the file name contains PERSON" in result.err


def test_a_folder_named_after_a_person_is_reported_once(corpus: Corpus) -> None:
    corpus.original("Abel Tamsin/a.txt", TALK)
    corpus.original("Abel Tamsin/b.txt", TALK)
    for _ in range(2):
        result = corpus.sync("-j2")
        assert result.code == 1
        assert result.err.count("raw/Abel Tamsin: the file name contains PERSON") == 1
