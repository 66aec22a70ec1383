"""``anonfilter stats``: figures without values."""

from __future__ import annotations


def test_stats_have_totals_means_and_rates(run, folder):
    (folder / "a.txt").write_text("Wilma Quillfeather and Abel Tamsin went home\n")
    (folder / "b.txt").write_text("Abel Tamsin, 21-CV-1234\n")
    result = run("stats", "--json", "a.txt", "b.txt")
    found = result.json()
    assert result.code == 0
    assert (found["files"], found["words"]) == (2, 12)
    assert found["labels"]["PERSON"] == {
        "total": 3,
        "files": 2,
        "mean_per_file": 1.5,
        "per_1000_words": 250.0,
    }
    assert found["overall"]["total"] == 4


def test_stats_are_printed_as_a_table(run, folder):
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


RULES = """
anonfilter: 1
extends: fast==1
resolvers:
  - use: exclude
    terms:
      - {term: Maria Delgado, reason: our own staff}
      - {term: John Smith, reason: an author}
"""


def test_the_drops_of_each_stage_have_reasons(run, folder):
    (folder / "own.yaml").write_text(RULES)
    (folder / "a.txt").write_text("I met Maria Delgado and Jane Doe. Maria Delgado left.\n")
    (folder / "b.txt").write_text("John Smith wrote to jane.roe@example.org.\n")
    result = run("stats", "--stages", "--json", "--rules", "own.yaml", "a.txt", "b.txt")
    reported = {
        (one["stage"], one["by"], one["did"], one["why"]): one["spans"]
        for one in result.json()["stages"]
    }
    assert reported["resolvers", "exclude", "dropped", "our own staff"] == 2
    assert reported["resolvers", "exclude", "dropped", "an author"] == 1
    assert reported["resolvers", "exclude", "dropped", "in all"] == 3
    assert reported["result", "", "replaced", "in all"] == result.json()["overall"]["total"]
    assert ("detectors", "names", "found", "in all") in reported
    people = result.json()["stages_by_label"]["PERSON"]
    assert (people["dropped"], people["replaced"]) == (3, 1)


def test_stages_show_no_values(run, folder):
    (folder / "a.txt").write_text("Abel Tamsin left.")
    shown = run("stats", "--stages", "--markdown", "a.txt").out
    assert "| result |  | replaced | in all | 1 |" in shown
    assert "Tamsin" not in shown
    assert "replaced" not in run("stats", "a.txt").out
