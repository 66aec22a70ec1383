"""The hooks, as pre-commit runs them in a real repository.

Most tests run the manifest's own entries with the ``anonfilter`` that is installed here; one
has pre-commit install this project from source, as it does for users.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.commands.commandline import RULES
from tests.findings import values_in
from tests.git_repository import Repository

pytestmark = pytest.mark.slow

PROJECT = Path(__file__).parent.parent
MANIFEST = PROJECT / ".pre-commit-hooks.yaml"
HERE = Path(sys.executable).parent

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"
CLEAN = "On Monday\nwe met [PERSON_1] [PERSON_2], see [CASE_1].\n"


def manifest() -> list[dict[str, Any]]:
    hooks: list[dict[str, Any]] = YAML(typ="safe").load(MANIFEST)
    return hooks


def local(hook: str) -> dict[str, Any]:
    """A hook of the manifest that runs what is installed here."""
    [found] = [one for one in manifest() if one["id"] == hook]
    return {"repo": "local", "hooks": [{**found, "language": "system"}]}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "dataset")
    made.environment |= {
        "PATH": f"{HERE}{os.pathsep}{os.environ['PATH']}",
        "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"),
    }
    made.stage(".anonfilter/rules.yaml", RULES)
    return made


def use(repository: Repository, configured: Sequence[dict[str, Any]]) -> None:
    with repository.write(".pre-commit-config.yaml", "").open("w") as file:
        YAML(typ="safe").dump({"repos": list(configured)}, file)
    repository.git("add", ".")
    repository.commit("Use anonfilter")
    subprocess.run(
        [HERE / "pre-commit", "install"],
        cwd=repository.path,
        env=repository.environment,
        check=True,
        capture_output=True,
    )


def commit(repository: Repository, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = repository.git("commit", "-m", "a change", *arguments, check=False)
    assert not values_in(done.stdout + done.stderr)
    return done


def test_the_manifest_is_one():
    subprocess.run([HERE / "pre-commit", "validate-manifest", MANIFEST], check=True)
    named = [hook["id"].removeprefix("anonfilter-") for hook in manifest()]
    assert named == ["check", "redact", "check-fast", "commit-msg", "pre-push"]
    for hook in manifest():
        checks = "pre-commit" in hook["stages"] and hook["id"] != "anonfilter-redact"
        assert (hook.get("types") == []) == checks
        assert not hook.keys() & {"types_or", "exclude_types", "files", "exclude"}
        assert hook["require_serial"] is True
        assert hook["stages"]
        assert hook["minimum_pre_commit_version"]


def test_a_leaky_commit_is_stopped_and_a_redacted_one_passes(repository):
    use(repository, [local("anonfilter-check")])
    repository.stage("notes.txt", LEAK)
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "notes.txt:2:8: PERSON" in stopped.stderr
    assert "scanned 1 file, 2 lines: 2 findings in 1 file" in stopped.stderr
    repository.stage("notes.txt", CLEAN)
    assert commit(repository).returncode == 0
    assert repository.git("show", "HEAD:notes.txt").stdout == CLEAN


def test_the_staged_version_counts_and_not_the_working_file(repository):
    use(repository, [local("anonfilter-check")])
    repository.stage("notes.txt", LEAK)
    repository.write("notes.txt", CLEAN)
    assert commit(repository).returncode == 1
    repository.stage("notes.txt", CLEAN)
    repository.write("notes.txt", LEAK)
    assert commit(repository).returncode == 0


def test_commits_of_everything_and_of_single_files_are_looked_at(repository):
    use(repository, [local("anonfilter-check")])
    repository.stage("a.txt", CLEAN)
    repository.stage("b.txt", CLEAN)
    assert commit(repository).returncode == 0
    repository.write("a.txt", LEAK)
    repository.write("b.txt", CLEAN + "More.\n")
    assert commit(repository, "-a").returncode == 1
    assert commit(repository, "a.txt").returncode == 1
    assert commit(repository, "b.txt").returncode == 0


def test_all_files_are_looked_at_in_ci(repository):
    use(repository, [local("anonfilter-check")])
    repository.stage("two words.txt", LEAK)
    repository.commit("with --no-verify")
    run = subprocess.run(
        [HERE / "pre-commit", "run", "--all-files"],
        cwd=repository.path,
        env=repository.environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert "two words.txt:2:8: PERSON" in run.stdout


def test_text_that_cannot_be_read_is_stopped(repository):
    use(repository, [local("anonfilter-check")])
    repository.stage("notes.txt", b"a\0b")
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "incomplete: notes.txt" in stopped.stderr
    assert "exit code: 3" in stopped.stderr


def captions(said):
    return f"WEBVTT\n\n00:01.000 --> 00:02.000\n{said}\n".encode("utf-16")


@pytest.mark.parametrize(
    ("name", "data", "reported"),
    [
        ("talk.vtt", captions("Wilma Quillfeather came."), "vtt:4:1: PERSON"),
        ("notes.txt", b"Wilma Quillfeather\x01 came.\n", "txt:1:1: PERSON"),
        ("letter.eml", b"To: a\x02\n\nWilma Quillfeather came.\n", "letter.eml"),
        ("Wilma Quillfeather/talk.vtt", captions("Yes."), "PERSON"),
    ],
)
def test_files_that_git_calls_binary_are_checked(repository, name, data, reported):
    rules = RULES.replace("formats:", "formats:\n  - use: webvtt")
    repository.stage(".anonfilter/rules.yaml", rules)
    use(repository, [local("anonfilter-check")])
    repository.stage(name, data)
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert reported in stopped.stderr


@pytest.mark.parametrize(
    ("hook", "name"),
    [
        ("anonfilter-check", "Wilma Quillfeather"),
        ("anonfilter-check-fast", "w.quillfeather@lakeshore.example"),
    ],
)
def test_a_symbolic_link_is_looked_at(repository, hook, name):
    use(repository, [local(hook)])
    (repository.path / "notes.txt").symlink_to(f"/data/{name}/notes.txt")
    repository.git("add", "notes.txt")
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "incomplete" not in stopped.stderr
    assert "notes.txt:1:" in stopped.stderr


def test_the_redacting_hook_does_not_follow_a_link(repository, tmp_path):
    use(repository, [local("anonfilter-redact")])
    outside = tmp_path / "original.txt"
    outside.write_text(LEAK)
    (repository.path / "notes.txt").symlink_to(outside)
    repository.git("add", "notes.txt")
    commit(repository)
    assert outside.read_text() == LEAK


def test_code_is_neither_stopped_nor_rewritten(repository):
    use(repository, [local("anonfilter-check"), local("anonfilter-redact")])
    code = 'author = "Wilma Quillfeather"\n'
    path = repository.stage("code.py", code)
    assert commit(repository).returncode == 0
    assert path.read_text() == code


def test_the_redacting_hook_rewrites_and_lets_the_author_look(repository):
    use(repository, [local("anonfilter-redact"), local("anonfilter-check")])
    path = repository.stage("notes.txt", LEAK)
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "files were modified by this hook" in stopped.stderr
    assert path.read_text() == CLEAN
    repository.git("add", "notes.txt")
    assert commit(repository).returncode == 0


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("talk.vtt", captions("Wilma Quillfeather came.")),
        ("notes.txt", b"Wilma Quillfeather\x01 came.\n"),
        ("notes.txt~", b"Wilma Quillfeather came.\n"),
    ],
)
def test_the_redacting_hook_rewrites_what_git_calls_binary(repository, name, data):
    rules = RULES.replace("formats:", "formats:\n  - use: webvtt")
    repository.stage(".anonfilter/rules.yaml", rules)
    use(repository, [local("anonfilter-redact"), local("anonfilter-check")])
    path = repository.stage(name, data)
    assert commit(repository).returncode == 1
    redacted = path.read_bytes()
    codec = "utf-16" if data.startswith(b"\xff\xfe") else "utf-8"
    assert "[PERSON_1] [PERSON_2]" in redacted.decode(codec)
    assert b"\x01" in redacted or b"\x01" not in data
    repository.git("add", name)
    assert commit(repository).returncode == 0


def install(repository: Repository, *kinds: str) -> None:
    for kind in kinds:
        subprocess.run(
            [HERE / "pre-commit", "install", "-t", kind],
            cwd=repository.path,
            env=repository.environment,
            check=True,
            capture_output=True,
        )


def test_messages_are_looked_at(repository):
    use(repository, [local("anonfilter-commit-msg")])
    install(repository, "commit-msg")
    repository.stage("notes.txt", CLEAN)
    stopped = repository.git("commit", "-m", "As Wilma Quillfeather said", check=False)
    assert stopped.returncode == 1
    assert "PERSON" in stopped.stderr
    assert "uillfeather" not in stopped.stderr
    assert commit(repository).returncode == 0


def test_pushes_are_looked_at_the_first_and_later_ones(repository, tmp_path):
    use(repository, [local("anonfilter-pre-push")])
    install(repository, "pre-push")
    repository.git("init", "-q", "--bare", str(tmp_path / "remote.git"))
    repository.git("remote", "add", "origin", str(tmp_path / "remote.git"))

    def push(branch: str) -> int:
        done = repository.git("push", "origin", branch, check=False)
        said = done.stdout + done.stderr
        assert "uillfeather" not in said
        assert (done.returncode == 0) != ("PERSON" in said), said
        return done.returncode

    repository.stage("leak.txt", LEAK)
    repository.commit()
    repository.git("rm", "-q", "leak.txt")
    repository.commit()
    assert push("main") == 1
    repository.git("reset", "-q", "--hard", "HEAD~2")
    assert push("main") == 0
    repository.stage("leak.txt", LEAK)
    repository.commit()
    assert push("main") == 1
    repository.git("checkout", "-q", "-b", "next")
    assert push("next") == 1


def test_the_fast_check_finds_what_patterns_find(repository):
    use(repository, [local("anonfilter-check-fast")])
    repository.stage("notes.txt", "Write to ada@lakeshore.example, please.\n")
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "notes.txt:1:10: EMAIL_ADDRESS" in stopped.stderr
    repository.stage("notes.txt", "Write to [EMAIL_ADDRESS_1], please.\n")
    assert commit(repository).returncode == 0


def test_pre_commit_installs_this_project_and_its_default_rules_work(repository, tmp_path):
    source = Repository(tmp_path / "anonfilter")
    for name in ("anonfilter", "plugins"):
        shutil.copytree(
            PROJECT / name,
            source.path / name,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    for name in ("rules.yaml", "pyproject.toml", "README.md", "LICENSE", MANIFEST.name):
        shutil.copy(PROJECT / name, source.path / name)
    source.git("add", ".")
    source.commit()
    revision = source.git("rev-parse", "HEAD").stdout.strip()
    repository.git("rm", "-q", "--cached", ".anonfilter/rules.yaml")
    shutil.rmtree(repository.path / ".anonfilter")
    hook = {"id": "anonfilter-check"}
    use(repository, [{"repo": str(source.path), "rev": revision, "hooks": [hook]}])
    repository.stage("talk.txt", "On Monday I met Jane Smith in Connecticut.\n")
    stopped = commit(repository)
    assert stopped.returncode == 1
    assert "talk.txt:1:17: PERSON" in stopped.stderr
    repository.stage("talk.txt", "On [DATE] I met [PERSON_1] in [STATE_1].\n")
    assert commit(repository).returncode == 0
