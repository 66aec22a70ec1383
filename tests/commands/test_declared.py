"""``--format``, ``--encoding`` and the rules state how files are read and written."""

from __future__ import annotations

import json

import pytest

from tests.commands.commandline import CommandLine
from tests.containers.archives import unzipped, zipped
from tests.documents.read_documents import write_rules
from tests.git_repository import Repository

NAMED = "Zoë says: Wilma Quillfeather, à demain.\n"


@pytest.fixture
def read(run: CommandLine) -> CommandLine:
    write_rules(run.folder, "- use: archive\n- use: csv\n- use: webvtt\n- use: jsonl")
    return run


def rules(*more: str) -> tuple[str, ...]:
    return ("--rules", "formats.yaml", *more)


def test_a_format_is_given_for_standard_input(read: CommandLine) -> None:
    data = b'{"a": "Wilma\\u0020Quillfeather"}\n'
    assert json.loads(read(*rules("--format", "jsonl"), stdin=data).out)["a"].startswith("[PERSON_")
    found = read("detect", *rules("--format", "jsonl", "--json", "-"), stdin=data)
    assert "PERSON" in found.out
    assert read("check", "--stdin", *rules("--format", "jsonl"), stdin=data).code == 1
    assert read("stats", *rules("--format", "jsonl", "-"), stdin=data).code == 0


def test_a_suffix_is_the_name_of_its_format(read: CommandLine) -> None:
    data = zipped({"a.txt": b"Wilma Quillfeather\n"})
    for name in ("archive", "zip", ".zip"):
        given = ("--stdin-filename", "a.bin", "-o", name.strip("."))
        assert read(*rules("--format", name, *given), stdin=data).code == 0
        (text,) = unzipped((read.folder / name.strip(".") / "a.bin").read_bytes()).values()
        assert text.startswith(b"[PERSON_")


def test_a_given_format_outranks_rules_and_suffix(read: CommandLine) -> None:
    write_rules(read.folder, "- use: csv\n- {use: jsonl, like: {'*.csv': .vtt}}\n- use: webvtt")
    (read.folder / "a.csv").write_bytes(b"WEBVTT\n\n00:01.000 --> 00:02.000\nWilma Quillfeather\n")
    assert read(*rules("a.csv")).out.startswith("WEBVTT")
    assert read(*rules("--format", "csv", "a.csv")).code == 3
    assert read(*rules("--format", "jsonl", "a.csv")).code == 3


def test_a_format_that_refuses_a_file_leaves_it_incomplete(read: CommandLine) -> None:
    (read.folder / "a.zip").write_bytes(zipped({"a.txt": b"so\n"}))
    result = read(*rules("--format", "text", "a.zip"))
    assert (result.code, result.out) == (3, "")
    assert "a.zip: is an archive according to its first bytes" in result.err


def test_an_unknown_format_or_encoding_is_wrong_usage(read: CommandLine) -> None:
    result = read(*rules("--format", "jsnl"), stdin=b"so")
    assert result.code == 2
    assert "did you mean 'jsonl'?" in result.err
    result = read(*rules("--encoding", "cp12525"), stdin=b"so")
    assert result.code == 2
    assert "did you mean 'cp1252'?" in result.err
    assert read(*rules("--encoding", "base64"), stdin=b"so").code == 2
    assert read(*rules("--encoding", "utf-7"), stdin=b"so").code == 2


@pytest.mark.parametrize("codec", ["latin-1", "cp1252", "utf-16-le", "koi8-r", "cp037"])
def test_an_encoding_is_read_and_written_back(read: CommandLine, codec: str) -> None:
    text = "Жанна met Wilma Quillfeather.\n" if codec == "koi8-r" else NAMED
    (read.folder / "a.txt").write_bytes(text.encode(codec))
    assert read(*rules("--encoding", codec, "-o", "out", "a.txt")).code == 0
    written = (read.folder / "out" / "a.txt").read_bytes().decode(codec)
    assert written.startswith(text.partition("Wilma")[0] + "[PERSON_")
    assert read("check", *rules("--encoding", codec, "out/a.txt")).code == 0


