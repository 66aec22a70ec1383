"""``anonfilter check`` counts its findings and suggests the next commands."""

from __future__ import annotations

import json
import shlex

import pytest

from anonfilter.keys.corpus import load
from anonfilter.keys.keyring import key_file

LEAK = "On Monday\nwe met Wilma Quillfeather, see 21-CV-1234.\n"


def steps(result):
    """The commands that are named, without what they do."""
    lines = result.err.partition("next:\n")[2].splitlines()
    return [line.partition("  # ")[0].strip() for line in lines if line.startswith("  ")]


@pytest.fixture
def many(folder):
    """A document with 120 findings."""
    path = folder / "notes.txt"
    path.write_text(LEAK * 60)
    return path


def test_a_clean_check_suggests_no_commands(run, folder):
    (folder / "notes.txt").write_text("On Monday\n")
    assert run("check").err.splitlines()[1:] == [
        "scanned 1 file, 1 line: 0 findings; 0 files outside"
    ]


def test_findings_are_counted_by_label_and_by_file(run, folder):
    (folder / "a.txt").write_text(LEAK + LEAK)
    (folder / "b.txt").write_text("Abel Tamsin\n")
    err = run("check").err.splitlines()
    assert "by label: PERSON 3, CASE 2" in err
    assert "by file: a.txt 4, b.txt 1" in err


def test_the_files_with_the_most_findings_are_named(run, folder):
    for number in range(14):
        (folder / f"{number:02}.txt").write_text("Abel Tamsin\n" * (14 - number))
    [by_file] = [line for line in run("check").err.splitlines() if line.startswith("by file")]
    assert by_file.startswith("by file: 00.txt 14, 01.txt 13, ")
    assert by_file.endswith("09.txt 5, 10 in 4 more")


def test_only_a_printed_report_is_shortened(run, folder, many):
    cut = run("check")
    assert len(cut.out.splitlines()) == 53
    assert "... and 35 more findings of PERSON (patterns)\n" in cut.out
    assert cut.out.endswith("120 findings in all: --all lists them\n")
    assert len(run("check", "--all").out.splitlines()) == 120
    assert len(run("check", "--output", "jsonl").objects()) == 121
    run("check", "--output", "json", "--output", "text=report.txt")
    assert len((folder / "report.txt").read_text().splitlines()) == 120
    assert cut.code == 1


def test_the_option_all_is_not_the_range_of_a_history(run, repository):
    repository.stage("notes.txt", LEAK * 60)
    repository.commit()
    cut, whole = run("check", "--history"), run("check", "--history", "--all")
    assert (len(cut.out.splitlines()), len(whole.out.splitlines())) == (53, 120)
    assert cut.last == whole.last == run("check", "--all", "--history", "HEAD").last


def test_a_long_list_of_incomplete_files_is_shortened(run, folder):
    for number in range(60):
        (folder / f"{number}.txt").write_bytes(b"\0\0")
    cut, whole = run("check"), run("check", "--all")
    assert sum(line.startswith("incomplete: ") for line in cut.err.splitlines()) == 50
    assert "... and 10 more incomplete files: --all lists them" in cut.err
    assert whole.err.count("incomplete: ") == 60
    assert len(run("check", "--output", "json").json()["incomplete"]) == 60


def test_a_hint_for_incomplete_files_is_printed_once(run, folder):
    text = "Ich weiß nicht, ob wir das so machen können, aber wir haben es ja versucht. " * 20
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(text)
    result = run("check")
    assert result.code == 3
    assert "2 incomplete files: Use rules for that language" in result.err
    assert "--assume-language" in result.err


def test_findings_in_files_suggest_review_filter_and_allow(run, folder):
    (folder / "my notes.txt").write_text(LEAK)
    reported = steps(run("check"))
    assert reported == [
        "anonfilter review 'my notes.txt'",
        "anonfilter -i 'my notes.txt'",
        "anonfilter allow 'my notes.txt':2:8 --reason \"why it may stand\"",
    ]
    for line in reported:
        shlex.split(line)
    _, *words = shlex.split(reported[2])
    assert run(*words).code == 0
    _, *words = shlex.split(reported[1])
    assert run(*words).code == 0
    assert run("check").code == 0


def test_other_rules_are_named_in_the_commands(run, folder):
    (folder / "notes.txt").write_text(LEAK)
    (folder / "our rules.yaml").write_text((folder.parent / "rules/small.yaml").read_text())
    reported = steps(run("check", "--rules", "our rules.yaml"))
    assert reported[1] == "anonfilter --rules 'our rules.yaml' -i notes.txt"


def test_for_many_files_the_folder_is_reviewed(run, folder):
    for number in range(6):
        (folder / f"{number}.txt").write_text(LEAK)
    assert steps(run("check"))[:2] == ["anonfilter review .", "anonfilter -i FILE"]


def test_staged_findings_lead_to_a_staged_review(run, repository):
    repository.stage("notes.txt", LEAK)
    assert steps(run("check", "--staged"))[:2] == [
        "anonfilter review --staged",
        "anonfilter -i notes.txt && git add -- notes.txt",
    ]


def test_many_old_findings_suggest_a_baseline(run, repository, home, many):
    repository.git("add", "notes.txt")
    reported = steps(run("check"))
    assert reported[:4] == [
        "anonfilter key new",
        "anonfilter check . --update-baseline",
        "git add .anonfilter && git commit",
        "anonfilter git install",
    ]
    for line in reported[:2]:
        assert run(*line.split()[1:]).code == 0
    assert run("check").code == 0
    repository.write("new.txt", LEAK)
    assert "--update-baseline" not in run("check").err


