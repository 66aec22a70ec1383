"""``anonfilter check --history``: all that commits added, even if it was removed later."""

from __future__ import annotations

import subprocess

import pytest

from tests.commands.commandline import RULES
from tests.git_repository import Repository

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met nobody.\n"
NAME = "Wilma Quillfeather"


@pytest.fixture
def clean(repository):
    repository.stage("notes.txt", CLEAN)
    repository.commit()
    return repository


def commit_of(repository, name="HEAD"):
    return repository.git("rev-parse", name).stdout.strip()


def found(result):
    """Places and commits, of the finding of the name."""
    assert "uillfeather" not in result.out + result.err
    return [line for line in result.out.splitlines() if "PERSON" in line]


def test_values_that_were_committed_and_removed_again_are_found(run, clean):
    clean.stage("notes.txt", LEAK)
    clean.commit()
    leak = commit_of(clean)
    clean.stage("notes.txt", CLEAN)
    clean.commit()
    assert run("check").code == 0
    result = run("check", "--history")
    assert result.code == 1
    [line] = found(result)
    assert line.startswith("notes.txt:2:8: PERSON")
    assert f"in commit {leak[:12]}" in line
    assert run("check", "--history", f"{leak}..HEAD").code == 0
    assert run("check", "--history", "HEAD~2").code == 0


def test_each_blob_is_reported_once_with_all_commits(run, clean):
    clean.stage("notes.txt", LEAK)
    clean.commit()
    clean.stage("notes.txt", CLEAN)
    clean.commit()
    clean.git("mv", "notes.txt", "later.txt")
    clean.stage("later.txt", LEAK)
    clean.commit()
    result = run("check", "--history", "--output", "json")
    [hit] = [one for one in result.json()["findings"] if one["label"] == "PERSON"]
    assert hit["path"] == "later.txt"
    assert hit["commits"] == [commit_of(clean), commit_of(clean, "HEAD~2")]


def test_a_blob_with_two_suffixes_is_read_twice(run, clean, monkeypatch):
    clean.stage("leak.bin", LEAK)
    clean.commit()
    assert run("check", "--history").code == 0
    clean.git("mv", "leak.bin", "leak.txt")
    clean.commit()
    clean.git("mv", "leak.txt", "leak.bin")
    clean.commit()
    assert found(run("check", "--history"))[0].startswith("leak.txt:2:8")


def test_changes_of_a_merge_alone_are_found(run, clean):
    clean.git("checkout", "-q", "-b", "other")
    clean.stage("other.txt", CLEAN)
    clean.commit()
    clean.git("checkout", "-q", "main")
    clean.stage("main.txt", CLEAN)
    clean.commit()
    clean.git("merge", "-q", "--no-commit", "other")
    clean.stage("evil.txt", LEAK)
    clean.commit()
    clean.git("rm", "-q", "evil.txt")
    clean.commit()
    assert found(run("check", "--history"))[0].startswith("evil.txt:2:8")


@pytest.mark.parametrize("where", ["refs/heads/other", "refs/tags/v1", "refs/stash"])
def test_all_commits_of_a_reference_are_checked(run, clean, where):
    if where == "refs/stash":
        clean.stage("notes.txt", LEAK)
        clean.git("stash", "-q")
    else:
        clean.git("checkout", "-q", "--detach")
        clean.stage("notes.txt", LEAK)
        clean.commit()
        clean.git("update-ref", where, "HEAD")
        clean.git("checkout", "-q", "main")
    assert found(run("check", "--history"))
    assert run("check", "--history", "main").code == 0


def test_notes_are_read(run, clean):
    clean.git("notes", "add", "-m", f"As {NAME} wished")
    result = run("check", "--history")
    assert found(result)[0].startswith("note of a commit:1:4: PERSON")
    assert result.last.endswith("0 files outside")
    assert run("check", "--history", "main").code == 0


def test_a_tag_of_a_blob_is_checked(run, clean):
    blob = clean.git("hash-object", "-w", str(clean.write("x", LEAK))).stdout.strip()
    clean.git("tag", "v1", blob)
    assert found(run("check", "--history"))


def test_former_names_of_files_are_checked(run, clean):
    clean.git("mv", "notes.txt", f"{NAME}.txt")
    clean.commit()
    named = commit_of(clean)
    clean.git("mv", f"{NAME}.txt", "notes.txt")
    clean.commit()
    result = run("check", "--history")
    assert result.out == f"{NAME}.txt:1:1: PERSON (filename, 1.00) in commit {named[:12]}\n"


