"""``anonfilter deposit``: a bundle that other programs verify, without values."""

from __future__ import annotations

import os
import subprocess
import zipfile
from datetime import date
from pathlib import Path

import bagit
import pytest

from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from tests.archive.conftest import NAMES
from tests.commands.commandline import CommandLine


@pytest.fixture
def bundle(archive: CommandLine, tmp_path: Path) -> Path:
    """The unpacked bundle of the interviews, without the title page, by rules that name someone."""
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(f"{rules.read_text()}description: Interviews with {NAMES[0]}\n")
    (archive.folder / "interviews/title.txt").unlink()
    done = archive("deposit", "interviews", "-o", "bundle.zip", "--contact", "data@example.org")
    assert done.code == 0, done.err
    with zipfile.ZipFile(archive.folder / "bundle.zip") as file:
        file.extractall(tmp_path / "unpacked")
    return tmp_path / "unpacked" / "bundle"


def test_other_programs_verify_the_bundle(bundle: Path) -> None:
    bagit.Bag(str(bundle)).validate()
    subprocess.run(["sha256sum", "--quiet", "-c", "manifest-sha256.txt"], cwd=bundle, check=True)
    (bundle / "data/interviews/first.txt").write_text("changed")
    assert not bagit.Bag(str(bundle)).is_valid()


def test_the_bundle_has_files_log_report_rules_and_versions(bundle: Path) -> None:
    paths = {one.relative_to(bundle / "data").as_posix() for one in bundle.rglob("data/**/*.*")}
    assert paths == {
        "interviews/first.txt",
        "interviews/second.txt",
        *(
            f"documentation/{name}"
            for name in (
                "README.md",
                "log.csv",
                "log-about.csv",
                "log-entities.csv",
                "log-kept.csv",
                "report.html",
                "report.json",
                "rules.yaml",
                "versions.json",
            )
        ),
    }
    readme = (bundle / "data/documentation/README.md").read_text()
    assert "2 files were filtered with anonfilter" in readme
    assert "6 replacements of 3 people and things, by technique: tag 6." in readme
    assert "ask data@example.org" in readme


def test_no_original_is_in_the_documentation(bundle: Path) -> None:
    for path in (bundle / "data/documentation").iterdir():
        text = path.read_text()
        assert not [name for name in NAMES if name.isalpha() and name in text], path.name


def test_files_with_findings_are_refused(archive: CommandLine) -> None:
    (archive.folder / "interviews/third.txt").write_text("Ines Quillfeather\n")
    refused = archive("deposit", "interviews", "-o", "bundle.zip")
    assert refused.code == 1
    assert "nothing was written" in refused.err
    assert not (archive.folder / "bundle.zip").exists()


def test_a_file_that_cannot_be_read_is_refused(archive: CommandLine) -> None:
    (archive.folder / "interviews/third.txt").write_bytes(b"\0\0\1")
    refused = archive("deposit", "interviews", "-o", "bundle.zip")
    assert refused.code == 3
    assert not (archive.folder / "bundle.zip").exists()


def test_an_existing_file_is_not_replaced(archive: CommandLine) -> None:
    (archive.folder / "bundle.zip").write_bytes(b"mine")
    assert archive("deposit", "interviews", "-o", "bundle.zip").code == 2
    assert (archive.folder / "bundle.zip").read_bytes() == b"mine"


# retiring the key


def test_a_retired_key_opens_no_sidecar_and_is_recorded(archive: CommandLine) -> None:
    corpus = load(archive.folder)
    assert archive("restore", "interviews/first.txt").code == 0
    retired = archive("key", "retire", "--yes")
    assert retired.code == 0, retired.err
    assert "2 sealed files; none of your other keys opens one (keys tried: 0)" in retired.err
    assert not list(keyring.key_file(corpus).parent.glob("*.key"))
    refused = archive("restore", "interviews/first.txt")
    assert refused.code == 2
    assert f"the key was retired on {date.today()}" in refused.err
    assert archive("key", "status").code == 3
    assert archive("log", "interviews", "-o", "log.csv").code == 0
    assert f"retired on {date.today()}" in (archive.folder / "log-about.csv").read_text()
    assert archive("report", "interviews", "--html", "report.html").code == 0
    assert f"retired on {date.today()}" in (archive.folder / "report.html").read_text()


def test_a_key_in_the_environment_is_not_retired(
    archive: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keyring.require_key(load(archive.folder))
    monkeypatch.setenv("ANONFILTER_KEY", key.text())
    refused = archive("key", "retire", "--yes")
    assert refused.code == 2
    assert "this command cannot destroy the key in it" in refused.err
    assert keyring.key_file(load(archive.folder)).exists()


def test_a_key_that_another_corpus_has_as_well_is_not_retired(archive: CommandLine) -> None:
    own = keyring.key_file(load(archive.folder))
    other = own.with_name("a" * 26 + ".key")
    other.write_bytes(own.read_bytes())
    other.chmod(0o600)
    refused = archive("key", "retire", "--yes")
    assert refused.code == 2
    assert "opens sidecars of this corpus" in refused.err
    assert own.exists()


def test_originals_in_clear_are_no_reason_to_retire_a_key(archive: CommandLine) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(f"{rules.read_text()}sidecar: plain\n")
    (archive.folder / ".gitignore").write_text("*.pseudonyms.yaml\n")
    (archive.folder / "clear.txt").write_text("Abel Tamsin\n")
    assert archive("-i", "clear.txt").code == 0
    refused = archive("key", "retire", "--yes")
    assert refused.code == 3
    assert "clear.txt.pseudonyms.yaml: has originals in clear" in refused.err
