"""Files and streams that are too long to be read as a whole, on the command line."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from pathlib import Path
from typing import IO

import pytest

from tests import filtering
from tests.commands.commandline import RULES, CommandLine

LONG = "limits: {whole_megabytes: 0.002}\n"
FILLER = "nothing of note was said about the weather that day\n"
TEXT = f"Wilma Quillfeather\n{FILLER * 60}21-CV-1234 of Wilma Quillfeather\n{FILLER * 20}"
REDACTED = TEXT.replace("21-CV-1234", "[CASE_1]").replace(
    "Wilma Quillfeather", "[PERSON_1] [PERSON_2]"
)
LATE = f"21-CV-9999 of WILMA QUILLFEATHER\n{FILLER * 60}{TEXT}"  # a name, known only later
PEOPLE = "resolvers:\n  - use: link-people\n"
Writing = tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes]]


@pytest.fixture
def long(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with rules that read 2,000 bytes as a whole."""
    rules = run.folder.parent / "rules" / "long.yaml"
    rules.write_text(RULES + LONG)
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    return run


def test_a_long_file_is_filtered_in_parts_and_reported(long, folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT)
    done = long("a.txt")
    assert (done.code, done.out) == (0, REDACTED)
    assert "a.txt: has more than 0.002 MB, and is filtered in parts" in done.err
    assert "1 file, 82 lines: 3 mentions of 2 entities replaced" in done.err
    assert long(stdin=TEXT.encode()).out == REDACTED


@pytest.mark.parametrize("command", ["filter", "check"])
def test_two_processes_filter_a_long_file_as_one_does(long, folder: Path, command: str) -> None:
    text = f"21-CV-9999 of WILMA QUILLFEATHER\n{FILLER * 600}\n{TEXT}" * 3
    (folder / "a.txt").write_text(text)
    one = long(command, "--no-cache", "a.txt")
    assert "21-CV" not in one.out or command == "check"
    two = long(command, "--no-cache", "-j", "2", "a.txt")
    assert (two.code, two.out) == (one.code, one.out)


