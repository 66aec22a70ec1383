"""Files that other programs write are filtered, and read back by them: of an office, and pandoc."""

from __future__ import annotations

import re
import subprocess
import zipfile
from pathlib import Path

import docx
import pytest

from tests.documents.read_documents import write_rules

pytestmark = pytest.mark.slow

WHO, INITIALS = "Wilma Quillfeather", "WQ"
FORMATS = "\n".join(f"- use: {one}" for one in ("office", "rtf", "html", "notebook", "xml"))
PAGE = f"""---
title: The minutes
author: {WHO}
---

# As {WHO} said

I am Wilma **Quillfeather**, so.[^1]

| who | what |
|-----|------|
| {WHO} | none |

[^1]: See [this](https://a.example "By {WHO}").
"""


def program(*arguments: str | Path) -> str:
    done = subprocess.run(
        [str(one) for one in arguments], check=True, capture_output=True, text=True, timeout=600
    )
    return done.stdout


def office(kind: str, *files: Path, into: Path) -> None:
    """Files as an office saves them, with settings of its own."""
    profile = f"-env:UserInstallation=file://{into.parent / 'profile'}"
    program("soffice", profile, "--headless", "--convert-to", kind, "--outdir", into, *files)


def written(path: Path) -> str:
    """All that a file holds, of an archive unpacked."""
    if not zipfile.is_zipfile(path):
        return path.read_text("utf-8", "replace")
    with zipfile.ZipFile(path) as file:
        return "\n".join(file.read(one).decode("utf-8", "replace") for one in file.namelist())


def filtered(run, folder: Path, files: list[Path]) -> Path:
    """The folder of what files are filtered to, in which no name is left."""
    write_rules(folder, FORMATS)
    done = run("--rules", "formats.yaml", *(str(one) for one in files), "-o", "out/")
    assert done.code == 0, done.err
    for one in files:
        assert re.search("(?i)quillfeather", written(one))
        assert not re.search("(?i)wilma|quill", written(folder / "out" / one.name)), one.name
    return folder / "out"


def same(before: str, after: str) -> None:
    """Both say the same, with a name here and tags there."""
    name, tags = re.compile(r"Wilma\s+Quillfeather"), re.compile(r"\[PERSON_1\]\s*\[PERSON_2\]")
    assert name.search(before)
    assert words(tags.sub("TAG", after)) == words(name.sub("TAG", before))


def words(text: str) -> list[str]:
    """What a text says, without the lines of tables."""
    return re.sub("-{3,}", "", text).split()


def test_an_office_reads_back_what_it_wrote(run, folder: Path, tmp_path: Path) -> None:
    made = docx.Document()
    said = made.add_paragraph("I am Wilma ")
    said.add_run("Quillfeather").bold = True
    said.add_run(", so.")
    made.sections[0].header.paragraphs[0].text = f"For {WHO}"
    made.add_comment(said.runs, text=f"Said {WHO}", author=WHO, initials=INITIALS)
    made.core_properties.author = WHO
    made.save(str(folder / "a.docx"))
    files = [folder / f"a.{kind}" for kind in ("docx", "odt", "rtf", "html")]
    for one in files[1:]:
        office(one.suffix[1:], files[0], into=folder)
    out = filtered(run, folder, files)
    for number, one in enumerate(files):
        one.rename(folder / f"before{number}{one.suffix}")
        (out / one.name).rename(folder / f"after{number}{one.suffix}")
    office(
        "txt:Text (encoded):UTF8", *folder.glob("before*"), *folder.glob("after*"), into=tmp_path
    )
    for number in range(len(files)):
        before, after = (tmp_path / f"{one}{number}.txt" for one in ("before", "after"))
        same(before.read_text("utf-8-sig"), after.read_text("utf-8-sig"))


@pytest.mark.parametrize("suffix", [".docx", ".epub", ".html", ".ipynb", ".xml"])
def test_pandoc_reads_back_what_it_wrote(run, folder: Path, suffix: str) -> None:
    (folder / "a.md").write_text(PAGE)
    file = folder / f"a{suffix}"
    kind = {".xml": "jats"}.get(suffix, suffix[1:])
    program("pandoc", "-s", folder / "a.md", "-t", kind, "-o", file)
    out = filtered(run, folder, [file])
    before, after = (
        program("pandoc", "-f", kind, "-t", "plain", "--wrap=none", one / file.name)
        for one in (folder, out)
    )
    same(before, after)


def test_a_page_that_is_printed_is_converted(run, folder: Path) -> None:
    page = f"<h1>Minutes</h1><p>The chair: I am {WHO}, so.</p><p>{WHO}: I am not.</p>"
    (folder / "a.html").write_text(f"<meta charset=utf-8>{page}")
    program("wkhtmltopdf", "-q", folder / "a.html", folder / "a.pdf")
    done = run("convert", "a.pdf", "-o", "a.txt")
    assert done.code == 0, done.err
    out = filtered(run, folder, [folder / "a.txt"]) / "a.txt"
    same((folder / "a.txt").read_text(), out.read_text())
    assert "The chair: I am" in out.read_text()
