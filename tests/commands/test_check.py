"""``anonfilter check``: findings, reports, selected files and exit codes."""

from __future__ import annotations

import os
import re
import socket
from pathlib import Path

import pytest

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"


# findings


def test_a_finding_shows_place_label_and_detector_without_the_value(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    result = run("check", "notes.txt")
    assert result.code == 1
    assert result.out.splitlines() == [
        "notes.txt:2:8: PERSON (patterns, 0.90)",
        "notes.txt:2:32: CASE (patterns, 0.90)",
    ]
    assert result.last == "scanned 1 file, 2 lines: 2 findings in 1 file; 0 files outside"


@pytest.mark.parametrize("output", ["text", "json", "jsonl"])
def test_no_report_reveals_a_value_its_initials_or_its_length(run, folder, output):
    (folder / "notes.txt").write_text("Wilma Quillfeather\n")
    long = run("check", "--output", output)
    (folder / "notes.txt").write_text("Abel Tamsin\n")
    short = run("check", "--output", output)
    assert "Quill" not in long.out + long.err
    assert (long.out, long.err) == (short.out, short.err)


def test_values_are_shown_when_asked_for(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    assert "Wilma Quillfeather" in run("check", "--show-values").out
    found = run("check", "--show-values", "--output", "json").json()["findings"]
    assert [one["value"] for one in found] == ["Wilma Quillfeather", "21-CV-1234"]


def test_clean_files_are_counted(run, folder):
    (folder / "a.txt").write_text(CLEAN)
    (folder / "b.md").write_text("id,note\n1,none")
    result = run("check")
    assert (result.code, result.out) == (0, "")
    assert result.last == "scanned 2 files, 4 lines: 0 findings; 0 files outside"


def test_columns_count_characters_for_every_kind_of_line_end(run, folder):
    (folder / "notes.txt").write_bytes("\ufeffZoë\r\nÉtienne, Abel Tamsin\r\n".encode())
    assert run("check").out == "notes.txt:2:10: PERSON (patterns, 0.90)\n"


def test_only_and_except_choose_labels(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    assert ": CASE (" in run("check", "--only", "CASE").out
    assert run("check", "--except", "CASE", "--except", "PERSON").code == 0
    assert run("check", "--only", "NOSUCH").code == 2


def test_rules_decide_which_labels_fail(run, folder, tmp_path):
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text() + "check: {fail_on: [direct]}\n")
    (folder / "notes.txt").write_text(LEAK)
    assert [line.split()[1] for line in run("check").out.splitlines()] == ["PERSON"]


def test_standard_input_is_checked(run):
    result = run("check", "--stdin", stdin=LEAK.encode())
    assert result.code == 1
    assert result.out.startswith("standard input:2:8: PERSON")
    result = run("check", "--stdin", "--stdin-filename", "talk.txt", stdin=LEAK.encode())
    assert result.out.startswith("talk.txt:2:8: PERSON")
    assert run("check", "-", stdin=LEAK.encode()).code == 1
    assert run("check", "--stdin", "--staged").code == 2
    assert run("check", "--stdin", stdin=b"a\0b").code == 3


# reports


def test_json_carries_versions_and_counts(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    (folder / "code.py").write_text(LEAK)
    (folder / "bad.csv").write_bytes(b"a\0b")
    result = run("check", "--output", "json")
    report = result.json()
    assert result.code == 1
    assert report["rules"]["name"] == "small"
    assert re.fullmatch("[0-9a-f]{16}", report["digest"])
    assert report["plugins"]["pydantic"]
    assert report["findings"][0] == {
        "path": "notes.txt",
        "line": 2,
        "column": 8,
        "label": "PERSON",
        "detector": "patterns",
        "score": 0.9,
    }
    assert [one["path"] for one in report["incomplete"]] == ["bad.csv"]
    assert report["summary"] == {
        "files": 1,
        "lines": 2,
        "findings": 2,
        "files_with_findings": 1,
        "files_incomplete": 1,
        "files_outside": 1,
    }


def test_json_lines_end_with_the_summary(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    objects = run("check", "--output", "jsonl").objects()
    assert [one["type"] for one in objects] == ["finding", "finding", "summary"]
    assert objects[-1]["digest"]


def test_the_digest_changes_with_the_rules(run, folder):
    (folder / "notes.txt").write_text(CLEAN)
    before = run("check", "--output", "json").json()["digest"]
    assert run("check", "--output", "json").json()["digest"] == before
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text("# a comment\n" + rules.read_text())
    assert run("check", "--output", "json").json()["digest"] == before
    rules.write_text(rules.read_text().replace("risk: 5", "risk: 4"))
    assert run("check", "--output", "json").json()["digest"] != before


def test_an_unknown_report_is_refused_with_the_known_ones(run):
    result = run("check", "--output", "yaml")
    assert result.code == 2
    assert "json" in result.err


def test_colours_are_used_on_request_only(run, folder, monkeypatch):
    (folder / "notes.txt").write_text(LEAK)
    assert "\x1b" not in run("check").out
    assert "\x1b[31m" in run("check", "--color", "always").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("check").out


# which files


def test_code_and_configuration_are_outside(run, folder):
    for name in ("a.py", "package.json", "requirements.txt", "Makefile", "image.png"):
        (folder / name).write_text(LEAK)
    result = run("check", "--verbose")
    assert result.code == 0
    assert result.last == "nothing to scan: no file was chosen; 5 files outside"
    assert "outside: a.py" in result.err


def test_a_named_file_is_always_scanned(run, folder):
    (folder / "a.py").write_text(LEAK)
    assert run("check", "a.py").code == 1
    result = run("check", "--documents-only", "a.py")
    assert (result.code, result.last) == (0, "nothing to scan: no file was chosen; 1 file outside")


def test_rules_choose_the_documents(run, folder):
    rules = Path(os.environ["ANONFILTER_RULES"])
    globs = "['*.{txt,dat}', '!drafts/', 'drafts/keep.txt', '!sub/*/x.txt']"
    rules.write_text(rules.read_text() + f"documents: {globs}\n")
    for name in (
        "A.TXT",
        "deep/er/b.dat",
        "c.csv",
        "drafts/d.txt",
        "drafts/keep.txt",
        "sub/a/x.txt",
        "sub/a/b/x.txt",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("21-CV-1234")
    found = {line.partition(":")[0] for line in run("check").out.splitlines()}
    assert found == {"A.TXT", "deep/er/b.dat", "drafts/keep.txt", "sub/a/b/x.txt"}


def test_globs_match_paths_from_the_top_of_the_repository(run, folder, repository, monkeypatch):
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text() + "documents: ['data/*.txt']\n")
    repository.write("data/a.txt", LEAK)
    repository.write("other/data/a.txt", LEAK)
    monkeypatch.chdir(folder / "data")
    assert run("check").last.startswith("scanned 1 file,")
    assert run("check", "..").last.endswith("2 findings in 1 file; 1 file outside")


def test_ignored_files_are_skipped_and_untracked_files_checked(run, repository):
    repository.write(".gitignore", "originals/\n")
    repository.write("originals/a.txt", LEAK)
    repository.write("new.txt", LEAK)
    repository.stage("old.txt", LEAK)
    (repository.path / "old.txt").unlink()
    result = run("check")
    assert {line.partition(":")[0] for line in result.out.splitlines()} == {"new.txt"}
    assert run("check", "originals/a.txt").code == 1


def test_a_folder_in_no_repository_is_walked(run, folder):
    (folder / ".git-is-not-here").mkdir()
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "notes.txt").write_text(LEAK)
    assert run("check", ".", "a").out.startswith("a/b/notes.txt:2:8: PERSON")
    assert run("check", ".", "a/b/notes.txt").last.startswith("scanned 1 file, 2 lines: 2 findings")


@pytest.mark.parametrize(
    "name", [b"two words.txt", b"line\nend.txt", b"caf\xe9.txt", b"-dash.txt", b"tab\t'\".txt"]
)
def test_any_file_name_works(run, repository, name):
    repository.stage(name, LEAK)
    for arguments in (
        ["check"],
        ["check", "--staged"],
        ["check", "--staged", "--", os.fsdecode(name)],
    ):
        result = run(*arguments)
        assert result.code == 1
        assert len(result.out.splitlines()) == 2
        assert "\udce9" not in result.out


def test_a_symbolic_link_is_the_path_that_it_points_to(run, repository, tmp_path):
    secret = tmp_path / "elsewhere.txt"
    secret.write_text(LEAK)
    (repository.path / "link.txt").symlink_to(secret)
    (repository.path / "telling.txt").symlink_to("/home/Wilma Quillfeather/x.txt")
    repository.git("add", "link.txt", "telling.txt")
    for arguments in (["check"], ["check", "--staged"]):
        result = run(*arguments)
        assert result.out == "telling.txt:1:7: PERSON (patterns, 0.90)\n"
        assert result.last.startswith("scanned 2 files, 2 lines")
    assert run("check", "link.txt").code == 1


# incomplete


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"a\0b", "NUL byte"),
        (b"\xff\xfeA", "UTF-16"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "LFS"),
    ],
)
def test_a_document_that_is_not_text_is_incomplete(run, repository, content, reason):
    repository.stage("a.txt", content)
    repository.stage("image.png", content)
    for arguments in (["check"], ["check", "--staged"], ["check", "a.txt"]):
        result = run(*arguments)
        assert result.code == 3
        assert "incomplete: a.txt: " in result.err
        assert reason in result.err
    assert run("check", "image.png").code == 3


