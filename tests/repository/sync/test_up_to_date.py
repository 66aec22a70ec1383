"""The copies that sync updates, and those that it leaves unchanged."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.sync.corpora import RULES, Corpus, cached

TALK = "Wilma Quillfeather spoke about 21-CV-1234.\n"
OTHER = "Abel Tamsin was absent.\n"


def done(corpus: Corpus, *arguments: str) -> list[str]:
    """Return the documents that a run has done."""
    result = corpus.sync("-v", *arguments)
    assert result.code == 0, result.err
    return [line.split(":")[0] for line in result.err.splitlines() if line.endswith("; done")]


def test_copy_and_sidecar_are_written_together(corpus: Corpus) -> None:
    corpus.original("one/talk.txt", TALK)
    result = corpus.sync()
    assert result.code == 0
    assert corpus.copy("one/talk.txt") == "[PERSON_1] [PERSON_2] spoke about [CASE_1].\n"
    assert corpus.sidecar("one/talk.txt").is_file()
    assert corpus.run("restore", "transcripts/one/talk.txt").out == TALK
    assert result.last == "1 document: 1 brought up to date"


def test_only_what_has_changed_is_done(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("b.txt", OTHER)
    assert done(corpus) == ["raw/a.txt", "raw/b.txt"]
    assert done(corpus) == []
    corpus.original("b.txt", OTHER + TALK)
    assert done(corpus) == ["raw/b.txt"]
    assert done(corpus) == []


def test_a_file_that_was_only_touched_is_not_updated(corpus: Corpus) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.sync()
    path.write_text(TALK)
    assert done(corpus) == []


def test_other_rules_make_all_out_of_date_and_a_comment_does_not(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("b.txt", OTHER)
    corpus.sync()
    corpus.write("rules.yaml", f"{RULES}# our rules\n")
    assert done(corpus) == []
    corpus.write("rules.yaml", RULES.replace("CASE_", "FILE_"))
    assert done(corpus) == ["raw/a.txt", "raw/b.txt"]
    assert "[FILE_1]" in corpus.copy("a.txt")


def test_another_pack_does_too(corpus: Corpus) -> None:
    packed = RULES.replace("    patterns:\n", "    packs: [ours.yaml]\n    patterns:\n")
    corpus.write("rules.yaml", packed)
    corpus.write("ours.yaml", "packs: [inner.yaml]\n")
    corpus.write("inner.yaml", "patterns: [{label: CASE, regex: nothing}]\n")
    corpus.original("a.txt", TALK)
    assert done(corpus) == ["raw/a.txt"]
    assert done(corpus) == []
    corpus.write("inner.yaml", "patterns: [{label: CASE, regex: '[0-9]{2}-CV'}]\n")
    assert done(corpus) == ["raw/a.txt"]


def test_other_changes_of_corpus_yaml_filter_nothing_again(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.sync()
    path = corpus.path / ".anonfilter/corpus.yaml"
    path.write_text(f"{path.read_text()}# not shared\n")
    assert done(corpus) == []


def test_a_new_key_can_be_used(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.sync()
    assert corpus.run("key", "rotate").code == 0
    before = corpus.results()
    assert done(corpus) == ["raw/a.txt"]
    assert corpus.results() == before


def test_a_list_of_terms_counts_as_rules(corpus: Corpus) -> None:
    corpus.original("a.txt", "Then Oda Fenwick spoke.\n")
    corpus.sync()
    corpus.write("terms.txt", "Mirela Quarnby\nOda Fenwick\n")
    assert done(corpus) == ["raw/a.txt"]
    assert corpus.copy("a.txt") == "Then [PERSON_1] [PERSON_2] spoke.\n"


def test_decisions_beside_an_original_count(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("b.txt", OTHER)
    corpus.sync()
    keep = "anonfilter: decisions 1\ndecisions:\n- {decide: not_a_person, mention: '0-18'}\n"
    path = corpus.original("a.txt.decisions.yaml", keep)
    result = corpus.sync("-n")
    assert result.out == "transcripts/a.txt: decisions beside the original have changed\n"
    path.unlink()
    assert done(corpus) == []


@pytest.mark.parametrize("what", ["copy", "no copy", "sidecar"])
def test_a_changed_result_is_written_again(corpus: Corpus, what: str) -> None:
    corpus.original("a.txt", TALK)
    corpus.sync()
    before = corpus.results()
    copy = corpus.path / "transcripts/a.txt"
    if what == "copy":
        copy.write_text(TALK)
    elif what == "no copy":
        copy.unlink()
    else:
        corpus.sidecar("a.txt").unlink()
    corpus.sync()
    assert corpus.copy("a.txt") == before["a.txt"].decode()
    assert corpus.sidecar("a.txt").is_file()
    if what == "no copy":
        assert corpus.results() == before
    assert done(corpus) == []


def test_a_lost_cache_changes_nothing_in_the_repository(corpus: Corpus, cache: Path) -> None:
    for number in range(5):
        corpus.original(f"{number}.txt", TALK + OTHER * number)
    corpus.sync()
    before = corpus.results()
    shutil.rmtree(cache)
    assert len(done(corpus)) == 5
    assert corpus.results() == before


def test_any_number_of_processes_makes_the_same(bare: Corpus, cache: Path) -> None:
    bare.set_up(RULES + "sidecar: none\n", key=False)
    for number in range(9):
        bare.original(f"{number}.txt", (TALK + OTHER) * (number + 1))
    alone = bare.sync("-j1")
    before = bare.results()
    assert len(before) == 9
    shutil.rmtree(bare.path / "transcripts")
    together = bare.sync("-j4")
    assert bare.results() == before
    assert together.err == alone.err


def test_nothing_that_is_kept_between_runs_can_be_read(corpus: Corpus, cache: Path) -> None:
    corpus.original("wilma_quillfeather.txt", TALK)
    corpus.sync()
    kept = cached(cache / "anonfilter")
    assert kept
    for word in (b"Quillfeather", b"quillfeather", b"21-CV", b"raw", b"transcripts"):
        assert word not in kept


def test_a_damaged_cache_counts_as_lost(corpus: Corpus, cache: Path) -> None:
    corpus.original("a.txt", TALK)
    corpus.sync()
    for path in (cache / "anonfilter/kept").glob("sync-*"):
        path.write_bytes(path.read_bytes()[:-7])
    assert done(corpus) == ["raw/a.txt"]


def test_a_name_that_one_document_makes_known_is_replaced_in_others(corpus: Corpus) -> None:
    corpus.original("early.txt", "We asked Zyskowitz twice.\n")
    corpus.sync()
    assert "Zyskowitz" in corpus.copy("early.txt")
    corpus.original("late.txt", "Her surname is Zyskowitz.\n")
    result = corpus.sync("-v")
    assert result.code == 0, result.err
    assert "Zyskowitz" not in corpus.copy("early.txt")
    assert done(corpus) == []
    before = corpus.results()
    assert corpus.sync("--check").code == 0
    assert corpus.results() == before


def test_dry_run_writes_nothing(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    result = corpus.sync("-n")
    assert (result.code, result.out) == (0, "transcripts/a.txt: is new\n")
    assert not (corpus.path / "transcripts").exists()


def test_paths_limit_it(corpus: Corpus) -> None:
    for name in ("a.txt", "b.txt", "in/c.txt", "in/d.txt"):
        corpus.original(name, TALK)
    assert done(corpus, "raw/a.txt") == ["raw/a.txt"]
    assert done(corpus, "transcripts/in/c.txt") == ["raw/in/c.txt"]
    assert done(corpus, "raw/in") == ["raw/in/d.txt"]
    assert done(corpus) == ["raw/b.txt"]
    assert corpus.sync("raw/e.txt").code == 2
    assert corpus.sync("elsewhere.txt").code == 2


def test_sync_works_from_any_folder(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus.original("in/a.txt", TALK)
    monkeypatch.chdir(corpus.path / "raw/in")
    assert done(corpus, "a.txt") == ["a.txt"]
    assert "[PERSON_1]" in corpus.copy("in/a.txt")


def test_files_outside_the_documents_have_no_copy(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("a.wav", b"\0\1\2")
    assert corpus.sync().code == 0
    assert set(corpus.results()) == {"a.txt", "a.txt.pseudonyms.yaml"}
    assert "outside: raw/a.wav" in corpus.sync("-v").err


@pytest.mark.slow
def test_a_run_without_work_reads_no_rules(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    program = (
        "import sys\nfrom anonfilter.commands.main import main\n"
        "try:\n    main(['sync'])\nfinally:\n    print('\\n'.join(sys.modules))\n"
    )
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            cwd=corpus.path,
            capture_output=True,
            text=True,
            check=True,
        )
    assert "all up to date" in ran.stderr
    modules = set(ran.stdout.split())
    unused = {"pydantic", "ruamel.yaml", "anonfilter.engine.pipeline", "rich"}
    assert modules.isdisjoint(unused)
