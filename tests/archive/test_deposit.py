"""``anonfilter deposit``: a bundle that other programs verify, without values."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

import bagit
import pytest

from tests.archive.conftest import NAMES
from tests.commands.commandline import CommandLine


@pytest.fixture
def bundle(archive: CommandLine, tmp_path: Path) -> Path:
    """The unpacked bundle of the interviews, without the title page."""
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
