"""Archives as users meet them: each member by its own format, names filtered, contents restored."""

from __future__ import annotations

import json
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.containers.archives import by_programs, gzipped, tarred, untarred, unzipped, zipped
from tests.documents.read_documents import write_rules
from tests.git_repository import Repository

FILES = {
    "talks/Wilma_Quillfeather/notes.txt": b"Well.\nWilma Quillfeather called 415 555 0100.\n",
    "talks/Wilma_Quillfeather/people.csv": b"name,note\nWilma Quillfeather,so\n",
    "talks/cues.vtt": b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Wilma Quillfeather>So.\n",
    "README.md": b"Nothing here.\n",
}


@pytest.fixture
def filtered(run: CommandLine) -> CommandLine:
    write_rules(run.folder, "- use: archive\n- use: csv\n- use: webvtt\n- use: jsonl")
    return run


def rules(*more: str) -> tuple[str, ...]:
    return ("--rules", "formats.yaml", *more)


@pytest.mark.parametrize(
    ("name", "data", "read"),
    [
        ("a.zip", zipped(FILES), unzipped),
        ("a.tar", tarred(FILES), untarred),
        ("a.tar.gz", gzipped(tarred(FILES)), untarred),
    ],
    ids=["zip", "tar", "tar.gz"],
)
def test_each_member_is_read_by_its_own_format(
    filtered: CommandLine, name: str, data: bytes, read: Callable[[bytes], dict[str, bytes]]
) -> None:
    (filtered.folder / name).write_bytes(data)
    assert filtered("filter", *rules("-o", "out", name)).code == 0
    members = read((filtered.folder / "out" / name).read_bytes())
    assert list(members)[-1] == "README.md"
    assert members["README.md"] == FILES["README.md"]
    notes, people, cues, _ = members
    assert notes.rpartition("/")[0] == people.rpartition("/")[0]
    assert not any("uill" in one for one in members)
    assert b"uill" not in b"".join(members.values())
    assert members[cues].startswith(b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v [PERSON_")
    assert members[people].startswith(b"name,note\n[PERSON_")
    assert filtered("check", *rules(f"out/{name}")).code == 0


def test_an_archive_in_which_nothing_is_found_keeps_its_bytes(filtered: CommandLine) -> None:
    data = zipped({"a.txt": b"so\n", "b/": b"", "c.csv": b"a,b\n1,2\n"})
    (filtered.folder / "a.zip").write_bytes(data)
    assert filtered("filter", *rules("-o", "out", "a.zip")).code == 0
    assert (filtered.folder / "out/a.zip").read_bytes() == data


def test_tags_in_names_of_members_keep_their_numbers(filtered: CommandLine) -> None:
    files = {"[PERSON_1].txt": b"so\n", "b.txt": b"Quillfeather went.\n"}
    (filtered.folder / "a.zip").write_bytes(zipped(files))
    assert filtered("filter", *rules("-o", "out", "a.zip")).code == 0
    members = unzipped((filtered.folder / "out/a.zip").read_bytes())
    assert members == {"[PERSON_1].txt": b"so\n", "b.txt": b"[PERSON_2] went.\n"}


def test_findings_name_the_member_and_its_line(filtered: CommandLine) -> None:
    (filtered.folder / "a.zip").write_bytes(zipped(FILES))
    text = filtered("check", *rules("--output", "text", "a.zip"))
    where = "a.zip: talks/Wilma_Quillfeather/notes.txt"
    assert f"{where}:2:1: PERSON" in text.out
    assert f"{where} (name):1:7: PERSON" in text.out
    found = json.loads(filtered("check", *rules("--output", "json", "a.zip")).out)["findings"]
    assert {key: found[-1][key] for key in ("path", "member", "line")} == {
        "path": "a.zip",
        "member": "talks/cues.vtt",
        "line": 4,
    }
    sarif = json.loads(filtered("check", *rules("--output", "sarif", "a.zip")).out)
    place = sarif["runs"][0]["results"][-1]["locations"][0]
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "talks/cues.vtt"
    assert "region" not in place["physicalLocation"]


def test_paths_of_members_are_hidden_where_paths_are(filtered: CommandLine) -> None:
    (filtered.folder / "a.zip").write_bytes(zipped(FILES))
    reported = filtered("check", *rules("--output", "text", "--hide-paths", "a.zip"))
    assert reported.code == 1
    assert "uill" not in reported.out


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"p/a.png": b"\x89PNG\r\n\0"}, "a.zip: p/a.png: is a picture"),
        ({"a.bin": b"\0\1"}, "a.zip: a.bin: holds a NUL byte"),
        ({"a.csv": b"a,b\n1\n"}, "a.zip: a.csv:2:"),
        ({"b.zip": zipped({"a.csv": b"a,b\n1\n"})}, "a.zip: b.zip: a.csv:2:"),
        ({"a.txt": b"%PDF-1.4\n"}, "a.zip: a.txt: is a PDF"),
    ],
    ids=["picture", "binary", "broken", "nested", "disguised"],
)
def test_a_member_that_is_not_read_makes_it_incomplete(
    filtered: CommandLine, files: dict[str, bytes], why: str
) -> None:
    (filtered.folder / "a.zip").write_bytes(zipped({**FILES, **files}))
    done = filtered("filter", *rules("-o", "out", "a.zip"))
    assert done.code == 3
    assert why in done.err
    assert not (filtered.folder / "out/a.zip").exists()
    checked = json.loads(filtered("check", *rules("--output", "json", "a.zip")).out)
    assert checked["incomplete"][0]["path"] == "a.zip"
    assert why.startswith(f"a.zip: {checked['incomplete'][0]['member']}")


