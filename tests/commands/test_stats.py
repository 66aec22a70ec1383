"""``anonfilter stats``: figures without values."""

from __future__ import annotations


def test_totals_means_and_rates(run, folder):
    (folder / "a.txt").write_text("Wilma Quillfeather and Abel Tamsin went home\n")
    (folder / "b.txt").write_text("Abel Tamsin, 21-CV-1234\n")
    result = run("stats", "--json", "a.txt", "b.txt")
    found = result.json()
    assert result.code == 0
    assert (found["files"], found["words"]) == (2, 12)
    assert found["labels"]["PERSON"] == {
        "total": 3, "files": 2, "mean_per_file": 1.5, "per_1000_words": 250.0,
    }  # fmt: skip
    assert found["overall"]["total"] == 4


def test_a_table(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin")
    assert "PERSON" in run("stats", "a.txt").out
    markdown = run("stats", "--markdown", "a.txt").out
    assert "| PERSON | 1 | 1 | 1.00 | 500.00 |" in markdown
    assert "Abel" not in markdown


def test_a_file_that_cannot_be_read_is_not_in_the_figures(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin")
    (folder / "b.txt").write_bytes(b"\0\0")
    result = run("stats", "--json", "a.txt", "b.txt")
    assert (result.code, result.json()["files"]) == (3, 1)
    assert "b.txt" in result.err