def test_messages_are_checked_and_authors_are_not(run, clean):
    clean.git("config", "user.name", NAME)
    author = f"{NAME} <w@x.org>"
    clean.git("commit", "-q", "--allow-empty", "-s", "-m", "Nothing", "--author", author)
    assert run("check", "--history").code == 0
    clean.git("commit", "-q", "--allow-empty", "-m", f"More\n\nAs {NAME} said", "--no-verify")
    [line] = found(run("check", "--history"))
    assert line.startswith("commit message:3:4: PERSON")


def test_messages_in_another_encoding_are_read(run, clean):
    text = clean.path.parent / "message"
    text.write_bytes(f"Über {NAME}".encode("latin-1"))
    clean.git("-c", "i18n.commitEncoding=latin-1", "commit", "-q", "--allow-empty", "-F", str(text))
    assert found(run("check", "--history"))[0].startswith("commit message:1:6")


def test_names_of_branches_and_tags_and_messages_of_tags_are_checked(run, clean):
    clean.git("tag", "-a", "-m", f"As {NAME} wished", "v1")
    assert found(run("check", "--history"))[0].startswith("message of a tag:1:4")
    clean.git("tag", "-d", "v1")
    for kind in ("tag", "branch"):
        clean.git(kind, NAME.replace(" ", "-"))
        result = run("check", "--history")
        assert result.code == 1
        assert result.out.endswith("Wilma-Quillfeather:1:1: PERSON (refname, 1.00)\n")
        clean.git(kind, "-d", NAME.replace(" ", "-"))
    clean.git("branch", NAME.replace(" ", "-"))
    clean.stage("notes.txt", CLEAN + "More.\n")
    clean.commit()
    assert run("check", "--history", "main~1..main").code == 0


def test_a_reference_that_does_not_exist_yet_is_checked(run, clean):
    assert run("check", "--history", "main", "--ref", "refs/heads/next").code == 0
    result = run("check", "--history", "main", "--ref", "refs/heads/Wilma-Quillfeather")
    assert result.out == "refs/heads/Wilma-Quillfeather:1:1: PERSON (refname, 1.00)\n"


