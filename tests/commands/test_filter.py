"""The filter command: outputs, messages and exit codes."""

from __future__ import annotations

import os
import pty
import re
import stat
import subprocess
from pathlib import Path

import pytest

from tests.filtering import UNSETTLED, command, run, said

pytestmark = pytest.mark.slow

TEXT = "I met Jane Smith.\nQuill has QX-1234.\n"
FILTERED = "I met [PERSON_1] [PERSON_2].\n[PERSON_3] has [CODE_1].\n"


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text(TEXT)
    return path


# standard output


def test_filters_standard_input(tmp_path: Path) -> None:
    done = run(tmp_path, data=TEXT.encode())
    assert (done.stdout.decode(), done.returncode) == (FILTERED, 0)
    summary, rules = said(done).splitlines()
    assert summary == "1 file, 2 lines: 3 mentions of 3 entities replaced (PERSON 2, CODE 1)"
    assert re.fullmatch(r"rules short 4 from short\.yaml, digest [0-9a-f]{16}", rules)


def test_filters_without_naming_the_command(note: Path) -> None:
    run(note.parent, data=b"")  # writes the rules
    arguments = [word for word in command("note.txt") if word != "filter"]
    done = subprocess.run(arguments, cwd=note.parent, capture_output=True, check=False)
    assert "No such option" not in done.stderr.decode()
    assert (done.stdout.decode(), done.returncode) == (FILTERED, 0)


def test_each_file_is_a_document_and_outputs_follow_each_other(note: Path) -> None:
    done = run(note.parent, "note.txt", "-", "note.txt", data=b"Quill again\n")
    assert done.stdout.decode() == FILTERED + "[PERSON_1] again\n" + FILTERED
    assert "3 files, 5 lines: 7 mentions of 7 entities" in said(done)


def test_nothing_is_written_if_anything_would_be_left(note: Path) -> None:
    (note.parent / "stuck.txt").write_text("fine\nso " + UNSETTLED)
    done = run(note.parent, "note.txt", "stuck.txt")
    assert (done.stdout, done.returncode) == (b"", 1)
    assert "stuck.txt:2:87: CHAIN (patterns, 0.90)\n" in said(done)
    assert "1 place would be left, in: stuck.txt\n" in said(done)
    assert "after" not in said(done)
    assert "nothing was written" in said(done)
    assert "next:\n  anonfilter explain --rules short.yaml stuck.txt:2:87 " in said(done)


def test_keep_output_writes_the_text_and_still_fails(tmp_path: Path) -> None:
    done = run(tmp_path, "--keep-output", data=UNSETTLED.encode())
    assert done.stdout.startswith(b"[CHAIN_1] [CHAIN_2]")
    assert done.returncode == 1


def test_nothing_is_written_if_a_file_cannot_be_read(note: Path) -> None:
    done = run(note.parent, "note.txt", "missing.txt")
    assert (done.stdout, done.returncode) == (b"", 3)
    assert "missing.txt: there is no such file" in said(done)


