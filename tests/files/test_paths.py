from __future__ import annotations

import pytest

from anonfilter.files.paths import original, suffix_of


@pytest.mark.parametrize(
    ("copy", "of", "suffix"),
    [
        ("a/p07.txt~", "a/p07.txt", ".txt"),
        ("p07.vtt.~12~", "p07.vtt", ".vtt"),
        ("p07.VTT.BAK", "p07.VTT", ".vtt"),
        ("p07.csv.bak2", "p07.csv", ".csv"),
        ("p07.csv.save.1", "p07.csv", ".csv"),
        ("p07.txt.orig~", "p07.txt", ".txt"),
        ("#p07.md#", "p07.md", ".md"),
        (".p07.txt.swp", "p07.txt", ".txt"),
        ("p07.txt.swo", "p07.txt", ".txt"),
        ("p07.csv.rej", "p07.csv", ""),
        (".~lock.p07.csv#", "p07.csv", ""),
        ("p07.orig", "p07", ""),
    ],
)
def test_a_copy_is_known_by_its_name(copy, of, suffix):
    assert (original(copy), suffix_of(copy)) == (of, suffix)


@pytest.mark.parametrize("name", ["a.txt", ".bak", "~", "##", "film.swf", "a.save.txt", "old.md"])
def test_other_names_are_no_copies(name):
    assert original(name) == name