def test_members_that_the_rules_keep_stay_as_they_are(filtered: CommandLine) -> None:
    write_rules(filtered.folder, "- {use: archive, keep: ['*.PNG', 'raw/*']}")
    kept = {"talks/a.png": b"\x89PNG\0", "raw/Quillfeather.bin": b"\0"}
    (filtered.folder / "a.zip").write_bytes(zipped({"a.txt": FILES["README.md"], **kept}))
    assert filtered("filter", *rules("-o", "out", "a.zip")).code == 0
    members = unzipped((filtered.folder / "out/a.zip").read_bytes())
    assert list(members.values()) == [FILES["README.md"], *kept.values()]
    assert "raw/[PERSON_1].bin" in members


COMMANDS = {
    "a.zip": ("zip", "-qr", "PACKED", "talks", "README.md"),
    "a.tar": (
        "tar",
        "-cf",
        "PACKED",
        "--owner=wquill:1001",
        "--group=lab:1001",
        "talks",
        "README.md",
    ),
    "p.tar": ("tar", "-cf", "PACKED", "--format=pax", "talks", "README.md"),
    "a.tar.gz": ("tar", "-czf", "PACKED", "talks", "README.md"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_archives_of_other_programs_are_filtered_and_restored(
    filtered: CommandLine, repository: Repository, tmp_path: Path, name: str
) -> None:
    data = by_programs(FILES, tmp_path, *COMMANDS[name])
    (filtered.folder / name).write_bytes(data)
    assert filtered("key", "new").code == 0
    assert filtered("filter", *rules("-o", "out", name)).code == 0
    assert filtered("map", "verify", "--rules", "formats.yaml", "out").code == 0
    assert filtered("restore", *rules("-o", "back.orig", f"out/{name}")).code == 0
    read = unzipped if name.endswith(".zip") else untarred
    assert read((filtered.folder / "back.orig").read_bytes()) == read(data)


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b"WEBVTT\n\n00:01.000 --> 00:02.000\n<v Wilma Quillfeather>So.\n", b"<v [PERSON_"),
        (b'{"who": "Wilma Quillfeather"}\n{"who": "so"}\n', b'{"who": "[PERSON_'),
        (b'{"who": "Wilma Quillfeather",\n "a": 1}\n', b'{"who": "[PERSON_'),
        (b"{Wilma Quillfeather} said so.\n", b"{[PERSON_"),
    ],
    ids=["webvtt", "jsonl", "json", "text"],
)
def test_a_file_whose_name_says_nothing_is_read_as_it_begins(
    filtered: CommandLine, data: bytes, kept: bytes
) -> None:
    (filtered.folder / "a.dat").write_bytes(data)
    assert filtered("filter", *rules("-o", "out", "a.dat")).code == 0
    assert kept in (filtered.folder / "out/a.dat").read_bytes()
    assert filtered("check", *rules("out/a.dat")).code == 0
    assert kept.decode() in filtered("filter", *rules(), stdin=data).out


