"""A check reports every kind of object that git stores or omits."""

from __future__ import annotations

import pytest

from tests.commands.commandline import RULES
from tests.git_repository import Repository

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"

WAYS = {
    "tree": ["check"],
    "index": ["check", "--staged", "."],
    "diff": ["check", "--diff", "first..HEAD"],
    "history": ["check", "--history", "first..HEAD"],
}


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def way(request):
    return request.param


@pytest.fixture
def begun(repository):
    repository.stage("notes.txt", CLEAN)
    repository.commit()
    repository.git("tag", "first")
    return repository


def test_bytes_that_are_not_text_are_incomplete(run, begun, way):
    begun.stage("notes.txt", b"a\0b")
    begun.stage("other.txt", "Jäger\n".encode("utf-16")[:-1])
    begun.commit()
    result = run(*way)
    assert result.code == 3
    assert "notes.txt: holds a NUL byte" in result.err
    assert (
        "other.txt: does not decode as UTF-16-LE, the encoding that its first bytes state"
        in result.err
    )


def test_a_few_bytes_in_another_encoding_hide_nothing(run, begun, way):
    begun.stage("notes.txt", b"caf\xe9\n" + LEAK.encode())
    begun.commit()
    assert "notes.txt:3:8: PERSON" in run(*way).out


def test_a_huge_file_is_read_to_its_end(run, begun, way):
    begun.stage("notes.txt", "Nobody was there at all.\n\n" * 50_000 + LEAK)
    begun.commit()
    assert "notes.txt:100002:8: PERSON" in run(*way).out


def test_a_deleted_file_is_not_checked(run, begun, way):
    begun.stage("gone.txt", CLEAN)
    begun.commit()
    begun.git("rm", "-q", "gone.txt")
    begun.commit()
    assert run(*way).code == 0


def test_a_submodule_is_outside(run, begun, way, tmp_path):
    other = Repository(tmp_path / "other")
    other.stage("a.txt", LEAK)
    other.commit()
    begun.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.path), "m.txt"
    )
    begun.commit()
    result = run(*way)
    assert result.code == 0
    assert "outside" in result.last
    assert "m.txt: is a submodule" in result.err
    assert "outside: m.txt" in run(*way, "-v").err


def test_submodules_are_checked_if_asked_for(run, begun, tmp_path):
    inner, outer = Repository(tmp_path / "inner"), Repository(tmp_path / "outer")
    inner.stage("a.txt", LEAK)
    inner.commit()
    add = ("-c", "protocol.file.allow=always", "submodule", "add", "-q")
    outer.git(*add, str(inner.path), "in")
    outer.commit()
    begun.git(*add, str(outer.path), "out")
    result = run("check", "--recurse-submodules")
    assert result.code == 3
    assert "out/in: is a submodule without its files" in result.err
    begun.git(
        "-c", "protocol.file.allow=always", "submodule", "update", "-q", "--init", "--recursive"
    )
    result = run("check", "--recurse-submodules")
    assert result.code == 1
    assert result.out.startswith("out/in/a.txt:2:8: PERSON")
    assert "is a submodule" not in result.err
    assert run("check", "--staged", "--recurse-submodules").code == 2


def test_a_link_is_checked_as_the_text_of_its_target(run, begun, way):
    begun.write("elsewhere.bin", LEAK)
    (begun.path / "good.txt").symlink_to("elsewhere.bin")
    (begun.path / "bad.txt").symlink_to("../Wilma Quillfeather")
    begun.git("add", "good.txt", "bad.txt")
    begun.commit()
    assert [line.split(" ")[0] for line in run(*way).out.splitlines()] == ["bad.txt:1:4:"]


def test_a_pointer_of_git_lfs_is_incomplete(run, begun, way):
    begun.stage("notes.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    begun.commit()
    result = run(*way)
    assert result.code == 3
    assert "notes.txt: is a Git LFS pointer; the text itself is not here" in result.err


@pytest.mark.slow
def test_an_object_of_git_lfs_is_read_in_place_of_its_pointer(run, begun, way):
    begun.git("config", "filter.lfs.clean", "git-lfs clean -- %f")
    begun.stage(".gitattributes", "*.txt filter=lfs\n")
    begun.stage("notes.txt", CLEAN)
    begun.commit()
    begun.git("tag", "-f", "first")
    begun.stage("notes.txt", CLEAN + LEAK)
    begun.commit()
    pointer = begun.git("show", "HEAD:notes.txt").stdout
    begun.write("notes.txt", pointer)
    assert "notes.txt:4:8: PERSON" in run(*way).out
    [stored] = (begun.path / ".git" / "lfs" / "objects").rglob(
        pointer.split()[3].removeprefix("sha256:")
    )
    stored.chmod(0o600)
    stored.write_text(CLEAN)
    assert "its object here is damaged" in run(*way).err
    stored.unlink()
    assert run(*way).code == 3


@pytest.mark.parametrize("cone", ["--cone", "--no-cone"])
def test_files_outside_a_sparse_checkout_are_read(run, begun, way, cone):
    begun.stage("far/leak.txt", LEAK)
    begun.stage("near/notes.txt", CLEAN)
    begun.commit()
    begun.git("sparse-checkout", "set", cone, "near")
    assert not (begun.path / "far").exists()
    assert "far/leak.txt:2:8: PERSON" in run(*way).out


def test_a_worktree_has_its_own_index(run, begun, way, tmp_path, monkeypatch):
    begun.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "tree"))
    begun.stage("notes.txt", LEAK)
    begun.commit()
    assert run(*way).code == 1
    monkeypatch.chdir(tmp_path / "tree")
    assert run(*way).code == 0
    (tmp_path / "tree" / "notes.txt").write_text(LEAK)
    begun.git("-C", str(tmp_path / "tree"), "commit", "-qam", "x")
    assert "notes.txt:2:8: PERSON" in run(*way).out


