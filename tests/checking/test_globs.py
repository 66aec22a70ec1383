"""Globs: the last one that matches decides, and a name cannot hide from them."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_documents.shared.file_kinds import KINDS

from anonfilter.rules import load_ruleset
from anonfilter.selection.globs import Globs, PathSet


@pytest.mark.parametrize(
    ("globs", "inside", "outside"),
    [
        (["*.txt"], ["a.txt", "b/c.TXT", "b/.txt", ".b/c.txt"], ["a.txt.gz", "txt"]),
        (["data/**/*.csv"], ["data/a.csv", "data/b/c/d.csv"], ["x/data/a.csv", "data.csv"]),
        (["drafts/"], ["drafts/a", "x/drafts/b/c"], ["drafts", "drafts.txt"]),
        (["/drafts"], ["drafts", "drafts/a"], ["x/drafts"]),
        (["*.{csv,tsv}"], ["a.csv", "b/c.tsv"], ["a.{csv,tsv}", "a.c"]),
        (["a?[bc]*"], ["axb", "a.c/d"], ["a/b", "axd"]),
        (["[!a].txt"], ["b.txt"], ["a.txt"]),
        (["a\\b"], ["a\\b"], ["ab"]),
        (["*", "!*.py", "setup.py"], ["a", "setup.py"], ["b.py"]),
        (["*"], [".\n", "a\n/.\n"], []),
    ],
)
def test_matching_paths(globs: list[str], inside: list[str], outside: list[str]) -> None:
    paths = PathSet(globs)
    assert [path for path in [*inside, *outside] if path in paths] == inside


NOT_BY_DEFAULT = {
    "archives, which hold anything": {".zip", ".tar", ".tgz", ".gz"},
    "style sheets, which are source code": {".xsl"},
    "PDFs, which need the extra pdf": {".pdf"},
}


def test_the_default_documents_are_all_that_formats_read() -> None:
    rules = load_ruleset("default")
    chosen = Globs(rules)
    read = {suffix for one in rules.instances["formats"] for suffix in one.make().suffixes}
    assert {suffix for suffix in read if f"p07{suffix}" not in chosen} == set().union(
        *NOT_BY_DEFAULT.values()
    )


def test_a_kind_of_files_that_is_refused_is_a_document_as_a_whole_or_not_at_all() -> None:
    rules = load_ruleset("default")
    chosen = Globs(rules, copies=False)
    read = {suffix for one in rules.instances["formats"] for suffix in one.make().suffixes}
    for kind in KINDS:
        refused = set(kind.suffixes.split()) - read
        assert len({f"p07{suffix}" in chosen for suffix in refused}) <= 1, kind.what


COPIES = ["p07.txt~", "a/p07.vtt.bak", "p07.orig", "#p07.md#", ".p07.csv.swp", "P07.TXT.OLD"]


def documents(folder: Path, said: str, *, copies: bool = True) -> Globs:
    path = folder / "rules.yaml"
    path.write_text(f"anonfilter: 1\nextends: fast\n{said}\n")
    return Globs(load_ruleset(str(path)), copies=copies)


def test_copies_of_documents_are_documents(tmp_path: Path) -> None:
    chosen = documents(tmp_path, "")
    assert [name for name in COPIES if name in chosen] == COPIES
    others = ["code.py~", "requirements.txt.bak", "film.mp4.part", ".eslintrc.json~", "p07.txt.bz2"]
    assert not [name for name in others if name in chosen]


def test_rules_may_leave_copies_out(tmp_path: Path) -> None:
    chosen = documents(tmp_path, "documents: ['!*.{bak,orig}', '!drafts/']")
    inside = ["p07.txt~", "p07.txt.bak", "p07.orig", "drafts/p07.txt~"]
    assert [name for name in inside if name in chosen] == ["p07.txt~"]
    assert "p07.txt~" not in documents(tmp_path, "", copies=False)
