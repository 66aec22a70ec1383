"""A server's pre-receive hook: a bare repository refuses commits with personal data."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands.commandline import RULES
from tests.findings import values_in
from tests.repository.hooked import CLEAN, HERE, LEAK, Dataset

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Path:
    return tmp_path / "server.git"


@pytest.fixture
def dataset(tmp_path: Path, server: Path) -> Dataset:
    """A clone without hooks; its remote has one, and nothing was pushed yet."""
    made = Dataset(tmp_path / "dataset")
    made.git("init", "-q", "--bare", "-b", "main", str(server))
    made.git("remote", "add", "origin", str(server))
    made.call("ci", "init", "pre-receive", folder=server)
    return made


def objects(server: Path) -> set[Path]:
    return {path for path in (server / "objects").rglob("*") if path.is_file()}


def refused(dataset: Dataset, server: Path, *arguments: str) -> str:
    """Push, and require that the push is refused whole and leaves no object behind."""
    before = dataset.git("ls-remote", "origin").stdout, objects(server)
    done = dataset.git("push", *arguments, check=False)
    said = [line for line in done.stderr.splitlines() if line.startswith("remote:")]
    assert not values_in("\n".join(said))
    assert done.returncode == 1
    assert "pre-receive hook declined" in done.stderr
    assert (dataset.git("ls-remote", "origin").stdout, objects(server)) == before
    return done.stderr


def pushes(dataset: Dataset, *arguments: str) -> None:
    done = dataset.try_git("push", *arguments)
    assert done.returncode == 0, done.stderr


def test_a_server_accepts_a_clean_history_and_refuses_a_leak(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    said = refused(dataset, server, "origin", "main")
    assert "notes.txt:2:8: PERSON" in said
    assert "the push is refused" in said
    dataset.stage("notes.txt", CLEAN)
    dataset.commit()
    refused(dataset, server, "origin", "main")  # the history still has it
    dataset.git("reset", "-q", "--soft", "HEAD~2")
    dataset.commit()
    pushes(dataset, "origin", "main")


def test_the_first_push_is_checked_too(dataset, server):
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_new_branches_and_tags_are_checked_and_the_whole_push_with_them(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("checkout", "-q", "-b", "next")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    dataset.git("tag", "v1")
    dataset.git("checkout", "-q", "main")
    dataset.stage("other.txt", CLEAN)
    dataset.commit()
    refused(dataset, server, "origin", "next")
    refused(dataset, server, "origin", "v1")
    refused(dataset, server, "origin", "main", "next")
    pushes(dataset, "origin", "main", "main:another", "main:refs/tags/v0")


def test_names_of_branches_and_tags_are_read(dataset, server):
    pushes(dataset, "origin", "main")
    refused(dataset, server, "origin", "main:refs/tags/Wilma-Quillfeather")
    refused(dataset, server, "origin", "main:refs/heads/about/Wilma-Quillfeather")


def test_messages_are_read(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("commit", "-q", "--allow-empty", "-m", "What Wilma Quillfeather said")
    refused(dataset, server, "origin", "main")


def test_deleted_branches_need_no_check(dataset, server):
    pushes(dataset, "origin", "main", "main:old", "main:refs/tags/v0")
    pushes(dataset, "origin", ":old", ":refs/tags/v0")
    pushes(dataset, "origin", "main:newer")


def test_a_forced_push_is_checked(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("other.txt", CLEAN)
    dataset.commit()
    pushes(dataset, "origin", "main")
    dataset.git("reset", "-q", "--hard", "HEAD~1")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "--force", "origin", "main")


def test_no_push_softens_the_rules(dataset, server):
    pushes(dataset, "origin", "main")
    softer = RULES.replace("taggers:", "check: {ignore: [PERSON, CASE]}\ntaggers:")
    dataset.stage(".anonfilter/rules.yaml", softer)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")
    dataset.git("reset", "-q", "--hard", "HEAD~1")
    dataset.stage(".anonfilter/rules.yaml", softer)
    dataset.commit()
    pushes(dataset, "origin", "main")  # by themselves they are looked at by people
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    pushes(dataset, "origin", "main")


ALLOW_ALL = """\
anonfilter: 1
allow:
- {pattern: '.*', label: PERSON, reason: they agreed}
- {pattern: '.*', paths: ['**'], reason: they agreed}
"""
NOTHING_IS_A_DOCUMENT = RULES + "documents: ['!*']\n"
NOTHING_IS_FOUND = RULES.replace("taggers:", "check: {ignore: [PERSON, CASE]}\ntaggers:")


@pytest.mark.parametrize("rules", [NOTHING_IS_A_DOCUMENT, NOTHING_IS_FOUND])
@pytest.mark.parametrize("branches", [["main"], ["next", "main"], ["next"]])
def test_the_first_push_does_not_bring_its_own_rules(dataset, server, rules, branches):
    dataset.git("branch", "next")
    dataset.stage(".anonfilter/rules.yaml", rules)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    dataset.git("branch", "-f", "next")
    assert "git config anonfilter.rules" in refused(dataset, server, "origin", *branches)


def test_the_first_push_does_not_bring_its_own_allow_list(dataset, server):
    dataset.stage(".anonfilter/allow.yaml", ALLOW_ALL)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_rules_in_the_environment_of_who_pushes_do_not_count(dataset, server, tmp_path):
    softer = tmp_path / "softer.yaml"
    softer.write_text(NOTHING_IS_A_DOCUMENT)
    dataset.environment["ANONFILTER_RULES"] = str(softer)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_settings_of_who_pushes_do_not_count(dataset, server, tmp_path):
    softer = tmp_path / "softer.yaml"
    softer.write_text(NOTHING_IS_A_DOCUMENT)
    own = tmp_path / "gitconfig of a user"
    dataset.environment["GIT_CONFIG_GLOBAL"] = str(own)
    dataset.git("config", "--file", str(own), "anonfilter.rules", str(softer))
    dataset.git("config", "--file", str(own), "anonfilter.command", "true")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_the_rules_of_a_push_do_not_count_in_it_in_any_order(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage(".anonfilter/rules.yaml", NOTHING_IS_A_DOCUMENT)
    dataset.commit()
    dataset.git("checkout", "-q", "-b", "next")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main", "next")
    refused(dataset, server, "origin", "next", "main")


def test_rules_of_other_branches_do_not_count(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage(".anonfilter/rules.yaml", NOTHING_IS_A_DOCUMENT)
    dataset.commit()
    pushes(dataset, "origin", "main:next")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main:next")
    refused(dataset, server, "--force", "origin", "main")


def test_the_default_branch_is_not_deleted_with_its_rules(dataset, server):
    dataset.git("-C", str(server), "config", "receive.denyDeleteCurrent", "ignore")
    pushes(dataset, "origin", "main", "main:next")
    said = refused(dataset, server, "origin", ":main")
    assert "default branch" in said
    refused(dataset, server, "origin", ":main", ":next")
    dataset.git("-C", str(server), "config", "anonfilter.rules", "default")
    pushes(dataset, "origin", ":main")  # rules of the server's own stay


def test_a_default_branch_that_is_made_again_is_judged_by_shipped_rules(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("-C", str(server), "update-ref", "-d", "refs/heads/main")
    dataset.stage(".anonfilter/rules.yaml", NOTHING_IS_A_DOCUMENT)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_a_replaced_commit_does_not_bring_rules(dataset, server):
    pushes(dataset, "origin", "main")
    before = dataset.git("rev-parse", "HEAD").stdout.strip()
    dataset.stage(".anonfilter/rules.yaml", NOTHING_IS_A_DOCUMENT)
    dataset.commit()
    pushes(dataset, "origin", f"HEAD:refs/replace/{before}")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_the_default_branch_may_come_after_another_one(dataset, server):
    pushes(dataset, "origin", "main:next")
    pushes(dataset, "origin", "main")


def test_a_server_that_knows_no_default_branch_says_so(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.git("-C", str(server), "symbolic-ref", "HEAD", "refs/heads/trunk")
    assert "git symbolic-ref HEAD" in refused(dataset, server, "origin", "main:another")
    pushes(dataset, "origin", "main:trunk")


def test_a_server_may_have_its_own_rules(dataset, server, tmp_path):
    own = tmp_path / "server rules.yaml"
    own.write_text(RULES)
    dataset.git("-C", str(server), "config", "anonfilter.rules", str(own))
    dataset.stage(".anonfilter/rules.yaml", "anonfilter: 1\nlabels: {}\n")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    refused(dataset, server, "origin", "main")


def test_a_server_without_anonfilter_refuses_all_pushes(dataset, server):
    dataset.environment["PATH"] = os.environ["PATH"].replace(f"{HERE}{os.pathsep}", "")
    said = refused(dataset, server, "origin", "main")
    assert "cannot be run on this server" in said
    tool = server / "anonfilter"
    tool.symlink_to(HERE / "anonfilter")
    dataset.git("-C", str(server), "config", "anonfilter.command", f"'{tool}'")
    pushes(dataset, "origin", "main")


def test_an_unchecked_push_is_refused(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("notes.txt", b"a\0b")
    dataset.commit()
    said = refused(dataset, server, "origin", "main")
    assert "the check is incomplete (exit code 3" in said


def test_notes_that_no_reference_names_yet(dataset: Dataset, server: Path) -> None:
    pushes(dataset, "origin", "main")
    dataset.stage("notes.txt", CLEAN)
    dataset.commit()
    pushes(dataset, "origin", "main")
    dataset.git("notes", "add", "-m", LEAK)
    refused(dataset, server, "origin", "refs/notes/commits")
    refused(dataset, server, "origin", "refs/notes/commits:refs/heads/other")


def test_a_push_that_takes_too_long_is_refused_or_named(dataset, server):
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    dataset.git("--git-dir", str(server), "config", "anonfilter.deadline", "0s")
    said = refused(dataset, server, "origin", "main")
    assert "notes.txt: was not checked before the deadline" in said
    dataset.git("--git-dir", str(server), "config", "anonfilter.passUnreached", "true")
    done = dataset.try_git("push", "origin", "main")
    assert done.returncode == 0, done.stderr
    assert "notes.txt: was not checked before the deadline" in done.stderr
    dataset.stage("other.txt", LEAK)
    dataset.commit()
    dataset.git("--git-dir", str(server), "config", "anonfilter.deadline", "600s")
    assert "other.txt:2:8: PERSON" in refused(dataset, server, "origin", "main")


def test_a_strict_server_refuses_text_outside_the_documents(dataset, server):
    pushes(dataset, "origin", "main")
    dataset.stage("notes", LEAK)
    dataset.commit()
    dataset.git("-C", str(server), "config", "anonfilter.strict", "true")
    assert "incomplete: notes:" in refused(dataset, server, "origin", "main")
    dataset.git("-C", str(server), "config", "--unset", "anonfilter.strict")
    with (server / "config").open("a") as file:
        file.write("[anonfilter]\n\tstrict\n")  # true, for git
    assert "incomplete: notes:" in refused(dataset, server, "origin", "main")
    dataset.git("-C", str(server), "config", "anonfilter.strict", "false")
    pushes(dataset, "origin", "main")