def test_originals_in_clear_are_reported(run, begun, way, monkeypatch):
    rules = run.folder.parent / "rules" / "plain.yaml"
    rules.write_text((rules.parent / "small.yaml").read_text() + "sidecar: plain\n")
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    begun.write(".git/info/exclude", "*.pseudonyms.yaml\n")
    begun.write("talk.txt", LEAK)
    assert run("-i", "talk.txt").code == 0
    begun.git("add", "talk.txt")
    begun.commit()
    assert run(*way).code == 0
    begun.git("add", "-f", "talk.txt.pseudonyms.yaml")
    begun.stage("who.roster.yaml", "people:\n- name: Wilma Quillfeather\n")
    begun.commit()
    result = run(*way)
    assert "talk.txt.pseudonyms.yaml:1:1: PLAIN_SIDECAR" in result.out
    assert way == ["check"] or "who.roster.yaml:1:1: ROSTER" in result.out
    begun.git("rm", "-q", "--cached", "talk.txt.pseudonyms.yaml", "who.roster.yaml")
    (begun.path / "who.roster.yaml").unlink()
    begun.commit()
    assert run(*way).code == ("--history" in way)


def test_several_processes_find_the_same(run, begun, way):
    for number in range(4):
        begun.stage(f"{number}.txt", LEAK if number % 2 else CLEAN)
    begun.commit()
    assert run(*way, "-j", "2", "--no-cache").out == run(*way, "--no-cache").out != ""


def test_missing_objects_are_incomplete(run, begun, way, tmp_path, monkeypatch):
    begun.stage("notes.txt", CLEAN + "More.\n")
    begun.commit()
    begun.git("config", "uploadpack.allowFilter", "true")
    partial = tmp_path / "partial"
    source = f"file://{begun.path}"
    begun.git("clone", "-q", "--no-checkout", "--filter=blob:none", source, str(partial))
    begun.git("-C", str(partial), "reset", "-q")
    monkeypatch.chdir(partial)
    result = run(*way)
    if way == ["check"]:  # deleted, as far as anybody can see
        assert result.code == 0
    else:
        assert result.code == 3
        assert "Git does not have this blob here; this may be a partial clone" in result.err


def test_staged_content_and_the_file_on_disk_are_distinguished(run, begun):
    begun.stage("notes.txt", LEAK)
    begun.write("notes.txt", CLEAN)
    begun.stage("other.txt", CLEAN)
    begun.write("other.txt", LEAK)
    assert {line.partition(":")[0] for line in run("check", "--staged").out.splitlines()} == {
        "notes.txt"
    }
    assert {line.partition(":")[0] for line in run("check").out.splitlines()} == {"other.txt"}


def test_backup_copies_of_editors_are_checked(run, begun, way):
    begun.stage("notes.txt~", LEAK)
    begun.stage("talk.bak", LEAK)
    begun.stage(".notes.txt.swp", b"b0VIM 9.0\0" + LEAK.encode())
    begun.commit()
    result = run(*way)
    assert "notes.txt~:2:8: PERSON" in result.out
    assert "talk.bak:2:8: PERSON" in result.out
    assert "incomplete: .notes.txt.swp: holds a NUL byte" in result.err


def test_a_copy_is_read_as_its_original_is(run, begun, way, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text(RULES.replace("formats:", "formats:\n  - use: csv"))
    begun.stage("talk.csv.orig", '"Wilma Quillfeather')
    begun.commit()
    result = run(*way, "--rules", str(rules))
    assert result.code == 3
    assert "incomplete: talk.csv.orig" in result.err


def test_files_outside_that_may_hold_text_are_counted_by_suffix(run, folder):
    for name in ("a.doc", "b.doc", "paper.pdf", "plot.png", "load.py", "notes.txt"):
        (folder / name).write_text("Nothing.\n")
    done = run("check")
    assert done.code == 0
    assert "outside, though they may hold text: .doc 2, .pdf 1" in done.err
    (folder / "a.doc").unlink()
    (folder / "b.doc").unlink()
    (folder / "paper.pdf").unlink()
    assert "may hold text" not in run("check").err