def test_a_hint_for_similar_files_is_printed_once(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    reported = said(run(tmp_path, "0.doc", "1.doc", "2.doc"))
    assert reported.count("is a document of an office program") == 3
    assert reported.count("--convert-to docx FILE") == 1


def test_a_finding_outranks_an_incomplete_file(tmp_path: Path) -> None:
    done = run(tmp_path, "-", "missing.txt", data=UNSETTLED.encode())
    assert done.returncode == 1
    assert "1 file incomplete: missing.txt" in said(done)


def test_quiet_prints_errors_only(note: Path) -> None:
    assert said(run(note.parent, "-q", "note.txt")) == ""
    assert "missing.txt" in said(run(note.parent, "-q", "missing.txt"))
    assert "CHAIN" in said(run(note.parent, "-q", data=UNSETTLED.encode()))


def test_verbose_reports_each_file(note: Path) -> None:
    assert "note.txt: 3 mentions\n" in said(run(note.parent, "-v", "note.txt"))


def test_only_and_except(note: Path) -> None:
    only = run(note.parent, "--only", "CODE", "note.txt")
    assert only.stdout.decode() == "I met Jane Smith.\nQuill has [CODE_1].\n"
    others = run(note.parent, "--except", "CODE", "note.txt")
    assert others.stdout.decode() == "I met [PERSON_1] [PERSON_2].\n[PERSON_3] has QX-1234.\n"
    published = run(note.parent, "--only", "PERSON_NAME", "note.txt")
    assert published.stdout.decode() == "I met [PERSON_1] [PERSON_2].\n[PERSON_3] has QX-1234.\n"
    unknown = run(note.parent, "--only", "NAME", "note.txt")
    assert unknown.returncode == 2
    assert "no label 'NAME'" in said(unknown)


def test_stdin_filename_is_the_name_in_messages(tmp_path: Path) -> None:
    done = run(tmp_path, "--stdin-filename", "talk.txt", data=b"\0")
    assert done.returncode == 3
    assert "talk.txt: holds a NUL byte" in said(done)


def test_a_terminal_without_files_gets_a_hint(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    os.write(master, b"Quill\n\x04")
    done = run(tmp_path, stdin=slave)
    os.close(master)
    os.close(slave)
    assert done.stdout == b"[PERSON_1]\n"
    assert "reading from the terminal; Ctrl-D ends" in said(done)


@pytest.mark.parametrize(
    "arguments",
    [
        ["-i"],
        ["-i", "-"],
        ["-o", "out"],
        ["-", "-"],
        ["-i", "-o", "out", "note.txt"],
        ["-i", "--diff", "note.txt"],
        ["--stdin-filename", "a.txt", "note.txt"],
    ],
)
def test_contradictory_options_of_a_command_are_refused(note: Path, arguments: list[str]) -> None:
    done = run(note.parent, *arguments)
    assert done.returncode == 2
    assert note.read_text() == TEXT
    assert not (note.parent / "out").exists()


# --diff


def test_diff_shows_what_would_change(note: Path) -> None:
    done = run(note.parent, "--diff", "note.txt")
    assert "3 entities found" in said(done)
    assert done.returncode == 0
    assert done.stdout.decode() == (
        "--- a/note.txt\n+++ b/note.txt\n@@ -1,2 +1,2 @@\n"
        "-I met Jane Smith.\n-Quill has QX-1234.\n"
        "+I met [PERSON_1] [PERSON_2].\n+[PERSON_3] has [CODE_1].\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Quill",
        "\n" * 20 + "Quill\n" + "x\n" * 7 + "Quill\n" + "y\n" * 6 + "Quill",
        "Quill\r\nb\r\n",
        "a\rQuill\n\n",
        "b\udcff Quill\n",
        "same\n",
        "\ufeffQuill\r\nb\n",
    ],
)
def test_patch_turns_the_file_into_the_filtered_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "note.txt"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    filtered = run(tmp_path, "note.txt").stdout
    patch = run(tmp_path, "--diff", "note.txt").stdout
    subprocess.run(
        ["git", "apply", "--allow-empty", "--whitespace=nowarn", "-"],
        input=patch,
        cwd=tmp_path,
        check=True,
    )
    assert path.read_bytes() == filtered


def test_a_diff_is_coloured_on_request_or_on_a_terminal(note: Path) -> None:
    assert b"\x1b[31m-I met" in run(note.parent, "--diff", "--color=always", "note.txt").stdout
    assert b"\x1b" not in run(note.parent, "--diff", "note.txt").stdout


# -o


def test_output_dir_keeps_the_tree(tmp_path: Path) -> None:
    inside, outside = tmp_path / "work", tmp_path / "else"
    (inside / "a" / "b").mkdir(parents=True)
    outside.mkdir()
    for path in (inside / "a" / "b" / "one.txt", outside / "two.txt", outside / "three.txt"):
        path.write_text(TEXT)
    done = run(inside, "-o", "new/out", "a/./b/one.txt", "../else/two.txt", outside / "three.txt")
    assert (done.returncode, done.stdout) == (0, b"")
    written = inside / "new" / "out"
    assert sorted(str(path.relative_to(written)) for path in written.rglob("*.txt")) == [
        "a/b/one.txt",
        "three.txt",
        "two.txt",
    ]
    assert (written / "a" / "b" / "one.txt").read_text() == FILTERED


def test_output_dir_takes_standard_input_by_its_name(tmp_path: Path) -> None:
    run(tmp_path, "-o", "out", "--stdin-filename", "talks/a.txt", data=b"Quill")
    assert (tmp_path / "out" / "talks" / "a.txt").read_text() == "[PERSON_1]"


def test_two_files_for_one_place_are_refused(tmp_path: Path) -> None:
    for name in ("x", "y"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.txt").write_text(TEXT)
    done = run(tmp_path, "-o", "out", tmp_path / "x" / "note.txt", tmp_path / "y" / "note.txt")
    assert done.returncode == 2
    assert "would have the same result file" in said(done)
    assert not (tmp_path / "out").exists()


def test_an_input_is_never_overwritten(note: Path) -> None:
    for folder in (".", note.parent):
        done = run(note.parent, "-o", folder, "note.txt")
        assert done.returncode == 2
        assert "would overwrite the input note.txt" in said(done)
    assert note.read_text() == TEXT


def test_a_link_must_not_lead_out_of_the_output_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "note.txt").write_text(TEXT)
    done = run(tmp_path, "-o", "out", "a/note.txt")
    assert done.returncode == 2
    assert "a symbolic link leads out of out" in said(done)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_complete_files_are_written_and_incomplete_files_are_not(note: Path) -> None:
    folder = note.parent
    (folder / "stuck.txt").write_text(UNSETTLED)
    (folder / "binary.txt").write_bytes(b"\0")
    done = run(folder, "-o", "out", "stuck.txt", "note.txt", "binary.txt")
    assert done.returncode == 1
    assert [path.name for path in (folder / "out").iterdir()] == ["note.txt"]
    assert "would be left, in: stuck.txt" in said(done)
    assert "1 file incomplete: binary.txt" in said(done)


# --in-place


def test_in_place_rewrites_and_keeps_the_mode(note: Path) -> None:
    note.chmod(0o640)
    done = run(note.parent, "-i", "note.txt", "./note.txt")
    assert (done.returncode, done.stdout) == (0, b"")
    assert note.read_text() == FILTERED
    assert stat.S_IMODE(note.stat().st_mode) == 0o640
    assert "1 file, 2 lines" in said(done)
    assert sorted(path.name for path in note.parent.iterdir()) == ["note.txt", "short.yaml"]


def test_missing_sidecars_are_reported(note: Path) -> None:
    assert "the originals were not kept" in said(run(note.parent, "-i", "note.txt"))
    assert "the originals" not in said(run(note.parent, "-i", "note.txt"))
    assert "the originals" not in said(run(note.parent, data=TEXT.encode()))


def test_in_place_leaves_an_unchanged_file_alone(note: Path) -> None:
    note.write_text("nothing here\n")
    os.utime(note, ns=(1, 1))
    before = note.stat()
    assert run(note.parent, "-i", "note.txt").returncode == 0
    assert (note.stat().st_mtime_ns, note.stat().st_ino) == (1, before.st_ino)


def test_in_place_does_not_write_a_file_with_remaining_findings(tmp_path: Path) -> None:
    stuck = tmp_path / "stuck.txt"
    stuck.write_text(UNSETTLED)
    assert run(tmp_path, "-i", "stuck.txt").returncode == 1
    assert stuck.read_text() == UNSETTLED
    assert run(tmp_path, "-i", "--keep-output", "stuck.txt").returncode == 1
    assert stuck.read_text().startswith("[CHAIN_1]")


def test_in_place_follows_a_link_within_the_tree_only(tmp_path: Path) -> None:
    tree, outside = tmp_path / "tree", tmp_path / "outside.txt"
    (tree / ".git").mkdir(parents=True)
    (tree / "sub").mkdir()
    for path in (tree / "inside.txt", outside):
        path.write_text(TEXT)
    (tree / "sub" / "in.txt").symlink_to("../inside.txt")
    (tree / "sub" / "out.txt").symlink_to(outside)
    done = run(tree / "sub", "-i", "in.txt", "out.txt")
    assert done.returncode == 3
    assert "out.txt: a symbolic link leads out of" in said(done)
    assert (tree / "inside.txt").read_text() == FILTERED
    assert (tree / "sub" / "in.txt").is_symlink()
    assert outside.read_text() == TEXT


def test_in_place_may_rewrite_what_is_named_outside_the_tree(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    (there / "note.txt").write_text(TEXT)
    (there / "link.txt").symlink_to(here / "short.yaml")
    done = run(here, "-i", there / "note.txt", there / "link.txt")
    assert (there / "note.txt").read_text() == FILTERED
    assert done.returncode == 3
    assert "link.txt: a symbolic link leads out of" in said(done)


def test_in_place_respects_a_read_only_file(note: Path) -> None:
    note.chmod(0o444)
    done = run(note.parent, "-i", "note.txt")
    assert done.returncode == 3
    assert "note.txt: is read-only" in said(done)
    assert note.read_text() == TEXT
