"""Globs: the last one that matches decides, and a name cannot hide from them."""

from __future__ import annotations

import pytest

from anonfilter.checking.globs import PathSet


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
def test_what_matches(globs: list[str], inside: list[str], outside: list[str]) -> None:
    paths = PathSet(globs)
    assert [path for path in [*inside, *outside] if path in paths] == inside