def test_a_shallow_clone_is_reported(run, clean, tmp_path, monkeypatch):
    clean.stage("notes.txt", CLEAN + "More.\n")
    clean.commit()
    clean.git("clone", "-q", "--depth=1", f"file://{clean.path}", str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    result = run("check", "--history")
    assert result.code == 3
    assert "this clone is shallow" in result.err
    assert run("check", "--history", "HEAD --not --remotes").code == 0


def test_a_range_must_not_contain_options(run, clean):
    for written in ("HEAD --max-count=0", "HEAD --skip=9", "main -n0", "main --stdin"):
        result = run("check", f"--history={written}")
        assert result.code == 2
        assert "cannot be part of a range" in result.err
    assert "is empty" in run("check", "--history=").err
    assert run("check", "--history", "nowhere").code == 2


def test_replaced_objects_are_seen_as_they_are_pushed(run, clean):
    clean.stage("notes.txt", LEAK)
    clean.commit()
    blob, other = (commit_of(clean, f"{name}:notes.txt") for name in ("HEAD", "HEAD~1"))
    clean.git("replace", blob, other)
    assert found(run("check", "--history"))


def test_submodules_links_and_pointers_are_handled(run, clean, tmp_path):
    other = Repository(tmp_path / "other")
    other.stage("a.txt", LEAK)
    other.commit()
    clean.git(
        "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(other.path), "m.txt"
    )
    (clean.path / "link.txt").symlink_to(f"../{NAME}")
    clean.git("add", "link.txt")
    clean.stage("large.txt", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n")
    clean.commit()
    result = run("check", "--history")
    assert found(result)[0].startswith("link.txt:1:4")
    assert "large.txt: is a Git LFS pointer" in result.err
    assert "m.txt: is a submodule" in result.err


def test_unreadable_content_is_incomplete_with_its_commit(run, clean):
    clean.stage("notes.txt", b"a\0b")
    clean.commit()
    broken = commit_of(clean)
    clean.stage("notes.txt", CLEAN)
    clean.commit()
    result = run("check", "--history")
    assert result.code == 3
    assert (
        f"notes.txt: holds a NUL byte at offset 1: binary, or UTF-16 without a BOM "
        f"(in commit {broken[:12]})" in result.err
    )


def test_the_files_of_a_bare_repository_are_not_documents(run, clean, tmp_path, monkeypatch):
    clean.git("clone", "-q", "--bare", str(clean.path), str(tmp_path / "bare.git"))
    monkeypatch.chdir(tmp_path / "bare.git")
    done = run("check")
    assert done.code == 3
    assert "is a bare repository; `anonfilter check --history`" in done.err


def test_the_history_of_a_bare_repository_is_checked(run, clean, tmp_path, monkeypatch):
    clean.stage(".anonfilter/rules.yaml", RULES)
    clean.stage("notes.txt", LEAK)
    clean.commit()
    clean.git("clone", "-q", "--bare", str(clean.path), str(tmp_path / "bare.git"))
    monkeypatch.chdir(tmp_path / "bare.git")
    monkeypatch.delenv("ANONFILTER_RULES")
    result = run("check", "--history", "--rules-from", "HEAD")
    assert found(result)[0].startswith("notes.txt:2:8")
    assert "rules small" in result.err
    assert run("check", "--diff", "main~1..main", "--rules-from", "HEAD").code == 1
    assert "work tree" in run("check", "--staged").err


@pytest.mark.parametrize("encoding", ["utf-16", "cp037"])
def test_a_message_in_another_encoding_than_stated_is_read(run, clean, encoding):
    setting = f"i18n.commitEncoding={encoding}"
    clean.git("-c", setting, "commit", "-q", "--allow-empty", "-m", "We met Wilma Quillfeather.")
    result = run("check", "--history")
    assert found(result) or result.code == 3


def write_object(repository, kind, data):
    """An object that git itself would not write."""
    path = repository.write("../object", data)
    command = ("hash-object", "-t", kind, "-w", "--literally", str(path))
    return repository.git(*command).stdout.strip()


@pytest.mark.parametrize(
    "headers",
    [
        f"x-note {NAME}\n",
        f"HG:extra a\n {NAME}\n",
        f"tree of {NAME}\n",
        f"author {NAME} <a@b.example> 1700000000 +0000\n",  # a second one
        f"gpgsig {NAME}\n",
        f"gpgsig -----BEGIN PGP SIGNATURE-----\n {NAME}\n -----END PGP SIGNATURE-----\n",
        f"mergetag object {'1' * 40}\n type commit\n tag {NAME}\n tagger A <a@b.example> 1 +0000\n"
        " \n It is out.\n",
        f"mergetag object {'1' * 40}\n type commit\n tag v1\n x-note {NAME}\n \n It is out.\n",
    ],
)
def test_unusual_headers_of_commits_are_checked(run, clean, headers):
    stored = clean.git("cat-file", "commit", "HEAD").stdout
    head, _, body = stored.partition("\n\n")
    commit = write_object(clean, "commit", f"{head}\n{headers}\n{body}")
    result = run("check", "--history", f"HEAD..{commit} {commit}")
    assert result.code == 1
    assert found(result)[0].startswith("commit message:")


@pytest.mark.parametrize("header", [f"tag {NAME}", f"tag v1\nx-note {NAME}"])
def test_headers_of_tags_are_checked(run, clean, header):
    tagged = f"object {commit_of(clean)}\ntype commit\n{header}\n"
    tagger = "tagger A. Author <author@example.org> 1700000000 +0000\n"
    clean.git("tag", "v1", write_object(clean, "tag", f"{tagged}{tagger}\nIt is out.\n"))
    result = run("check", "--history")
    assert result.code == 1
    assert found(result)[0].startswith("message of a tag:")


@pytest.mark.slow
def test_signed_commits_and_tags_are_clean(run, clean, tmp_path):
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    clean.git("config", "gpg.format", "ssh")
    clean.git("config", "user.signingKey", str(key))
    clean.git("tag", "-s", "-m", "It is out.\n\nSigned-off-by: A. Author <a@b.example>", "v1")
    clean.git("checkout", "-q", "-b", "other")
    clean.git("commit", "-q", "-S", "--allow-empty", "-m", "More")
    clean.git("tag", "-s", "-m", "It is out too.", "v2")
    clean.git("checkout", "-q", "main")
    clean.git("commit", "-q", "-S", "--allow-empty", "-m", "Other")
    clean.git("merge", "-q", "-S", "--no-ff", "--no-edit", "v2")
    assert "mergetag" in clean.git("cat-file", "commit", "HEAD").stdout
    result = run("check", "--history")
    assert result.code == 0, result.out
