"""Results of earlier runs are used, shown and removed, and never change the output."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.commandline import CommandLine
from tests.filtering import UNSETTLED

TEXT = "Wilma Quillfeather, 21-CV-1234.\n\nAbel Tamsin said no.\n"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "anonfilter" / "kept"


@pytest.fixture
def text(folder: Path) -> Path:
    path = folder / "talk.txt"
    path.write_text(TEXT)
    return path


def kinds(kept: Path) -> set[str]:
    return {path.name.rpartition("-")[0] for path in kept.iterdir() if "-" in path.name}


@pytest.mark.parametrize("how", [("filter",), ("filter", "--diff"), ("filter", "-v"), ("check",)])
def test_stored_results_are_reported_as_in_a_first_reading(
    run: CommandLine, kept: Path, text: Path, how: tuple[str, ...]
) -> None:
    first, second = run(*how, "talk.txt"), run(*how, "talk.txt")
    assert second == first == run(*how, "--no-cache", "talk.txt")
    assert {"detections"} < kinds(kept)


def test_a_stored_result_of_the_filter_is_written_again(
    run: CommandLine, kept: Path, text: Path, folder: Path
) -> None:
    assert run("-o", "one", "talk.txt").code == 0
    assert "filtered" in kinds(kept)
    for path in kept.glob("detections-*"):
        path.unlink()
    assert run("-o", "two", "talk.txt").code == 0
    assert not [*kept.glob("detections-*")]  # nothing was read
    assert (folder / "two/talk.txt").read_bytes() == (folder / "one/talk.txt").read_bytes()
    assert run("-i", "talk.txt").code == 0
    assert text.read_bytes() == (folder / "one/talk.txt").read_bytes()


def test_undecodable_bytes_and_other_encodings_are_preserved(
    run: CommandLine, kept: Path, folder: Path
) -> None:
    for number, data in enumerate((TEXT.encode("utf-16"), b"\xef\xbb\xbfWilma Tamsin \xff\r\nso")):
        name = f"{number}.txt"
        (folder / name).write_bytes(data)
        for place in ("one", "two"):
            assert run("-q", "-o", place, name).code == 0
        assert (folder / "one" / name).read_bytes() == (folder / "two" / name).read_bytes()


def test_a_damaged_result_is_computed_again(run: CommandLine, kept: Path, text: Path) -> None:
    first = run("talk.txt")
    for path in kept.glob("*-*"):
        path.write_bytes(path.read_bytes()[:-1])
    assert run("talk.txt") == first


def test_changed_decisions_beside_a_file_are_used(
    run: CommandLine, kept: Path, text: Path, folder: Path
) -> None:
    rules = folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "resolvers:\n  - use: decisions\n")
    assert run("talk.txt").code == 0
    (folder / "talk.txt.decisions.yaml").write_text("no decisions\n")
    assert run("talk.txt").code == 3


def test_a_sidecar_is_written_even_if_the_result_is_cached(
    run: CommandLine, kept: Path, text: Path, folder: Path
) -> None:
    rules = folder.parent / "rules" / "small.yaml"
    rules.write_text(rules.read_text() + "sidecar: plain\n")
    assert run("talk.txt").code == 0
    assert run("-i", "talk.txt").code == 0
    assert (folder / "talk.txt.pseudonyms.yaml").exists()


def test_results_with_remaining_findings_are_not_stored(
    run: CommandLine, kept: Path, folder: Path
) -> None:
    rules = folder.parent / "rules" / "small.yaml"
    more = "      - {label: CASE, regex: 'STUCK|(?<=\\ufffc *)after\\d'}\n"
    rules.write_text(rules.read_text().replace("taggers:", f"{more}taggers:"))
    (folder / "talk.txt").write_text(UNSETTLED)
    for _ in range(2):
        assert run("talk.txt").code == 1
    assert "filtered" not in kinds(kept)


def test_info_shows_files_and_clear_removes_them(run: CommandLine, kept: Path, text: Path) -> None:
    assert run("cache", "info", "--json").json()["kinds"]["detections"]["files"] == 0
    run("talk.txt")
    reported = run("cache", "info", "--json").json()
    assert reported["folder"] == str(kept)
    for kind in ("detections", "filtered"):
        one = reported["kinds"][kind]
        assert one["files"] == 1
        assert 0 < one["bytes"] < one["most"]["bytes"]
    shown = run("cache", "info").out
    assert "detections" in shown
    assert "talk" not in shown
    assert run("cache", "clear", "--kind", "filtered").err.startswith("removed 1 file, ")
    assert "detections" in kinds(kept)
    assert run("cache", "clear").code == 0
    assert kinds(kept) == set()
    assert (kept / "secret").exists()
    assert run("cache", "clear").err == "removed 0 files, 0 kB\n"
    assert run("cache", "clear", "--kind", "secret").code == 2