def test_rules_declare_encodings_by_format_and_by_glob(read: CommandLine) -> None:
    write_rules(
        read.folder, "- {use: csv, encoding: cp1252}\n- {use: jsonl, encoding: {'old/*': latin-1}}"
    )
    for name in ("a.csv", "old/a.txt"):
        (read.folder / name).parent.mkdir(exist_ok=True)
        (read.folder / name).write_bytes(NAMED.encode("cp1252"))
        assert read(*rules("-o", "out", name)).code == 0
        assert (read.folder / "out" / name).read_bytes().startswith("Zoë says: [".encode("cp1252"))
        assert "Windows-1252" not in read("check", *rules(name)).err
    (read.folder / "a.txt").write_bytes(NAMED.encode("cp1252"))
    assert "`encoding: cp1252` under `formats:`" in read("check", *rules("a.txt")).err


def test_an_unknown_encoding_in_the_rules_is_reported_with_its_place(read: CommandLine) -> None:
    write_rules(read.folder, "- {use: csv, encoding: {'*.csv': cp1253x}}")
    lines = (read.folder / "formats.yaml").read_text().splitlines()
    line = next(at for at, one in enumerate(lines, 1) if "cp1253x" in one)
    result = read(*rules(), stdin=b"so")
    assert result.code == 2
    assert f"formats.yaml:{line}:{lines[line - 1].index('cp1253x') + 1}" in result.err
    assert "did you mean 'cp1253'?" in result.err


@pytest.mark.parametrize(
    ("data", "codec"),
    [
        (b"Zo\x81 is here.\n", "cp1252"),
        (b"Zo\xeb is here.\n", "utf-8"),
        (b"so\n", "utf-16-le"),
        ("Zoë is here.\n".encode(), "latin-1"),
    ],
)
def test_bytes_that_are_not_in_the_encoding_are_incomplete(
    read: CommandLine, data: bytes, codec: str
) -> None:
    result = read(*rules("--encoding", codec), stdin=data)
    assert (result.code, result.out) == (3, "")


def test_a_byte_order_mark_outranks_the_given_encoding(read: CommandLine) -> None:
    (read.folder / "a.txt").write_bytes(NAMED.encode("utf-16"))
    assert read(*rules("--encoding", "latin-1", "-o", "out", "a.txt")).code == 0
    assert (read.folder / "out/a.txt").read_bytes().decode("utf-16").startswith("Zoë says: [")


def test_an_encoding_of_members_is_declared_as_well(read: CommandLine) -> None:
    write_rules(read.folder, "- use: archive\n- {use: csv, encoding: {'*.txt': cp1251}}")
    members = {"a.txt": "Жанна: Wilma Quillfeather\n".encode("cp1251"), "b.txt": NAMED.encode()}
    (read.folder / "a.zip").write_bytes(zipped(members))
    assert read(*rules("-o", "out", "a.zip")).code == 0
    written = unzipped((read.folder / "out/a.zip").read_bytes())
    assert written["a.txt"].decode("cp1251").startswith("Жанна: [PERSON_")
    assert written["b.txt"].decode().startswith("Zoë says: [PERSON_")


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("suffix", ["txt", "zip"])
def test_restore_knows_the_encoding(read: CommandLine, repository: Repository, suffix: str) -> None:
    read("key", "new")
    write_rules(
        read.folder, "- use: archive\n- {use: csv, like: {'*.bin': zip}, encoding: {'*': cp1251}}"
    )
    text = "Жанна met Wilma Quillfeather.\n".encode("cp1251")
    path = read.folder / "a.bin"
    path.write_bytes(zipped({"b.txt": text}) if suffix == "zip" else b"")
    if suffix == "txt":
        path = read.folder / "a.txt"
        path.write_bytes(text)
    before = path.read_bytes()
    assert read(*rules("-i", path.name)).code == 0
    assert path.read_bytes() != before
    (read.folder / "formats.yaml").unlink()
    assert read("restore", "-o", "was", path.name).code == 0
    was = (read.folder / "was" / path.name).read_bytes()
    assert was == before or unzipped(was) == unzipped(before)
    assert read("map", "verify").code == 0


def test_a_long_file_is_read_in_its_encoding(read: CommandLine) -> None:
    text = "\n\n".join(["Жанна met Wilma Quillfeather."] * 40_000)
    (read.folder / "a.log").write_bytes(text.encode("cp1251"))
    write_rules(read.folder, "- {use: jsonl, like: {'*.log': txt}, encoding: {'*.log': cp1251}}")
    rules_file = read.folder / "formats.yaml"
    rules_file.write_text(rules_file.read_text() + "limits: {whole_megabytes: 0.3}\n")
    assert read(*rules("-o", "out", "a.log")).code == 0
    written = (read.folder / "out/a.log").read_bytes().decode("cp1251")
    assert written.count("Жанна met [PERSON_1] [PERSON_2].") == 40_000
