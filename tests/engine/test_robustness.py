"""Odd bytes, odd files and odd moments, as a user of the command line meets them."""

from __future__ import annotations

import codecs
import ctypes
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.filtering import command, run, said

pytestmark = pytest.mark.slow

# what comes in, and what goes out


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (b"Quill\r\nJane\r\nSmith\r\n", b"[PERSON_1]\r\n[PERSON_2]\r\n[PERSON_3]\r\n"),
        (b"a\rQuill\rb", b"a\r[PERSON_1]\rb"),
        (b"a\r\n\r\n\nQuill\r\r\n", b"a\r\n\r\n\n[PERSON_1]\r\r\n"),
        (b"\xef\xbb\xbfQuill", b"\xef\xbb\xbf[PERSON_1]"),
        (b"Quill", b"[PERSON_1]"),
        (b"Quill  \t\n\n\n", b"[PERSON_1]  \t\n\n\n"),
        (b"", b""),
        (b"\n", b"\n"),
        (b"\xef\xbb\xbf", b"\xef\xbb\xbf"),
        (b"caf\xe9 \xff Quill \x80\n", b"caf\xe9 \xff [PERSON_1] \x80\n"),
        (b"Jos\xe9 N\xfa\xf1ez", b"[PERSON_1] [PERSON_2]"),
        ("Jose\u0301 Nu\u0301n\u0303ez".encode(), b"[PERSON_1] [PERSON_2]"),
        ("Qu\u00adi\u200bll x".encode(), b"[PERSON_1] x"),
        ("Jane\u00a0Smith".encode(), "[PERSON_1]\u00a0[PERSON_2]".encode()),
        ("שלום Quill \u202eabc\u202c".encode(), "שלום [PERSON_1] \u202eabc\u202c".encode()),
        ("👩‍👩‍👧‍👦 👍🏽 ❤️ Quill 🏳️‍🌈".encode(), "👩‍👩‍👧‍👦 👍🏽 ❤️ [PERSON_1] 🏳️‍🌈".encode()),
        (b"e\xcc\x81 \xcc\x81 Quill o\xcc\x88", b"e\xcc\x81 \xcc\x81 [PERSON_1] o\xcc\x88"),
        (b"Qu\x01ill\x02 x", b"[PERSON_1]\x01\x02 x"),
        ("\u202aQuill\u202c x".encode(), "\u202a[PERSON_1]\u202c x".encode()),
        ("Qu\ufe0fi\U000e0041ll\u200b x".encode(), "[PERSON_1]\u200b x".encode()),
        (b"\x1b[1mQuill\x1b[0m \x07", b"\x1b[1m[PERSON_1]\x1b[0m \x07"),
        (b"Quill\x0cQuill\x0b", b"[PERSON_1]\x0c[PERSON_1]\x0b"),
        ("Quill\u2028Quill\u0085".encode(), "[PERSON_1]\u2028[PERSON_1]\u0085".encode()),
    ],
)
def test_only_identifiers_change(tmp_path: Path, given: bytes, wanted: bytes) -> None:
    done = run(tmp_path, data=given)
    assert (done.stdout, done.returncode) == (wanted, 0), said(done)


def test_undecodable_bytes_are_counted(tmp_path: Path) -> None:
    done = run(tmp_path, data=b"caf\xe9 \xff\xfe\n")
    assert "; 3 undecodable bytes kept in 1 file" in said(done)


@pytest.mark.parametrize(
    ("codec", "bom"),
    [
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-32-le", codecs.BOM_UTF32_LE),
        ("utf-32-be", codecs.BOM_UTF32_BE),
    ],
)
def test_utf_16_and_32_are_written_back_as_such(tmp_path: Path, codec: str, bom: bytes) -> None:
    done = run(tmp_path, data=bom + "Quill 👍\r\n".encode(codec))
    assert done.stdout == bom + "[PERSON_1] 👍\r\n".encode(codec)


@pytest.mark.parametrize(
    "data",
    [
        b"Quill\0",
        codecs.BOM_UTF16_LE + "Quill".encode("utf-16-le")[:-1],
        codecs.BOM_UTF32_LE + "Quill".encode("utf-32-le")[:-2],
        codecs.BOM_UTF16_BE + b"\0\0\0a",
    ],
)
def test_binary_data_is_incomplete_and_named(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "odd.txt").write_bytes(data)
    done = run(tmp_path, "odd.txt")
    assert (done.stdout, done.returncode) == (b"", 3)
    assert "anonfilter: odd.txt: " in said(done)


def test_new_numbers_skip_those_in_the_text(tmp_path: Path) -> None:
    done = run(tmp_path, data=b"[PERSON_1] and [PERSON_3] met Jane Smith")
    assert done.stdout == b"[PERSON_1] and [PERSON_3] met [PERSON_2] [PERSON_4]"


