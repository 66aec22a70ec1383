"""``anonfilter git install`` and ``uninstall``: hooks are installed, run, and removed."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from anonfilter_repository import git_hooks

from tests.repository.hooked import CLEAN, HERE, LEAK, Dataset

pytestmark = pytest.mark.slow

ALL = set(git_hooks.KINDS)


def commit(dataset: Dataset, *arguments: str) -> subprocess.CompletedProcess[str]:
    return dataset.try_git("commit", "-m", "a change", *arguments)


def test_a_leak_is_stopped_and_what_was_redacted_passes(dataset):
    done = dataset.call("git", "install")
    assert done.returncode == 0
    assert dataset.hooks() == ALL
    dataset.stage("notes.txt", LEAK)
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "notes.txt:2:8: PERSON" in stopped.stderr + stopped.stdout
    dataset.stage("notes.txt", CLEAN)
    assert commit(dataset).returncode == 0


def test_git_stops_where_anonfilter_is_not_found_and_says_what_to_do(dataset):
    dataset.call("git", "install")
    dataset.stage("notes.txt", CLEAN)
    dataset.environment["PATH"] = os.environ["PATH"].replace(f"{HERE}{os.pathsep}", "")
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "nothing was checked, and git stops here" in stopped.stderr
    assert "git config anonfilter.command" in stopped.stderr
    assert dataset.git("log", "--oneline").stdout.count("\n") == 1


def test_a_broken_environment_stops_git_too(dataset, tmp_path):
    dataset.call("git", "install")
    gone = dataset.write("../old/anonfilter", "#!/nowhere/bin/python\n")
    gone.chmod(0o755)
    dataset.environment["PATH"] = f"{gone.parent}{os.pathsep}{os.environ['PATH']}"
    dataset.stage("notes.txt", CLEAN)
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "nothing was checked" in stopped.stderr


def test_a_command_may_be_configured_with_blanks_in_its_path(dataset, tmp_path):
    place = tmp_path / "my tools"
    place.mkdir()
    (place / "anonfilter").symlink_to(HERE / "anonfilter")
    dataset.call("git", "install", "--command", f"'{place / 'anonfilter'}'")
    dataset.environment["PATH"] = os.environ["PATH"].replace(f"{HERE}{os.pathsep}", "")
    dataset.stage("notes.txt", LEAK)
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "notes.txt:2:8: PERSON" in stopped.stderr + stopped.stdout
    dataset.stage("notes.txt", CLEAN)
    assert commit(dataset).returncode == 0
    dataset.call("git", "uninstall")
    assert dataset.git("config", "--get", "anonfilter.command", check=False).stdout == ""


def test_no_path_of_an_environment_is_written(dataset):
    dataset.call("git", "install", "--textconv")
    written = [path.read_text() for path in (dataset.path / ".git" / "hooks").iterdir()]
    written.append((dataset.path / ".git" / "config").read_text())
    assert not any(str(HERE) in text for text in written)


def test_an_earlier_hook_runs_first_and_can_stop_the_commit(dataset):
    before = dataset.hook("pre-commit", "echo earlier >&2\ntest ! -e stop")
    mode = before.stat().st_mode
    script = before.read_bytes()
    said = dataset.call("git", "install").stderr
    assert "the earlier hook is now pre-commit.before-anonfilter, and runs first" in said
    dataset.stage("notes.txt", CLEAN)
    dataset.write("stop", "")
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "earlier" in stopped.stderr
    assert "scanned" not in stopped.stderr
    (dataset.path / "stop").unlink()
    passed = commit(dataset)
    assert passed.returncode == 0
    assert passed.stderr.index("earlier") < passed.stderr.index("scanned")
    dataset.call("git", "uninstall")
    assert dataset.hooks() == {"pre-commit"}
    assert (before.read_bytes(), before.stat().st_mode) == (script, mode)


def test_files_staged_by_an_earlier_hook_are_checked(dataset):
    dataset.hook("pre-commit", "cp leak notes.txt && git add notes.txt")
    dataset.call("git", "install")
    dataset.write("leak", LEAK)
    dataset.stage("notes.txt", CLEAN)
    assert commit(dataset).returncode == 1


def test_an_earlier_hook_that_was_not_executable_stays_idle(dataset):
    dataset.hook("pre-commit", "exit 1").chmod(0o644)
    assert "is not executable" in dataset.call("git", "install").stderr
    dataset.stage("notes.txt", CLEAN)
    assert commit(dataset).returncode == 0


def test_an_earlier_pre_push_hook_gets_the_same_input(dataset, tmp_path):
    dataset.hook("pre-push", 'cat > told; printf "%s\\n" "$@" > arguments')
    dataset.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    dataset.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    dataset.call("git", "install")
    assert dataset.try_git("push", "origin", "main").returncode == 0
    tip = dataset.git("rev-parse", "HEAD").stdout.strip()
    reported = (dataset.path / "told").read_text()
    assert reported == f"refs/heads/main {tip} refs/heads/main {'0' * 40}\n"
    assert (dataset.path / "arguments").read_text() == f"origin\n{tmp_path / 'remote.git'}\n"


def test_a_symbolic_link_is_put_back_as_one(dataset):
    dataset.write("tools/hook", "#!/bin/sh\nexit 0\n").chmod(0o755)
    link = dataset.path / ".git" / "hooks" / "commit-msg"
    link.symlink_to("../../tools/hook")
    dataset.call("git", "install")
    assert not link.is_symlink()
    assert (dataset.path / "tools/hook").read_text() == "#!/bin/sh\nexit 0\n"
    dataset.call("git", "uninstall")
    assert os.readlink(link) == "../../tools/hook"


def test_installing_twice_changes_nothing(dataset):
    dataset.hook("pre-commit", "exit 0")
    dataset.call("git", "install")
    first = {path: path.read_bytes() for path in (dataset.path / ".git" / "hooks").iterdir()}
    again = dataset.call("git", "install")
    assert again.stderr.count("already installed") == len(ALL)
    assert {path: path.read_bytes() for path in first} == first


def test_a_hook_of_an_earlier_version_is_brought_up_to_date(dataset):
    dataset.call("git", "install")
    path = dataset.path / ".git" / "hooks" / "pre-commit"
    sealed, _, body = path.read_text().partition("\n# Written")
    older = f"{sealed.splitlines()[0]}\n@SEAL@\n# Written, long ago{body}"
    digest = git_hooks._digest(older)
    path.write_text(older.replace("@SEAL@", f"# anonfilter hook, sealed {digest}"))
    assert "pre-commit       updated" in dataset.call("git", "install").stderr
    assert path.read_text() == git_hooks.script("pre-commit")


def test_a_hook_that_was_edited_stays(dataset):
    dataset.call("git", "install")
    path = dataset.path / ".git" / "hooks" / "pre-commit"
    changed = path.read_text() + "# mine\n"
    path.write_text(changed)
    for command in ("install", "uninstall"):
        done = dataset.call("git", command)
        assert done.returncode == 2
        assert "was changed since anonfilter wrote it" in done.stderr
        assert path.read_text() == changed
    assert dataset.hooks() == {"pre-commit"}


def test_two_foreign_hooks_are_never_lost(dataset):
    dataset.hook("pre-commit", "echo one")
    dataset.call("git", "install")
    dataset.hook("pre-commit", "echo two")
    done = dataset.call("git", "install")
    assert done.returncode == 2
    assert "only one earlier hook can be kept" in done.stderr
    kept = dataset.path / ".git" / "hooks"
    assert "one" in (kept / "pre-commit.before-anonfilter").read_text()
    assert "two" in (kept / "pre-commit").read_text()


def test_foreign_hooks_are_not_uninstalled(dataset):
    path = dataset.hook("pre-commit", "echo mine")
    done = dataset.call("git", "uninstall")
    assert done.returncode == 0
    assert "no hook of anonfilter is installed" in done.stderr
    assert path.is_file()


def test_a_folder_of_hooks_of_the_repository_is_respected(dataset):
    dataset.git("config", "core.hooksPath", "tools/hooks")
    done = dataset.call("git", "install", folder=dataset.write("sub/x", "").parent)
    assert "hooks in tools/hooks" in done.stderr
    assert {path.name for path in (dataset.path / "tools/hooks").iterdir()} == ALL
    assert not dataset.hooks()
    dataset.stage("notes.txt", LEAK)
    assert commit(dataset).returncode == 1


def test_hooks_that_serve_other_repositories_are_left_alone_unless_asked(dataset, tmp_path):
    shared = tmp_path / "hooks of mine"
    shared.mkdir()
    dataset.git("config", "core.hooksPath", str(shared))
    refused = dataset.call("git", "install")
    assert refused.returncode == 2
    assert "Use --shared to install" in refused.stderr
    assert not list(shared.iterdir())
    assert dataset.call("git", "install", "--shared").returncode == 0
    dataset.stage("notes.txt", LEAK)
    assert commit(dataset).returncode == 1


def test_hooks_that_are_switched_off_are_reported(dataset):
    dataset.git("config", "core.hooksPath", os.devnull)
    refused = dataset.call("git", "install")
    assert refused.returncode == 2
    assert "Git runs no hooks here" in refused.stderr
    assert "is not a folder" in dataset.call("git", "status").stdout


def test_husky_writes_its_own_folder(dataset):
    dataset.git("config", "core.hooksPath", ".husky/_")
    refused = dataset.call("git", "install")
    assert refused.returncode == 2
    assert ".husky/pre-commit" in refused.stderr


def test_all_worktrees_are_guarded(dataset, tmp_path):
    other = tmp_path / "other"
    dataset.git("worktree", "add", "-q", str(other))
    assert dataset.call("git", "install", folder=other).returncode == 0
    assert dataset.hooks() == ALL
    (other / "notes.txt").write_text(LEAK)
    dataset.git("-C", str(other), "add", "notes.txt")
    assert dataset.try_git("-C", str(other), "commit", "-m", "x").returncode == 1
    assert dataset.call("git", "status", folder=other).returncode == 0


def test_a_bare_repository_is_refused_with_a_hint(dataset, tmp_path):
    bare = tmp_path / "bare.git"
    dataset.git("init", "-q", "--bare", str(bare))
    for command in ("install", "status", "uninstall"):
        done = dataset.call("git", command, folder=bare)
        assert done.returncode == 2
        assert "bare repository" in done.stderr
        assert "anonfilter ci init pre-receive" in done.stderr


def test_no_repository_is_said(dataset, tmp_path):
    place = tmp_path / "nothing"
    place.mkdir()
    done = dataset.call("git", "status", folder=place)
    assert done.returncode == 2
    assert "not inside a Git repository" in done.stderr


def pre_commit(dataset: Dataset, *arguments: str) -> None:
    subprocess.run(
        [HERE / "pre-commit", *arguments],
        cwd=dataset.path,
        env=dataset.environment,
        check=True,
        capture_output=True,
    )


@pytest.mark.parametrize("first", ["pre-commit", "anonfilter"])
def test_pre_commit_and_ours_run_both_whichever_came_first(dataset, first):
    dataset.stage(
        ".pre-commit-config.yaml",
        "repos:\n- repo: local\n  hooks:\n  - {id: two, name: theirs, language: system,"
        " entry: 'true', always_run: true, pass_filenames: false, verbose: true}\n",
    )
    for _ in range(2):
        if first == "pre-commit":
            pre_commit(dataset, "install")
            dataset.call("git", "install")
        else:
            dataset.call("git", "install")
            pre_commit(dataset, "install")
        assert dataset.call("git", "status").returncode == 0
    dataset.stage("notes.txt", LEAK)
    stopped = commit(dataset)
    assert stopped.returncode == 1
    assert "notes.txt:2:8: PERSON" in stopped.stderr + stopped.stdout
    dataset.stage("notes.txt", CLEAN)
    passed = commit(dataset)
    assert passed.returncode == 0
    assert "theirs" in passed.stderr
    dataset.call("git", "uninstall")
    assert dataset.hooks() == {"pre-commit"}
    pre_commit(dataset, "uninstall")
    assert not dataset.hooks()


def test_every_shell_reads_our_hooks(dataset):
    for name in git_hooks.KINDS:
        for shell in filter(None, map(shutil.which, ("sh", "dash", "bash"))):
            subprocess.run([shell, "-n"], input=git_hooks.script(name), text=True, check=True)