def test_an_archive_is_known_by_how_it_begins(filtered: CommandLine) -> None:
    (filtered.folder / "a.dat").write_bytes(zipped(FILES))
    assert filtered("filter", *rules("-o", "out", "a.dat")).code == 0
    members = unzipped((filtered.folder / "out/a.dat").read_bytes())
    assert members["README.md"] == FILES["README.md"]
    assert b"uill" not in b"".join(members.values())


def test_rules_can_state_the_format_of_a_file(filtered: CommandLine) -> None:
    write_rules(filtered.folder, "- use: jsonl\n- {use: text, name: logs, like: {'*.log': .jsonl}}")
    (filtered.folder / "a.log").write_bytes(b'{"who": "Wilma\\u0020Quillfeather"}\n')
    assert filtered("filter", *rules("-o", "out", "a.log")).code == 0
    assert (filtered.folder / "out/a.log").read_bytes().startswith(b'{"who": "[PERSON_')


@pytest.mark.parametrize("name", ["data.zip", "data.tar", "data.tar.gz"])
def test_an_archive_in_a_mail_is_read(filtered: CommandLine, name: str) -> None:
    write_rules(filtered.folder, "- use: archive\n- use: csv\n- use: webvtt\n- use: mail")
    data = {"data.zip": zipped, "data.tar": tarred}.get(name, lambda f: gzipped(tarred(f)))(FILES)
    mail = EmailMessage()
    mail["Subject"] = "So"
    mail.set_content("Well.\n")
    mail.add_attachment(data, maintype="application", subtype="x", filename=name)
    (filtered.folder / "a.eml").write_bytes(bytes(mail))
    done = filtered("filter", *rules("-o", "out", "a.eml"))
    assert done.code == 0, done.err
    reported = message_from_bytes((filtered.folder / "out/a.eml").read_bytes())
    packed = [one.get_payload(decode=True) for one in reported.walk() if one.get_filename() == name]
    read = unzipped if name.endswith(".zip") else untarred
    assert b"uill" not in b"".join(read(packed[0]).values())


def test_a_surname_before_a_given_name_is_a_members_name(run: CommandLine) -> None:
    (run.folder / "a.zip").write_bytes(zipped({"Okonkwo, Adaeze.txt": b"so\n"}))
    assert run("--rules", "fast", "-o", "out", "a.zip").code == 0
    assert list(unzipped((run.folder / "out/a.zip").read_bytes())) == ["[PERSON_1].txt"]


def test_a_place_in_a_member_is_named_as_reports_name_it(
    filtered: CommandLine, repository: Repository
) -> None:
    (filtered.folder / "a.zip").write_bytes(zipped(FILES))
    reported = filtered("check", *rules("a.zip"))
    place = "a.zip: talks/Wilma_Quillfeather/notes.txt:2:1"
    assert f"{place}: PERSON" in reported.out
    explained = filtered("explain", *rules(place))
    assert explained.code == 0
    assert "Columns 1-18: PERSON" in explained.out
    name = "a.zip: talks/Wilma_Quillfeather/notes.txt (name):1"
    assert "Columns 7-24: PERSON" in filtered("explain", *rules(name)).out
    assert filtered("explain", *rules("a.zip:2")).code == 2
    assert "has 2 lines" in filtered("explain", *rules(f"{place[:-4]}:9")).err
    assert filtered("allow", *rules(place, "--reason", "so it is to be")).code == 0
    assert f"{place}: PERSON" not in filtered("check", *rules("a.zip")).out


def test_next_steps_name_the_member(filtered: CommandLine) -> None:
    (filtered.folder / "a.zip").write_bytes(zipped({"b c.txt": b"so\nWilma Quillfeather\n"}))
    assert (
        "allow --rules formats.yaml 'a.zip: b c.txt:2:1'" in filtered("check", *rules("a.zip")).err
    )
