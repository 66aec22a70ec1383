"""``anonfilter check --diff``: what one commit adds to another."""

from __future__ import annotations

import pytest

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"
NAME = "Wilma Quillfeather"


@pytest.fixture
def leaking(repository):
    """A repository that leaks already, and a branch that goes on from there."""
    repository.stage("old.txt", LEAK + "Then we left.\n" * 5)
    repository.commit()
    repository.git("checkout", "-q", "-b", "next")
    return repository


def places(result):
    return [line.split(" ")[0].rstrip(":") for line in result.out.splitlines()]


def test_only_added_lines_count(run, leaking):
    text = LEAK + "Then we left.\n" * 5
    leaking.stage("old.txt", "A line.\n" + text + f"{NAME} came back.\n")
    leaking.stage("new.txt", LEAK)
    leaking.commit()
    result = run("check", "--diff", "main..next")
    assert places(result) == ["new.txt:2:8", "new.txt:2:32", "old.txt:9:1"]
    assert run("check", "--diff", "next..next").code == 0


def test_the_second_commit_is_scanned(run, leaking):
    leaking.stage("new.txt", LEAK)
    leaking.commit()
    leaking.stage("new.txt", CLEAN)
    leaking.write("new.txt", f"{NAME}\n")
    leaking.commit()
    assert run("check", "--diff", "main..next").code == 0
    assert run("check", "--diff", "main..next~1").code == 1
    assert run("check", "--diff", "main..").code == 0


def test_three_dots_begin_at_the_merge_base(run, leaking):
    leaking.stage("new.txt", CLEAN)
    leaking.commit()
    leaking.git("checkout", "-q", "main")
    leaking.git("rm", "-q", "old.txt")
    leaking.commit()
    assert run("check", "--diff", "main...next").code == 0
    assert run("check", "--diff", "main..next").code == 1


def test_a_rename_adds_nothing_but_its_name(run, leaking):
    leaking.git("mv", "old.txt", "moved.txt")
    leaking.commit()
    assert run("check", "--diff", "main..next").code == 0
    leaking.git("mv", "moved.txt", f"{NAME}.txt")
    leaking.commit()
    result = run("check", "--diff", "main..next")
    assert result.code == 1
    assert result.out == f"{NAME}.txt:1:1: PERSON (filename, 1.00)\n"


def test_a_file_whose_format_changed_is_read_whole(run, leaking):
    leaking.git("mv", "old.txt", "old.md")
    leaking.commit()
    assert places(run("check", "--diff", "main..next")) == ["old.md:2:8", "old.md:2:32"]


def test_a_file_that_becomes_a_document_is_read_whole(run, repository):
    repository.stage("old.bin", LEAK)
    repository.commit()
    repository.git("checkout", "-q", "-b", "next")
    repository.git("mv", "old.bin", "old.txt")
    repository.commit()
    assert places(run("check", "--diff", "main..next")) == ["old.txt:2:8", "old.txt:2:32"]


def test_a_name_over_two_lines_counts_if_one_of_them_is_added(run, repository, monkeypatch):
    rules = run.folder.parent / "rules" / "lines.yaml"
    rules.write_text((rules.parent / "small.yaml").read_text().replace("Abel) (", r"Abel)\s("))
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    repository.stage("a.txt", "We met Wilma\n")
    repository.commit()
    repository.stage("a.txt", "We met Wilma\nQuillfeather there.\n")
    repository.commit()
    assert places(run("check", "--diff", "HEAD~1..HEAD")) == ["a.txt:1:8"]


@pytest.mark.parametrize(
    ("data", "more"),
    [
        (f"one\rtwo\r{NAME}\r".encode(), b"more\r"),
        (f"one\n{NAME}\n".encode("utf-16"), "\n".encode("utf-16-le")),
    ],
    ids=["line ends that git does not know", "UTF-16"],
)
def test_all_lines_count_if_git_counts_lines_differently(run, repository, data, more):
    repository.stage("a.txt", data)
    repository.commit()
    repository.stage("a.txt", data + more)
    repository.commit()
    assert run("check", "--diff", "HEAD~1..HEAD").code == 1


def test_no_git_attribute_hides_a_line(run, leaking):
    leaking.git("config", "diff.external", "true")
    leaking.git("config", "diff.noprefix", "true")
    leaking.git("config", "diff.interHunkContext", "50")
    leaking.git("config", "diff.renames", "copies")
    leaking.git("config", "diff.quiet.textconv", "true")
    leaking.git("config", "core.quotePath", "true")
    leaking.stage(".gitattributes", "* -diff binary diff=quiet\n")
    leaking.stage("übung.txt", LEAK)
    leaking.stage("old.txt", LEAK + "Then we left.\n" * 5 + f"{NAME} came.\n")
    leaking.commit()
    result = run("check", "--diff", "main..next")
    assert places(result) == ["old.txt:8:1", "übung.txt:2:8", "übung.txt:2:32"]


def test_a_roster_is_found(run, leaking):
    leaking.stage("who.roster.yaml", f"people:\n- name: {NAME}\n")
    leaking.commit()
    result = run("check", "--diff", "main..next")
    assert "who.roster.yaml:1:1: ROSTER" in result.out


def test_a_difference_without_two_ends_is_refused(run, leaking):
    for ends, said in (
        ("main", "does not name two commits"),
        ("..next", "does not name two commits"),
        ("main..nowhere", "no commit 'nowhere'"),
        ("--all..next", "no commit '--all'"),
    ):
        result = run("check", f"--diff={ends}")
        assert result.code == 2
        assert said in result.err
    leaking.git("checkout", "-q", "--orphan", "other")
    leaking.commit("from nothing")
    assert "no common ancestor" in run("check", "--diff", "main...other").err


@pytest.mark.parametrize(
    "arguments",
    [
        ["--diff", "a..b", "--staged"],
        ["--history", "--diff", "a..b"],
        ["--commit-msg", "x", "--stdin"],
        ["--diff", "a..b", "notes.txt"],
    ],
)
def test_only_one_target_can_be_checked_at_once(run, arguments):
    result = run("check", *arguments)
    assert result.code == 2
    assert "cannot be combined" in result.err