def test_a_long_file_is_written_below_a_folder_and_in_place(long, folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.txt").write_text("21-CV-9999\n")
    assert long("-o", "out", "a.txt", "b.txt").code == 0
    assert (folder / "out" / "a.txt").read_text() == REDACTED
    assert (folder / "out" / "b.txt").read_text() == "[CASE_1]\n"
    assert long("-i", "a.txt").code == 0
    assert (folder / "a.txt").read_text() == REDACTED
    assert (long("-i", "a.txt").code, (folder / "a.txt").read_text()) == (0, REDACTED)


def test_numbers_of_tags_in_a_named_file_are_read_first(long, folder: Path) -> None:
    text = f"21-CV-1234\n{FILLER * 6_000}[CASE_1]\n"  # more than what is read at once
    (folder / "a.txt").write_text(text)
    assert long("a.txt").out.startswith("[CASE_2]\n")
    (folder / "a.txt").write_bytes(text.encode("utf-16"))
    assert long("-i", "a.txt").code == 0
    assert (folder / "a.txt").read_text("utf-16").startswith("[CASE_2]\n")


def test_a_long_file_is_recognised_by_its_beginning(long, folder: Path) -> None:
    (folder / "a.txt").write_bytes(TEXT.encode("utf-16"))
    (folder / "b.txt").write_bytes(b"{\\rtf1 " + TEXT.encode() * 50 + b"}")
    encoded = long("-o", "out", "a.txt")
    assert encoded.code == 0
    assert (folder / "out" / "a.txt").read_bytes() == REDACTED.encode("utf-16")
    refused = long("b.txt")
    assert (refused.code, refused.out) == (3, "")
    assert "b.txt: is rich text (RTF)" in refused.err


def test_a_diff_of_a_long_file_equals_that_of_the_whole(
    long, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text(LATE)
    in_parts = long("--diff", "a.txt")
    monkeypatch.setenv("ANONFILTER_RULES", str(folder.parent / "rules" / "small.yaml"))
    assert "+[PERSON_1] [PERSON_2]\n" in in_parts.out
    assert long("--diff", "a.txt").out == in_parts.out


@pytest.fixture
def keeping(long: CommandLine) -> CommandLine:
    """The same in a folder that keeps sidecars."""
    rules = long.folder.parent / "rules" / "long.yaml"
    of_tables = "  - use: csv\n  - use: jsonl\n  - use: text\n"
    rules.write_text(RULES.replace("  - use: text\n", of_tables) + LONG + "sidecar: plain\n")
    return long


@pytest.mark.parametrize("name", ["a.txt", "a.csv"])
@pytest.mark.parametrize("data", [LATE.encode(), LATE.encode("utf-16"), LATE.encode() + b"\xff"])
def test_every_byte_of_a_long_file_comes_back(
    keeping, folder: Path, name: str, data: bytes
) -> None:
    (folder / name).write_bytes(data)
    assert keeping("-o", "out", name).code == 0
    filtered = (folder / "out" / name).read_bytes()
    assert keeping("-i", name).code == 0
    assert (folder / name).read_bytes() == filtered != data
    assert keeping("restore", "-o", "again", name).code == 0
    assert (folder / "again" / name).read_bytes() == data
    assert keeping("map", "verify").code == 0


def test_a_long_file_goes_on_with_the_numbers_of_its_sidecar(keeping, folder: Path) -> None:
    path = folder / "a.txt"
    path.write_text(LATE)
    assert keeping("-i", "a.txt").code == 0
    before = path.read_text()
    assert keeping("-i", "a.txt").code == 0
    assert path.read_text() == before
    path.write_text("Abel Tamsin\nWilma Quillfeather\n" + before)
    assert keeping("-i", "a.txt").code == 0
    assert path.read_text() == "[PERSON_3] [PERSON_4]\n[PERSON_1] [PERSON_2]\n" + before
    assert keeping("restore", "a.txt").out == "Abel Tamsin\nWilma Quillfeather\n" + LATE


def test_results_elsewhere_keep_their_numbers_when_the_original_grows(
    keeping, folder: Path
) -> None:
    (folder / "a.txt").write_text(LATE)
    assert keeping("-o", "out", "a.txt").code == 0
    before = (folder / "out" / "a.txt").read_text()
    (folder / "a.txt").write_text("Abel Tamsin\n" + LATE)
    assert keeping("-o", "out", "a.txt").code == 0
    assert (folder / "out" / "a.txt").read_text() == "[PERSON_3] [PERSON_4]\n" + before


def test_people_of_records_keep_their_numbers_from_run_to_run(keeping, folder: Path) -> None:
    rules = folder.parent / "rules" / "long.yaml"
    rules.write_text(rules.read_text().replace("name-parts, s", "'[PERSON_{n}]', s") + PEOPLE)
    lines = [f'{{"by": "Abel Tamsin", "text": "Wilma Quillfeather, {FILLER[:-1]}"}}\n'] * 60
    (folder / "a.jsonl").write_text("".join(lines))
    outputs = []
    for _ in range(2):
        assert keeping("-o", "out", "a.jsonl").code == 0
        outputs.append((folder / "out" / "a.jsonl").read_text())
    assert outputs[0] == outputs[1]
    assert len(set(outputs[0].splitlines())) == 60
    assert keeping("-i", "a.jsonl").code == 0
    assert keeping("-i", "a.jsonl").code == 0
    assert keeping("restore", "a.jsonl").out == "".join(lines)


def test_a_long_stream_has_its_map_in_a_file(keeping, folder: Path) -> None:
    text = f"[CASE_7]\n{LATE}[CASE_1]\n"
    done = keeping("--map", "a.pseudonyms.yaml", stdin=text.encode())
    assert done.code == 0
    assert "2 tags that stood in the text before are kept as literal text" in done.err
    assert "[CASE_2]" in done.out
    back = keeping("restore", "--map", "a.pseudonyms.yaml", stdin=done.out.encode())
    assert (back.code, back.out) == (0, text)


def test_an_error_in_a_late_part_leaves_nothing_written(long, folder: Path) -> None:
    (folder / "a.txt").write_bytes(TEXT.encode() * 5 + b"\0\n")
    (folder / "b.txt").write_text("21-CV-1234\n")
    done = long("a.txt", "b.txt")
    assert (done.code, done.out) == (3, "")
    assert "NUL" in done.err
    assert "1 file, 1 line: 1 mention of 1 entity found" in done.err
    assert long("-i", "a.txt").code == 3
    assert (folder / "a.txt").read_bytes() == TEXT.encode() * 5 + b"\0\n"


def test_a_check_finds_in_parts_what_it_finds_in_the_whole(
    long, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.txt").write_text(REDACTED)
    in_parts = long("check", "a.txt", "b.txt")
    rules = folder.parent / "rules" / "small.yaml"
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    whole = long("check", "a.txt", "b.txt")
    assert (in_parts.code, in_parts.out) == (whole.code, whole.out)
    assert in_parts.code == 1


def test_live_accepts_standard_input_only(long, folder: Path) -> None:
    (folder / "a.txt").write_text(TEXT)
    for options in (("a.txt",), ("-o", "out"), ("--diff",)):
        assert long("--live", *options).code == 2
    assert long("--live", "--behind", "soon").code == 2


@pytest.mark.parametrize("options", [("-j", "2"), ("--documents-only",)])
def test_live_refuses_options_without_meaning_for_a_stream(long, options: tuple[str, ...]) -> None:
    done = long("--live", *options)
    assert (done.code, done.out) == (2, "")
    assert "--live" in done.err


# other processes


def started(folder: Path, *options: str) -> subprocess.Popen[bytes]:
    (folder / "short.yaml").write_text(filtering.RULES + LONG, encoding="utf-8")
    return subprocess.Popen(
        filtering.command(*options),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )


def ended(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    out, reported = process.communicate(timeout=120)
    return process.returncode, out.decode(), reported.decode()


def live(folder: Path, behind: str, text: bytes, *options: str) -> Writing:
    """A live stream that was given a line of Jane Smith, and perhaps more, and let that one out."""
    process = started(folder, "--live", "--behind", behind, *options)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(text)
    assert process.stdout.readline() == b"[PERSON_1] [PERSON_2]\n"
    return process, process.stdin, process.stdout


@pytest.mark.slow
def test_a_live_stream_prints_lines_before_its_end(folder: Path) -> None:
    process, lines, out = live(folder, "1,60s", b"Jane Smith\nQX-1234 of Quill\n", "-v")
    lines.write(b"and Jane\n")
    assert out.readline() == b"[CODE_1] of [PERSON_3]\n"
    code, rest, reported = ended(process)
    assert (code, rest) == (0, "and [PERSON_1]\n")
    assert "standard input: 4 mentions\n" in reported
    assert "3 lines: 4 mentions of 3 entities replaced" in reported


@pytest.mark.slow
def test_a_single_line_is_written_in_time(folder: Path) -> None:
    process, _, _ = live(folder, "100,0.2s", b"Jane Smith\n")
    assert ended(process)[:2] == (0, "")


@pytest.mark.slow
def test_an_interrupted_stream_prints_verified_lines(folder: Path) -> None:
    process, _, _ = live(folder, "1,60s", b"Jane Smith\nQX-1234\n")
    process.send_signal(signal.SIGINT)
    assert ended(process)[:2] == (0, "[CODE_1]\n")


@pytest.mark.slow
def test_an_error_ends_a_stream(folder: Path) -> None:
    process, lines, _ = live(folder, "0", b"Jane Smith\n")
    lines.write(b"a\0b\nQuill\n")
    code, out, reported = ended(process)
    assert (code, out) == (3, "")
    assert "NUL" in reported


@pytest.mark.slow
def test_a_stream_ends_when_its_reader_is_gone(folder: Path) -> None:
    process = started(folder, "--live", "--behind", "0")
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(b"Jane Smith\n")
    assert process.stderr is not None
    reported = process.stderr.read()
    assert (process.wait(), reported) == (128 + signal.SIGPIPE, b"")


@pytest.mark.slow
def test_a_full_disk_is_reported(folder: Path) -> None:
    (folder / "short.yaml").write_text(filtering.RULES + LONG, encoding="utf-8")
    (folder / "a.txt").write_text(TEXT)
    small = (resource.RLIMIT_FSIZE, (1000, 1000))
    done = subprocess.run(
        filtering.command("a.txt"),
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(*small),
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert "the temporary file for results: cannot be written: " in done.stderr


@pytest.mark.slow
def test_a_killed_run_leaves_no_output(folder: Path) -> None:
    process = started(folder, "-q")
    assert process.stdin is not None
    process.stdin.write(TEXT.encode() * 20)  # more than a pipe holds: some of it is being read
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    code, out, _ = ended(process)
    assert (code, out) == (128 + signal.SIGTERM, "")
