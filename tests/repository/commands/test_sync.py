"""``anonfilter sync``: its options, and --init."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository.sync.conftest import bare, cache, corpus
from tests.repository.sync.corpora import Corpus

__all__ = ["bare", "cache", "corpus"]


def test_init_sets_all_up_and_says_why(bare: Corpus) -> None:
    result = bare.sync("--init", "--rules", "fast")
    assert result.code == 0, result.err
    for word in ("rules:", ".gitignore:", "folders:", "key:", "hooks:", "anonfilter git install"):
        assert word in result.err
    assert (bare.path / ".gitignore").read_text() == "/raw\n"
    assert "extends: fast" in (bare.path / "rules.yaml").read_text()
    assert (bare.path / ".anonfilter/corpus.yaml").is_file()
    bare.original("a.txt", "Write to wilma@post.example.\n")
    assert bare.sync().code == 0
    assert bare.copy("a.txt") == "Write to [EMAIL_ADDRESS_1].\n"
    bare.git("add", "-A")
    assert "raw" not in bare.git("ls-files").stdout


def test_init_again_changes_nothing(bare: Corpus) -> None:
    bare.sync("--init", "--rules", "fast")
    files = [bare.path / name for name in ("rules.yaml", ".gitignore", ".anonfilter/corpus.yaml")]
    before = [path.read_bytes() for path in files]
    assert bare.sync("--init").code == 0
    assert [path.read_bytes() for path in files] == before


def test_init_extends_existing_files(bare: Corpus) -> None:
    own = "# ours\nanonfilter: 1\nextends: fast\nsidecar: none"
    bare.write("rules.yaml", own)
    bare.write(".gitignore", "*.log")
    result = bare.sync("--init", "--source", "in/the originals", "--output", "out")
    assert result.code == 0, result.err
    assert (bare.path / "rules.yaml").read_text().startswith(f"{own}\ncorpus:")
    assert (bare.path / ".gitignore").read_text() == "*.log\n/in/the originals\n"
    assert not (bare.path / ".anonfilter").exists()
    bare.write("in/the originals/a.txt", "wilma@post.example\n")
    assert bare.sync().code == 0
    assert (bare.path / "out/a.txt").read_text() == "[EMAIL_ADDRESS_1]\n"


def test_init_where_originals_are_tracked_already(bare: Corpus) -> None:
    bare.repository.stage("raw/a.txt", "Wilma Quillfeather\n")
    result = bare.sync("--init")
    assert result.code == 2
    assert "git tracks 1 file" in result.err


def test_init_from_a_folder_further_down(bare: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare.path / "scripts").mkdir()
    monkeypatch.chdir(bare.path / "scripts")
    assert bare.sync("--init").code == 0
    assert (bare.path / "raw").is_dir()
    assert (bare.path / ".anonfilter/corpus.yaml").is_file()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--check", "-n"),
        ("--watch", "--prune"),
        ("--init", "--check"),
        ("--source", "raw"),
        ("-j0",),
    ],
)
def test_options_that_cannot_be_meant_together(corpus: Corpus, arguments: tuple[str, ...]) -> None:
    assert corpus.sync(*arguments).code == 2


def test_quiet_says_nothing(corpus: Corpus) -> None:
    corpus.original("a.txt", "Wilma Quillfeather\n")
    assert corpus.sync("-q").err == ""


def test_the_summary_counts_what_was_replaced(corpus: Corpus) -> None:
    corpus.original("a.txt", "Wilma Quillfeather, 21-CV-1234\n")
    corpus.original("b.txt", "Abel Tamsin\n")
    reported = corpus.sync("-j2").err.splitlines()
    assert reported[0] == "2 files, 2 lines: 3 mentions of 3 entities replaced (PERSON 2, CASE 1)"
    assert reported[-1] == "2 documents: 2 brought up to date"


def test_a_name_that_no_terminal_likes(corpus: Corpus, folder: Path) -> None:
    corpus.original("a\x1b[31m\nb.txt", "Wilma Quillfeather\n")
    assert "\x1b" not in corpus.sync("-n").out
    assert corpus.sync().code == 0


def test_an_original_outside_the_documents_is_reported_if_it_may_hold_text(corpus: Corpus) -> None:
    corpus.original("a.txt", "Nothing.\n")
    corpus.original("b.docx", "Nothing.\n")
    corpus.original("c.png", "Nothing.\n")
    assert "outside, though they may hold text: .docx 1 (" in corpus.sync().err
    assert ".docx 1" in corpus.sync("--check").err