def test_a_finding_outranks_an_incomplete_file_in_the_exit_code(run, folder):
    (folder / "a.txt").write_bytes(b"\0")
    (folder / "b.txt").write_text(LEAK)
    result = run("check")
    assert result.code == 1
    assert result.last == (
        "scanned 1 file, 2 lines: 2 findings in 1 file; 1 file incomplete; 0 files outside"
    )


def test_a_missing_file_is_incomplete(run, repository):
    assert run("check", "gone.txt").code == 3
    result = run("check", "--staged", "gone.txt")
    assert (result.code, "not in git's index" in result.err) == (3, True)


def test_a_socket_in_a_folder_is_outside(run, folder):
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("s.txt")
        assert run("check").last.endswith("1 file outside")


def test_text_in_another_language_is_incomplete(run, folder):
    german = "Ich habe nicht gewusst, dass es mit dem Wagen und der Frau so ist wie es war. " * 5
    (folder / "a.txt").write_text(german)
    assert run("check").code == 3
    assert run("check", "--assume-language").code == 0


# rules that would hide something


def test_rules_of_the_repository_are_named_by_their_file(run, folder, monkeypatch):
    """Whatever they call themselves: they may switch everything off."""
    monkeypatch.delenv("ANONFILTER_RULES")
    (folder / "rules.yaml").write_text(
        "anonfilter: 1\nname: default\nextends: fast\nlabels: {EMAIL_ADDRESS: {redact: false}}\n"
    )
    (folder / "notes.txt").write_text("Write to a.tamsin@lakeshore.example\n")
    (folder / ".git").mkdir()
    result = run("check", "notes.txt")
    assert "rules default 1 from rules.yaml, digest " in result.err
    assert "rules default 1 from rules.yaml, digest " in run("notes.txt").err


