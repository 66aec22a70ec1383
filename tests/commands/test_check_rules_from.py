"""The source of a check's settings: the index with --staged, a commit with --rules-from."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.resolvers.decisions.decisions_file import Decision, to_bytes

from tests.commands.commandline import RULES

LEAK = "On Monday\nwe met Wilma Quillfeather.\n"
CLEAN = "On Monday\nwe met nobody.\n"
SOFT = RULES.replace("taggers:", "check: {ignore: [PERSON]}\ntaggers:")


@pytest.fixture
def dataset(run, repository, monkeypatch):
    """Rules are committed; a branch goes on from there."""
    monkeypatch.delenv("ANONFILTER_RULES")
    repository.stage(".anonfilter/rules.yaml", RULES)
    repository.stage("notes.txt", CLEAN)
    repository.commit()
    repository.git("checkout", "-q", "-b", "next")
    return repository


ALL_WAYS = (
    ["check"],
    ["check", "--staged", "."],
    ["check", "--diff", "main..next"],
    ["check", "--history", "main..next"],
)


def pinned(run):
    """Exit codes of all ways to check, by the rules of main."""
    return {run(*way, "--rules-from", "main").code for way in ALL_WAYS}


def free(run):
    return {run(*way).code for way in ALL_WAYS}


def test_a_branch_cannot_soften_its_rules(run, dataset):
    dataset.stage(".anonfilter/rules.yaml", SOFT)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    assert free(run) == {0}
    assert pinned(run) == {1}


def test_a_branch_cannot_hide_a_document_from_its_rules(run, dataset):
    dataset.stage(".anonfilter/rules.yaml", RULES + "documents: ['!notes.txt']\n")
    dataset.stage(".gitignore", "notes.txt\n")
    dataset.stage(".gitattributes", "* -diff -text\n")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    assert free(run) == {0}
    assert pinned(run) == {1}


def test_a_branch_cannot_remove_its_rules(run, dataset):
    dataset.stage("notes.txt", LEAK.replace("Wilma", "Abel").replace("Monday", "21-CV-1234"))
    dataset.git("rm", "-q", ".anonfilter/rules.yaml")
    dataset.commit()
    assert pinned(run) == {1}


def test_extended_rules_and_their_files_come_from_the_same_place(run, dataset):
    excluding = "resolvers:\n  - use: exclude\n    files: [terms.txt]\n"
    dataset.stage(".anonfilter/rules.yaml", f"anonfilter: 1\nextends: ../strict.yaml\n{excluding}")
    dataset.stage("strict.yaml", RULES)
    dataset.stage(".anonfilter/terms.txt", "somebody else\n")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    assert pinned(run) == free(run) == {1}
    dataset.stage(".anonfilter/terms.txt", "Wilma Quillfeather\n")
    dataset.commit()
    assert (free(run), pinned(run)) == ({0}, {1})
    dataset.stage("strict.yaml", SOFT)
    dataset.git("rm", "-q", "--cached", ".anonfilter/terms.txt")
    dataset.commit()
    assert pinned(run) == {1}


def test_term_lists_come_from_the_same_commit(run, dataset):
    listed = RULES.replace(
        "taggers:", "  - {use: dictionary, files: [who.list], label: PERSON}\ntaggers:"
    )
    assert "dictionary" in listed
    dataset.stage(".anonfilter/rules.yaml", listed)
    dataset.stage(".anonfilter/who.list", "Zelma Okonjo\n")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage(".anonfilter/who.list", "Nobody Else\n")
    dataset.stage("notes.txt", "On Monday we met Zelma Okonjo.\n")
    dataset.commit()
    assert (free(run), pinned(run)) == ({0}, {1})


PACKED = RULES.replace("    patterns:\n", "    packs: [own.yaml]\n    patterns:\n")
PACK = "patterns: [{label: PERSON, regex: Zelma}]\n"


def test_packs_come_from_the_same_commit(run, dataset):
    dataset.stage(".anonfilter/rules.yaml", PACKED)
    dataset.stage(".anonfilter/own.yaml", PACK)
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage(".anonfilter/own.yaml", PACK.replace("Zelma", "Nobody"))
    dataset.stage("notes.txt", "On Monday we met Zelma.\n")
    dataset.commit()
    assert (free(run), pinned(run)) == ({0}, {1})
    dataset.git("rm", "-q", ".anonfilter/own.yaml")
    dataset.commit()
    assert (free(run), pinned(run)) == ({2}, {1})


def test_a_pack_that_git_does_not_know_is_read_from_the_disk(run, dataset):
    dataset.stage(".anonfilter/rules.yaml", PACKED)
    dataset.stage(".gitignore", "own.yaml\n")
    dataset.write(".anonfilter/own.yaml", PACK)
    dataset.stage("notes.txt", "On Monday we met Zelma.\n")
    assert run("check", "--staged").code == 1


def test_untracked_lists_of_names_are_searched_in_staged_files(run, dataset):
    listed = RULES.replace(
        "taggers:", "  - {use: dictionary, files: [who.list], label: PERSON}\ntaggers:"
    )
    dataset.stage(".anonfilter/rules.yaml", listed)
    dataset.stage(".gitignore", "who.list\n")
    dataset.write(".anonfilter/who.list", "Zelma Okonjo\n")
    dataset.stage("notes.txt", "On Monday we met Zelma Okonjo.\n")
    assert run("check", "--staged").code == 1


def test_decisions_come_from_the_same_commit(run, dataset):
    rules = RULES + "resolvers:\n  - use: decisions\n"
    decided = "anonfilter: 1\ncharacters: 37\ndecisions:\n  - not_a_person: [[17, 35]]\n"
    dataset.stage(".anonfilter/rules.yaml", rules)
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage("notes.txt", LEAK)
    dataset.stage("notes.txt.decisions.yaml", decided)
    dataset.commit()
    assert free(run) == {0}
    assert pinned(run) == {1}


@pytest.mark.parametrize("bound", [True, False])
@pytest.mark.parametrize("kind", ["keep", "not_a_person"])
def test_decisions_cover_no_name_that_a_branch_puts_in_their_place(run, dataset, kind, bound):
    text = "On Monday\nwe met Wilma Quillfeather.\n"
    other = text.replace("Wilma Quillfeather", "Wilma Tamsin-Quirk")[: len(text)]
    assert len(other) == len(text)
    rules = (
        RULES.replace("Tamsin)", "Tamsin|Tamsin-Quirk)(?!-)") + "resolvers:\n  - use: decisions\n"
    )
    decided = to_bytes(text, [Decision(**{kind: ((17, 35),)})]).decode()
    if not bound:
        decided = re.sub("digest: .*\n", "", decided)
    dataset.stage(".anonfilter/rules.yaml", rules)
    dataset.stage("notes.txt", text)
    dataset.stage("notes.txt.decisions.yaml", decided)
    dataset.commit()
    dataset.git("branch", "-f", "main")
    assert pinned(run) == {0}
    dataset.stage("notes.txt", other)
    dataset.commit()
    assert pinned(run) == {1}
    assert run("check", "--rules-from", "main").code == 1  # from the cache, too
    if bound:
        assert {run(*way).code for way in ALL_WAYS[:3]} == {1}


def test_a_role_is_not_that_of_another_text_of_a_branch(run, dataset):
    text = "On Monday\nwe met Wilma Quillfeather.\n"
    decided = to_bytes(text, [Decision(role="JUDGE", of=((17, 35),))])
    rules = RULES + "resolvers:\n  - use: decisions\n"
    dataset.stage(".anonfilter/rules.yaml", rules)
    dataset.stage("notes.txt", text)
    dataset.stage("notes.txt.decisions.yaml", decided)
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage("notes.txt", text + "More.\n")
    dataset.commit()
    said = run("check", "--rules-from", "main").err
    assert "decision 1 (role) no longer matches anything" in said
    assert "(role) no longer" not in run("check").err


def test_a_missing_commit_is_an_error(run, dataset):
    result = run("check", "--rules-from", "nowhere")
    assert result.code == 2
    assert "there is no commit 'nowhere'" in result.err


def test_a_check_reports_which_rules_it_used_if_they_differ(run, dataset):
    assert "the rules are those of" not in run("check", "--rules-from", "main").err
    assert "the rules are those of" not in run("check", "--staged").err
    dataset.write(".anonfilter/rules.yaml", SOFT)
    said = "the rules are those of {} (.anonfilter/rules.yaml); the working tree has others"
    assert said.format("main") in run("check", "--rules-from", "main").err
    assert said.format("the index") in run("check", "--staged").err


def test_staged_uses_the_rules_of_the_index(run, dataset):
    dataset.stage("notes.txt", LEAK)
    dataset.write(".anonfilter/rules.yaml", SOFT)
    assert run("check", "--staged").code == 1
    dataset.stage(".anonfilter/rules.yaml", SOFT)
    dataset.write(".anonfilter/rules.yaml", RULES)
    assert run("check", "--staged").code == 0
    dataset.git("rm", "-qf", "--cached", ".anonfilter/rules.yaml")
    assert "rules default" in run("check", "--staged").err


def test_named_rules_need_not_be_staged(run, dataset):
    dataset.stage("notes.txt", LEAK)
    dataset.write("soft.yaml", SOFT)
    assert run("check", "--staged", "--rules", "soft.yaml").code == 0
    assert run("check", "--staged", "--rules", "../rules/small.yaml").code == 1
    result = run("check", "--rules-from", "main", "--rules", "soft.yaml")
    assert result.code == 2
    assert "there is no such ruleset" in result.err


def test_code_of_a_branch_is_not_run_for_the_rules_of_another(run, dataset):
    dataset.stage(".anonfilter/rules.yaml", RULES + "plugins: [own.py]\n")
    dataset.stage(".anonfilter/own.py", "raise SystemExit(77)\n")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    assert "load code from this repository" in run("check", "--rules-from", "main").err
    dataset.stage(".anonfilter/own.py", "raise SystemExit(78)\n")
    result = run("check", "--rules-from", "main", "--trust-local-plugins")
    assert result.code == 2
    assert ".anonfilter/own.py differs from main" in result.err


def test_rules_behind_a_link_are_read(run, dataset):
    dataset.git("mv", ".anonfilter/rules.yaml", "shared.yaml")
    (dataset.path / ".anonfilter").mkdir(exist_ok=True)
    (dataset.path / ".anonfilter" / "rules.yaml").symlink_to("../shared.yaml")
    dataset.git("add", ".anonfilter/rules.yaml")
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    (dataset.path / "shared.yaml").write_text(SOFT)
    assert run("check", "--rules-from", "next").code == 1
    assert run("check", "--staged", ".").code == 1


def test_a_branch_cannot_remove_known_originals(run, dataset):
    run("key", "new")
    dataset.write("talk.txt", "Wilma Quillfeather spoke.\n")
    assert run("-i", "talk.txt").code == 0
    dataset.git("add", ".")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage("notes.txt", "On Monday\nQuillfeather came back.\n")
    dataset.git("rm", "-q", "talk.txt.pseudonyms.yaml", ".anonfilter/corpus.yaml")
    dataset.commit()
    assert free(run) == {0}
    assert pinned(run) == {1}


def test_without_the_key_the_missing_search_is_reported(run, dataset, monkeypatch, tmp_path):
    run("key", "new")
    dataset.git("add", ".anonfilter/corpus.yaml")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "elsewhere"))
    for way in ALL_WAYS:
        assert (
            "known originals of this corpus were not looked for"
            in run(*way, "--rules-from", "main").err
        )


def test_a_link_in_place_of_a_folder_changes_nothing(run, dataset):
    allowed = "anonfilter: 1\nallow:\n- {value: Wilma Quillfeather, reason: the author}\n"
    for target in ("other", str(dataset.path.parent / "outside")):
        (dataset.path.parent / "outside").mkdir(exist_ok=True)
        dataset.stage("other/rules.yaml", SOFT)
        (dataset.path.parent / "outside" / "rules.yaml").write_text(SOFT)
        (dataset.path.parent / "outside" / "allow.yaml").write_text(allowed)
        dataset.stage("notes.txt", LEAK)
        dataset.git("rm", "-rqf", "--ignore-unmatch", ".anonfilter")
        (dataset.path / ".anonfilter").symlink_to(target)
        dataset.git("add", "-f", ".anonfilter")
        dataset.commit()
        assert pinned(run) == {1}


def test_folders_that_are_links_in_the_commit_are_followed(run, dataset):
    dataset.git("mv", ".anonfilter", "settings")
    (dataset.path / ".anonfilter").symlink_to("settings")
    dataset.git("add", ".anonfilter")
    dataset.commit()
    dataset.git("branch", "-f", "main")
    dataset.stage("settings/rules.yaml", SOFT)
    dataset.stage("notes.txt", LEAK)
    dataset.commit()
    assert (free(run), pinned(run)) == ({0}, {1})