@pytest.mark.parametrize(
    "lookalike",
    ["[EXHIBIT_3]", "[PERSON_", "[person_1]", "[PERSON_007]", "[PERSON]", "[PERSON_1", "PERSON_1]"],
)
def test_text_in_the_form_of_a_tag_is_text(tmp_path: Path, lookalike: str) -> None:
    done = run(tmp_path, data=f"{lookalike} Quill".encode())
    assert done.stdout.decode() == f"{lookalike} [PERSON_1]"


def test_an_identifier_inside_brackets_is_no_tag(tmp_path: Path) -> None:
    assert run(tmp_path, data=b"[QX-1234] [Quill]").stdout == b"[[CODE_1]] [[PERSON_1]]"


def test_filtering_again_changes_nothing(tmp_path: Path) -> None:
    once = run(tmp_path, data="Quill met José Núñez,\r\nQX-1234 \udcff".encode(errors="ignore"))
    again = run(tmp_path, data=once.stdout)
    assert again.stdout == once.stdout
    assert "nothing to replace" in said(again)


# one very long line


def test_a_line_of_fifty_megabytes(tmp_path: Path) -> None:
    words = b"so then we all went home again and ate \xc3\xa9clairs " * 40 + b"with Quill QX-1234 "
    data = words * (50_000_000 // len(words))
    path = tmp_path / "long.txt"
    path.write_bytes(data)
    done = run(tmp_path, "long.txt")
    assert done.stdout == data.replace(b"Quill QX-1234", b"[PERSON_1] [CODE_1]")


def test_a_line_of_a_megabyte_with_the_model(tmp_path: Path) -> None:
    filler = "and then we went on talking about the weather and what there was for dinner, "
    text = "Then Margaret Holloway came in. " + filler * 13_000 + "Margaret Holloway left."
    done = run(tmp_path, "--rules", "default", data=text.encode())
    assert done.returncode == 0, said(done)
    assert b"Holloway" not in done.stdout
    assert len(done.stdout) > 1_000_000


@pytest.mark.parametrize(
    "text",
    [
        "a" + "\u0301\u0323" * 200_000,
        "\n" + " " * 1_000_000 + "x",
        "[A_" * 300_000,
        "[CODE_1" + "1" * 1_000_000,
        "\nA" + ":" * 1_000_000,
        "\n" + "A " * 500_000,
        "\n" * 500_000,
        "\u200b" * 500_000,
        "[CODE_1] QX-1234 " * 20_000,
    ],
    ids=["marks", "blanks", "brackets", "digits", "colons", "turn", "lines", "zero-width", "tags"],
)
def test_hostile_text_takes_no_longer_than_other_text(tmp_path: Path, text: str) -> None:
    other = "Some words that people say. " * (len(text) // 28)
    tries = ((seconds(tmp_path, text), seconds(tmp_path, other)) for _ in range(4))
    assert any(hostile < 10 * usual for hostile, usual in tries)


def seconds(folder: Path, text: str) -> float:
    """What it takes to filter a text, of the processor's time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    assert run(folder, "--assume-language", data=text.encode()).returncode == 0
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


# odd files


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "talks").mkdir()
    done = run(tmp_path, "talks")
    assert done.returncode == 3
    assert "talks: is a folder" in said(done)
    assert "`anonfilter check`" in said(done)


def test_a_pipe_with_a_name_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"Quill"), daemon=True)
    writer.start()
    assert run(tmp_path, "pipe").stdout == b"[PERSON_1]"
    writer.join(timeout=10)


def test_a_pipe_cannot_be_rewritten(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = run(tmp_path, "-i", "pipe")
    assert done.returncode == 3
    assert "pipe: is not a regular file" in said(done)


@pytest.mark.parametrize("name", [b"a b.txt", b"-dash.txt", "naïve ☃.txt".encode(), b"\xff.txt"])
def test_files_may_have_odd_names(tmp_path: Path, name: bytes) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text("Quill")
    done = run(tmp_path, "-i", "--", path.name)
    assert done.returncode == 0, said(done)
    assert path.read_text() == "[PERSON_1]"


def test_a_name_cannot_play_tricks_on_a_terminal(tmp_path: Path) -> None:
    done = run(tmp_path, "a\n\x1b[31m.txt")
    assert "a\\n\\x1b[31m.txt: there is no such file" in said(done)


def test_names_of_files_are_reported_unchanged(tmp_path: Path) -> None:
    (tmp_path / "jane_smith.txt").write_bytes(b"\0")
    done = run(tmp_path, "jane_smith.txt", "Jane Smith/missing.txt")
    assert "jane_smith.txt: holds a NUL byte" in said(done)
    assert "Jane Smith/missing.txt: there is no such file" in said(done)


# rights: root may do everything, so these run without what makes root special


def without_privileges() -> None:
    """For a new process: file modes count for it, even if its user is root (Linux)."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
            if libc.prctl(24, capability, 0, 0, 0) != 0:  # PR_CAPBSET_DROP
                raise OSError(ctypes.get_errno(), "cannot drop a capability")


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Quill")
    (tmp_path / "note.txt").chmod(0)
    done = run(tmp_path, "note.txt", preexec_fn=without_privileges)
    assert done.returncode == 3
    assert "note.txt: may not be read: permission denied" in said(done)


def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "note.txt").write_text("Quill")
    (tmp_path / "sub").chmod(0o555)
    in_place = run(tmp_path, "-i", "sub/note.txt", preexec_fn=without_privileges)
    below = run(tmp_path, "-o", "sub/out", "sub/note.txt", preexec_fn=without_privileges)
    (tmp_path / "sub").chmod(0o755)
    assert (in_place.returncode, below.returncode) == (3, 3)
    for done in (in_place, below):
        assert "sub: cannot be written to: permission denied" in said(done)
    assert [path.name for path in (tmp_path / "sub").iterdir()] == ["note.txt"]


# odd moments


def test_a_reader_that_leaves_early(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("Quill and so on\n" * 60_000)
    run(tmp_path)  # writes the rules
    filtering = subprocess.Popen(
        command("long.txt"), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert filtering.stdout is not None
    assert filtering.stderr is not None
    assert filtering.stdout.readline() == b"[PERSON_1] and so on\n"
    filtering.stdout.close()
    assert filtering.stderr.read() == b""
    filtering.stderr.close()
    assert filtering.wait(600) == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_full_disk_behind_standard_output(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = run(tmp_path, data=b"Quill", stdout=full)
    assert done.returncode == 3
    assert said(done) == "anonfilter: standard output: cannot be written: No space left on device\n"


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    text = "Quill and so on\n" * 10_000
    note = tmp_path / "note.txt"
    note.write_text(text)

    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    in_place = run(tmp_path, "-i", "note.txt", preexec_fn=no_room)
    below = run(tmp_path, "-o", "out", "note.txt", preexec_fn=no_room)
    assert (in_place.returncode, below.returncode) == (3, 3)
    assert "note.txt: cannot be written: File too large" in said(in_place)
    assert note.read_text() == text
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["note.txt", "out", "short.yaml"]


def test_streams_that_are_closed(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("Quill")
    no_output = run(tmp_path, "note.txt", preexec_fn=lambda: os.close(1))
    assert no_output.returncode == 3
    assert "standard output: is closed" in said(no_output)
    no_input = run(tmp_path, preexec_fn=lambda: os.close(0))
    assert no_input.returncode == 3
    assert "standard input: is closed" in said(no_input)
    nothing_said = run(tmp_path, "note.txt", preexec_fn=lambda: os.close(2))
    assert (nothing_said.returncode, nothing_said.stdout) == (0, b"[PERSON_1]")


SLOW_FILTER = """
import sys, os
from anonfilter.files import write as output
from anonfilter.commands.main import main

replace = os.replace
def waiting(*places):
    # what a slow disk would do: the new text is written, the old one still there
    sys.stdout.write("written\\n"); sys.stdout.flush()
    sys.stdin.readline()
    replace(*places)
output.os.replace = waiting
main(sys.argv[1:])
"""


@pytest.fixture
def stopped(tmp_path: Path) -> subprocess.Popen[bytes]:
    """A filter that waits with its new text written and the old file still in place."""
    run(tmp_path)
    (tmp_path / "note.txt").write_text("Quill")
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_FILTER, "-i", "--rules", "short.yaml", "note.txt"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"written\n"
    return process


@pytest.mark.parametrize(
    ("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_leaves_the_file_as_it_was_and_nothing_beside_it(
    tmp_path: Path, stopped: subprocess.Popen[bytes], sent: signal.Signals, code: int
) -> None:
    stopped.send_signal(sent)
    _, errors = stopped.communicate(timeout=600)
    assert stopped.returncode == code
    assert b"Traceback" not in errors
    assert (tmp_path / "note.txt").read_text() == "Quill"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["note.txt", "short.yaml"]


def test_a_file_that_changes_while_it_is_read(tmp_path: Path) -> None:
    run(tmp_path)
    note = tmp_path / "note.txt"
    note.write_text("Quill " + "and so on " * 500_000)
    filtering = subprocess.Popen(
        command("-i", "note.txt"), cwd=tmp_path, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    time.sleep(0.2)
    while filtering.poll() is None:
        with note.open("a") as more:
            more.write("Quill")
        time.sleep(0.01)
    _, errors = filtering.communicate()
    assert filtering.returncode == 3
    assert b"note.txt: changed while it was being read" in errors
    assert note.read_text().startswith("Quill and")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["note.txt", "short.yaml"]