def test_outside_of_git_no_baseline_is_suggested(run, folder, many):
    assert steps(run("check"))[0] == "anonfilter review notes.txt"


def test_untracked_files_are_kept_out_and_not_accepted(run, repository, home):
    repository.stage("data/a.txt", "On Monday\n")
    repository.write("data/private/raw/p07.txt", LEAK * 60)
    reported = steps(run("check"))
    assert reported[:2] == [
        "echo /data/private/ >> .gitignore",
        "anonfilter review data/private/raw/p07.txt",
    ]
    (repository.path / ".gitignore").write_text("/data/private/\n")
    assert run("check").code == 0


def test_a_sidecar_is_added_with_its_document(run, repository, home):
    assert run("key", "new").code == 0
    repository.stage("my notes.txt", LEAK)
    reported = steps(run("check", "--staged"))[1]
    added = "'my notes.txt' 'my notes.txt'.pseudonyms.yaml"
    assert reported == f"anonfilter -i 'my notes.txt' && git add -- {added}"


def test_the_folder_of_sidecars_is_added(run, repository, home):
    rules = (repository.path.parent / "rules/small.yaml").read_text()
    repository.stage("rules.yaml", rules + "map_dir: maps\n")
    assert run("key", "new").code == 0
    repository.stage("notes.txt", LEAK)
    reported = steps(run("check", "--staged", "--rules", "rules.yaml"))[1]
    assert reported.endswith(" -i notes.txt && git add -- notes.txt maps")


def test_without_the_key_no_command_that_needs_it_is_suggested(run, repository, home, many):
    assert run("key", "new").code == 0
    repository.git("add", "notes.txt")
    assert run("check", "--update-baseline").code == 0
    key_file(load(repository.path)).unlink()
    reported = steps(run("check"))
    assert [line.split(" notes.txt")[0] for line in reported] == [
        "anonfilter review",
        "anonfilter key status",
        "anonfilter allow",
    ]
    status = run("key", "status")
    assert status.code == 3
    assert "key share --to" in status.err


def test_a_redacted_copy_is_made_again_by_sync(run, repository):
    rules = (repository.path.parent / "rules/small.yaml").read_text()
    repository.write("rules.yaml", rules + "corpus: {source: raw/, output: twins/}\n")
    repository.write("twins/p07.txt", LEAK)
    assert steps(run("check", "--rules", "rules.yaml")) == ["anonfilter sync twins/p07.txt"]


def test_findings_in_commits_suggest_a_rebase(run, repository):
    repository.stage("a.txt", "On Monday\n")
    repository.commit()
    repository.stage("b.txt", LEAK)
    repository.commit()
    commit = repository.git("rev-parse", "--short=12", "HEAD").stdout.strip()
    assert steps(run("check", "--history"))[0] == f"git rebase -i {commit}~"
    reported = steps(run("check", "--diff", "HEAD~..HEAD"))
    assert (reported[0], reported[-1]) == ("anonfilter review b.txt", "git rebase -i 'HEAD~'")


def test_the_first_commit_is_edited_from_the_root(run, repository):
    repository.stage("b.txt", LEAK)
    repository.commit()
    assert steps(run("check", "--history"))[0] == "git rebase -i --root"


def test_a_finding_in_a_message_suggests_another_message(run, folder):
    (folder / "message").write_text("Mend what Wilma Quillfeather found\n")
    assert steps(run("check", "--commit-msg", "message")) == ["git commit --edit --file=message"]


def test_a_finding_in_a_name_suggests_a_rename(run, repository):
    repository.write("Wilma Quillfeather.txt", "On Monday\n")
    assert [line.split()[:2] for line in steps(run("check"))] == [["mv", "--"]]
    repository.stage("Wilma Quillfeather.txt", "On Monday\n")
    assert [line.split()[:2] for line in steps(run("check"))] == [["git", "mv"]]


def test_suggested_commands_take_no_name_of_a_file_for_an_option(run, folder):
    (folder / "-notes.txt").write_text(LEAK)
    suggested = steps(run("check"))
    assert "anonfilter -i ./-notes.txt" in suggested
    assert run("-i", "./-notes.txt").code == 0


def test_many_findings_are_listed_by_kind_with_people_first(run, folder):
    cases = "".join(f"Case 21-CV-{number}\n" for number in range(1000, 3000))
    (folder / "cases.txt").write_text(f"{cases}Wilma Quillfeather\nAbel Tamsin\n")
    reported = run("check").out.splitlines()
    assert [line.split(": ")[1] for line in reported[:3]] == [
        "PERSON (patterns, 0.90)",
        "PERSON (patterns, 0.90)",
        "CASE (patterns, 0.90)",
    ]
    assert reported[-2:] == [
        "... and 1,975 more findings of CASE (patterns)",
        "2,002 findings in all: --all lists them",
    ]


def test_suggested_commands_show_no_hidden_path(run, folder):
    (folder / "secret.txt").write_text(LEAK)
    assert "secret" in run("check", "secret.txt").err
    assert "secret" not in run("check", "secret.txt", "--hide-paths").err


def test_standard_output_has_only_the_report(run, many):
    result = run("check", "--output", "json")
    assert json.loads(result.out)["summary"]["findings"] == 120
    assert "next:" in result.err
