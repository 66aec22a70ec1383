"""A failure in one file does not stop others; interrupted runs leave complete files."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.plugin_file import detector_file
from tests.repository.sync.corpora import RULES, Corpus

TALK = "Wilma Quillfeather spoke about 21-CV-1234.\n"
PLUGIN = detector_file(
    "troubled",
    r"""
    if "kill me" in document.text:
        os.kill(os.getpid(), 9)
    if "take your time" in document.text:
        time.sleep(0.1)
    word = re.search(r"\w+", document.prose) if "no end" in document.text else None
    return [Span(word.start(), word.end(), "CASE", "troubled")] if word else []
    """,
    scope="document",
    members="def load(self): pass",
)


def test_a_file_that_is_no_text_does_not_stop_the_others(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("b.txt", b"\0\1\2")
    corpus.original("c.txt", TALK)
    result = corpus.sync()
    assert result.code == 3
    assert "raw/b.txt: holds a NUL byte" in result.err
    assert set(corpus.results()) == {
        "a.txt",
        "a.txt.pseudonyms.yaml",
        "c.txt",
        "c.txt.pseudonyms.yaml",
    }
    again = corpus.sync("-v")
    assert again.code == 3
    assert again.err.count("; done") == 0


def test_links(corpus: Corpus, tmp_path: Path) -> None:
    """Links within the folder are followed; links out of it are reported."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "far.txt").write_text(TALK)
    corpus.original("a.txt", TALK)
    raw = corpus.path / "raw"
    (raw / "near.txt").symlink_to("a.txt")
    (raw / "far.txt").symlink_to(outside / "far.txt")
    (raw / "folder").symlink_to(outside)
    (raw / "nowhere.txt").symlink_to("missing")
    (raw / "self").symlink_to(".")
    result = corpus.sync()
    assert result.code == 3
    for name in ("far.txt", "folder"):
        assert f"raw/{name}: a symbolic link leads out" in result.err
    assert "raw/nowhere.txt: " in result.err
    assert {name for name in corpus.results() if name.endswith(".txt")} == {"a.txt", "near.txt"}


def test_a_link_among_the_copies_is_not_followed_out(corpus: Corpus, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    corpus.write("transcripts/readme.md", "copies\n")
    (corpus.path / "transcripts/in").symlink_to(tmp_path / "outside")
    corpus.original("in/a.txt", TALK)
    corpus.original("b.txt", TALK)
    result = corpus.sync()
    assert result.code == 3
    assert "a symbolic link leads out of transcripts" in result.err
    assert not list((tmp_path / "outside").iterdir())
    assert "[PERSON_1]" in corpus.copy("b.txt")


def test_a_pipe_among_originals_is_not_waited_for(corpus: Corpus) -> None:
    os.mkfifo(corpus.path / "raw/pipe.txt")
    result = corpus.sync()
    assert result.code == 3
    assert "is not a regular file" in result.err
    assert result.last.endswith("up to date, 1 file incomplete")


def test_a_broken_sidecar_stops_only_its_document(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    corpus.original("b.txt", TALK)
    corpus.sync()
    corpus.sidecar("a.txt").write_text("<<<<<<< ours\n")
    corpus.original("b.txt", TALK * 2)
    result = corpus.sync()
    assert result.code == 3
    assert "a.txt.pseudonyms.yaml" in result.err
    assert corpus.sidecar("a.txt").read_text() == "<<<<<<< ours\n"
    assert corpus.copy("b.txt").count("[PERSON_1]") == 2


def test_a_source_that_changes_after_it_was_read_is_out_of_date(corpus: Corpus) -> None:
    path = corpus.original("a.txt", TALK)
    corpus.sync()
    status = path.stat()
    path.write_text(TALK.replace("Wilma", "Wilna"))  # as long, and as old
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert corpus.sync("--check").out == "transcripts/a.txt: the original has changed\n"


def test_without_its_key_nothing_is_written(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "other-user"))
    corpus.original("a.txt", TALK)
    result = corpus.sync()
    assert result.code == 2
    assert "key" in result.err
    assert not corpus.results()


def troubled(bare: Corpus) -> None:
    rules = RULES.replace("corpus:", "plugins: [troubled.py]\ncorpus:")
    bare.set_up(rules.replace("detectors:", "detectors:\n  - use: troubled"))
    bare.write("troubled.py", PLUGIN)


def test_a_process_that_dies_takes_one_document_with_it(bare: Corpus) -> None:
    troubled(bare)
    for number in range(8):
        bare.original(f"{number}.txt", TALK)
    bare.original("5.txt", f"{TALK}kill me\n")
    result = bare.sync("-j2", "--trust-local-plugins")
    assert result.code == 3, result.err
    assert "raw/5.txt: the process that filtered it has ended: signal 9" in result.err
    assert "8 documents: 7 brought up to date" in result.err


def test_a_document_in_which_something_would_be_left_is_not_written(bare: Corpus) -> None:
    troubled(bare)
    bare.original("a.txt", TALK)
    bare.original("b.txt", TALK)
    bare.sync("--trust-local-plugins")
    bare.original("a.txt", f"{' '.join(f'word{at}' for at in range(30))}: no end.\n")
    bare.original("b.txt", TALK * 2)
    before = bare.results()
    for _ in range(2):
        result = bare.sync("--trust-local-plugins", "-j2")
        assert result.code == 1
        assert "raw/a.txt:1:" in result.err
        assert "CASE (troubled" in result.err
    assert bare.results()["a.txt"] == before["a.txt"]
    assert bare.copy("b.txt").count("[CASE_1]") == 2


@pytest.mark.slow
def test_ctrl_c_in_the_middle(bare: Corpus) -> None:
    troubled(bare)
    for number in range(40):
        bare.original(f"{number:02}.txt", f"{TALK}take your time\n")
    process = bare.begin("-j2", "--trust-local-plugins")
    wait_for(lambda: len(bare.results()) > 4)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)  # no process is left
    before = bare.results()
    copies = {name for name in before if name.endswith(".txt")}
    assert 0 < len(copies) < 40
    assert not [name for name in before if "tmp" in name]
    rest = bare.sync("-j2", "-v", "--trust-local-plugins")
    assert rest.code == 0
    assert 0 < rest.err.count("; done") <= 40 - len(copies) + 2
    after = bare.results()
    assert len([name for name in after if name.endswith(".txt")]) == 40
    assert {name: after[name] for name in copies} == {name: before[name] for name in copies}


@pytest.mark.slow
def test_watch_goes_on_until_it_is_ended(corpus: Corpus) -> None:
    corpus.original("a.txt", TALK)
    process = corpus.begin("--watch")
    wait_for(lambda: "a.txt" in corpus.results())
    corpus.original("b.txt", "Then Oda Fenwick spoke.\n")
    wait_for(lambda: "b.txt" in corpus.results())
    corpus.write("terms.txt", "Oda Fenwick\n")
    wait_for(lambda: "Fenwick" not in corpus.copy("b.txt"))
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "waiting for changes" in err


@pytest.mark.slow
def test_watch_ends_at_once_where_nothing_can_be_done(corpus: Corpus) -> None:
    corpus.write(".gitignore", "")
    process = corpus.begin("--watch")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 2
    assert "does not ignore" in err


def wait_for(what, seconds: float = 600) -> None:  # type: ignore[no-untyped-def]
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)