def test_rules_with_a_byte_order_mark_are_read(run, folder, monkeypatch):
    monkeypatch.delenv("ANONFILTER_RULES")
    (folder / "rules.yaml").write_bytes(b"\xef\xbb\xbfanonfilter: 1\nextends: fast\n")
    (folder / "notes.txt").write_text("nobody\n")
    assert "from rules.yaml" in run("check", "notes.txt").err


def test_rules_without_a_detector_call_nothing_clean(run, folder):
    (folder / "empty.yaml").write_text("anonfilter: 1\nformats: [{use: text}]\n")
    (folder / "notes.txt").write_text(LEAK)
    result = run("check", "--rules", "empty.yaml", "notes.txt")
    assert result.code == 2
    assert "no detector" in result.err


def test_a_label_without_a_tagger_is_a_usage_error(run, folder):
    (folder / "odd.yaml").write_text(
        "anonfilter: 1\nlabels: {FOO: {redact: false, tag: nobody}}\nformats: [{use: text}]\n"
        "detectors:\n  - {use: patterns, patterns: [{label: FOO, regex: Quill}]}\n"
    )
    (folder / "notes.txt").write_text(LEAK)
    assert run("check", "--rules", "odd.yaml", "notes.txt").code == 0
    assert run("check", "--rules", "odd.yaml", "--only", "FOO", "notes.txt").code == 2


def test_a_finding_is_reported_even_if_another_path_cannot_be_scanned(run, folder):
    (folder / "slow.yaml").write_text(
        "anonfilter: 1\nlabels: {FOO: {tag: '[FOO]'}}\nformats: [{use: text}]\n"
        "detectors:\n  - {use: patterns, timeout: 0.2, "
        "patterns: [{label: FOO, regex: '(?:a|aa)+$'}, {label: FOO, regex: Quill}]}\n"
        "taggers: [{use: numbered}]\n"
    )
    slow = "a" * 200 + "!"  # in the text; and a path as true as any
    (folder / "notes.txt").write_text(LEAK)
    (folder / f"{slow}.txt").write_text(slow)
    result = run("check", "--rules", "slow.yaml", "notes.txt", f"{slow}.txt")
    assert result.code == 1
    assert f"incomplete: {slow}.txt: " in result.err
