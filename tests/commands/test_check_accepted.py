"""``anonfilter check``: findings that the allow list or a baseline accepts."""

from __future__ import annotations

import pytest

NAME, OTHER, CASE = "Wilma Quillfeather", "Abel Tamsin", "21-CV-1234"
BASELINE = ".anonfilter/baseline.yaml"
CHECK = ("check", "--baseline", BASELINE)
UPDATE = (*CHECK, "--update-baseline")


@pytest.fixture
def allow(folder):
    def write(*entries):
        path = folder / ".anonfilter" / "allow.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text("anonfilter: 1\nallow:\n" + "".join(f"- {{{one}}}\n" for one in entries))

    return write


# the allow list


def test_allowed_findings_pass_and_are_counted(run, folder, allow):
    (folder / "a.txt").write_text(f"We met {NAME}.\nSee {CASE}.\n")
    allow(f"value: {NAME.upper()}, reason: a ship")
    result = run("check")
    assert result.code == 1
    assert result.out.startswith("a.txt:2:5: CASE")
    assert len(result.out.splitlines()) == 1
    assert "1 finding allowed" in result.err
    allow(f"value: {NAME}, reason: a ship", "pattern: '\\d\\d-CV-\\d+', reason: public")
    result = run("check")
    assert result.code == 0
    assert "2 findings allowed" in result.err


def test_an_entry_that_is_expired_or_for_other_files_accepts_nothing(run, folder, allow):
    (folder / "a.txt").write_text(f"We met {NAME}.\n")
    allow(f"value: {NAME}, reason: a ship, expires: 2020-01-01")
    result = run("check")
    assert result.code == 1
    assert ".anonfilter/allow.yaml:3:3: expired on 2020-01-01, and allows nothing" in result.err
    allow(f"value: {NAME}, reason: a ship, paths: [letters/]")
    result = run("check")
    assert result.code == 1
    assert ".anonfilter/allow.yaml:3:3: matched nothing, and can be removed" in result.err
    assert "matched nothing" not in run("check", "a.txt").err


def test_a_list_with_an_error_accepts_nothing(run, folder, allow):
    (folder / "a.txt").write_text(f"We met {NAME}.\n")
    allow(f"value: {NAME}, reason: a ship", f"value: {NAME}")
    result = run("check")
    assert (result.code, result.out) == (2, "")
    assert ".anonfilter/allow.yaml:4:3: the key `allow.reason:` is missing" in result.err
    assert NAME not in result.err


def test_with_staged_the_list_of_the_index_counts(run, repository, allow):
    repository.stage("a.txt", f"We met {NAME}.\n")
    allow(f"value: {NAME}, reason: a ship")
    assert run("check").code == 0
    assert run("check", "--staged").code == 1
    repository.git("add", ".anonfilter")
    assert run("check", "--staged").code == 0
    allow()
    assert run("check", "--staged").code == 0
    assert run("check").code == 1


def test_from_a_folder_below_paths_count_from_the_top(run, repository, allow, monkeypatch):
    repository.stage("letters/a.txt", f"We met {NAME}.\n")
    allow(f"value: {NAME}, reason: a ship, paths: [letters/a.txt]")
    monkeypatch.chdir(repository.path / "letters")
    assert run("check").code == 0


def test_an_entry_of_anonfilter_allow_is_accepted(run, folder):
    (folder / "a.txt").write_text(f"We met {NAME}.\n")
    assert run("allow", "a.txt:1", "--reason", "a ship").code == 0
    assert run("check").code == 0


# the baseline


@pytest.fixture
def leaking(run, repository, home):
    """A repository with a key that leaks already."""
    assert run("key", "new").code == 0
    repository.write("a.txt", f"We met {NAME} and {NAME}.\n")
    repository.write("b/c.txt", f"See {CASE}.\n")
    return repository


def test_only_what_is_new_fails(run, leaking):
    result = run(*UPDATE)
    assert (result.code, result.out) == (0, "")
    assert f"{BASELINE}: 3 added, 0 removed, 3 findings in all" in result.err
    written = (leaking.path / BASELINE).read_text()
    assert not any(said in written for said in (NAME, CASE, "a.txt", "Wilma"))
    result = run(*CHECK)
    assert (result.code, result.out) == (0, "")
    assert "3 findings in the baseline" in result.err
    leaking.write("a.txt", f"Hello!\n\n{NAME}\nand {OTHER} and {NAME}\nand {NAME}.\n")
    result = run(*CHECK)
    assert result.code == 1
    assert [line.split(" (")[0] for line in result.out.splitlines()] == [
        "a.txt:4:5: PERSON",
        "a.txt:5:5: PERSON",
    ]
    assert len(run("check", "--no-baseline").out.splitlines()) == 5


def test_the_nearest_baseline_counts_by_itself(run, leaking, monkeypatch):
    assert run("check", "--update-baseline").code == 0
    assert (leaking.path / BASELINE).is_file()
    assert run("check").code == 0
    assert run("check", "--no-baseline").code == 1
    monkeypatch.chdir(leaking.path / "b")
    assert run("check").code == 0


def test_a_baseline_shrinks_and_removed_findings_fail_again(run, leaking):
    run(*UPDATE)
    before = (leaking.path / "a.txt").read_text()
    leaking.write("a.txt", f"We met {NAME}.\n")
    result = run(*CHECK)
    assert result.code == 0
    assert f"{BASELINE}: 0 added, 1 removed, 2 findings in all" in result.err
    leaking.write("a.txt", before)
    assert run(*CHECK).code == 1
    (leaking.path / "b" / "c.txt").write_text("Nothing.\n")
    assert "1 removed, 1 finding in all" in run(*CHECK, "b").err
    (leaking.path / "a.txt").unlink()
    assert "1 removed, 0 findings in all" in run(*CHECK).err


def test_a_narrower_check_does_not_shrink_the_baseline(run, leaking):
    run(*UPDATE)
    before = (leaking.path / BASELINE).read_text()
    run(*CHECK, "b")
    run(*CHECK, "--only", "CASE")
    run(*CHECK, "--except", "PERSON")
    weaker = leaking.path.parent / "rules" / "weaker.yaml"
    weaker.write_text(
        "anonfilter: 1\nlabels: {A: {}}\nformats: [{use: text}]\ntaggers: [{use: numbered}]\n"
        "detectors: [{use: dictionary, terms: [{term: Tolliver, label: A}]}]\n"
    )
    assert "3 of its findings are no longer found" in run(*CHECK, "--rules", str(weaker)).err
    leaking.write("broken.txt", b"\0" * 400)
    leaking.write("a.txt", "Nothing.\n")
    assert run(*CHECK).code == 3
    assert (leaking.path / BASELINE).read_text() == before


def test_with_staged_the_baseline_of_the_index_counts_and_nothing_is_written(run, leaking):
    run(*UPDATE)
    leaking.git("add", "a.txt", "b")
    result = run(*CHECK, "--staged")
    assert result.code == 2
    assert "the baseline does not exist" in result.err
    leaking.git("add", ".")
    before = (leaking.path / BASELINE).read_text()
    assert run(*CHECK, "--staged").code == 0
    leaking.stage("a.txt", f"We met {OTHER}.\n")
    result = run(*CHECK, "--staged")
    assert result.code == 1
    assert "2 of its findings are no longer found" in result.err
    assert (leaking.path / BASELINE).read_text() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([*UPDATE, "--no-baseline"], "--no-baseline and --"),
        ([*UPDATE, "--staged"], "files on disk"),
        ([*UPDATE, "-"], "files on disk"),
        (CHECK, "the baseline does not exist"),
    ],
)
def test_contradictory_options_are_refused(run, leaking, arguments, said):
    result = run(*arguments)
    assert result.code == 2
    assert said in result.err
    assert not (leaking.path / BASELINE).exists()


def test_without_a_corpus_there_is_no_baseline(run, repository):
    repository.write("a.txt", f"We met {NAME}.\n")
    result = run(*UPDATE)
    assert result.code == 2
    assert "anonfilter key new" in result.err


def test_a_missing_key_is_reported(run, leaking, monkeypatch, tmp_path):
    run(*UPDATE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    result = run("check")
    assert result.code == 1
    assert f"{BASELINE}: the baseline cannot be read" in result.err
    assert "all findings count" in result.err
    result = run(*CHECK)
    assert result.code == 2
    assert (
        "the baseline cannot be read: the key of this corpus is not on this machine" in result.err
    )


def test_the_check_key_is_enough(run, leaking, monkeypatch, tmp_path):
    run(*UPDATE)
    key = run("key", "export", "--check").out.strip()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("ANONFILTER_KEY", key)
    assert run(*CHECK).code == 0


@pytest.mark.slow
def test_two_branches_that_accept_findings_merge_by_themselves(run, leaking):
    run(*UPDATE)
    leaking.git("add", ".")
    leaking.commit()
    leaking.git("checkout", "-q", "-b", "theirs")
    for branch, name in (("theirs", "d.txt"), ("main", "e.txt")):
        leaking.git("checkout", "-q", branch)
        leaking.write(name, f"We met {OTHER}, see {CASE}.\n")
        assert run(*UPDATE).code == 0
        leaking.git("add", ".")
        leaking.commit()
    leaking.git("merge", "-q", "--no-edit", "theirs")
    result = run(*CHECK)
    assert result.code == 0
    assert "7 findings in the baseline" in result.err


@pytest.mark.slow
def test_after_key_rotate_an_update_writes_the_baseline_again(run, leaking):
    run(*UPDATE)
    assert run("key", "rotate").code == 0
    assert run(*CHECK).code == 0
    result = run(*UPDATE, "b")
    assert result.code == 2
    assert "Check all documents" in result.err
    assert run(*UPDATE).code == 0
    assert run(*CHECK).code == 0


def test_a_roster_in_clear_is_never_accepted(run, leaking):
    leaking.stage("people.yaml", f"people:\n- name: {NAME}\n")
    leaking.git("add", ".")
    run(*UPDATE)
    leaking.git("add", ".")
    result = run(*CHECK, "--staged")
    assert result.code == 1
    assert "ROSTER" in result.out


def test_reports_have_fingerprints_where_there_is_a_key(run, leaking):
    findings = run("check", "--output", "json").json()["findings"]
    assert len({one["fingerprint"] for one in findings}) == 2
    (leaking.path / ".anonfilter" / "corpus.yaml").unlink()
    assert "fingerprint" not in run("check", "--output", "json").json()["findings"][0]


# names of files, ranges of commits


def test_a_name_in_the_name_of_a_file_can_be_allowed_and_be_in_a_baseline(run, leaking, allow):
    leaking.write("Wilma_Quillfeather/notes.txt", f"We met {NAME}.\n")
    assert "Wilma" not in run("check", "--update-baseline").out
    assert run("check").code == 0
    assert "0 removed" not in run("check", "Wilma_Quillfeather").err
    leaking.write("Abel_Tamsin.txt", "Nothing.\n")
    result = run("check")
    assert (result.code, len(result.out.splitlines())) == (1, 1)
    allow(f"value: {OTHER}, reason: a ship, paths: ['*.txt']")
    assert run("check").code == 0
    (leaking.path / "Abel_Tamsin.txt").rename(leaking.path / "Abel_Tamsin.vtt")
    allow(f"value: {OTHER}, reason: a ship, paths: [letters/]")
    assert run("check").code == 1


def test_allowed_values_are_accepted_in_messages(run, repository, allow):
    repository.write("message", f"About {NAME}\n")
    assert run("check", "--commit-msg", "message").code == 1
    allow(f"value: {NAME}, reason: a ship")
    assert run("check", "--commit-msg", "message").code == 0


def test_without_the_key_all_added_lines_count(run, leaking, monkeypatch, tmp_path):
    run(*UPDATE)
    leaking.git("add", ".")
    leaking.commit()
    leaking.stage("a.txt", f"We met {NAME} and {NAME}.\nNothing else.\n")
    leaking.commit()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))
    assert run("check", "--history").code == 1
    result = run(*CHECK, "--diff", "HEAD~1..HEAD")
    assert result.code == 0
    assert "all findings on added lines count" in result.err
    leaking.stage("a.txt", f"We met {NAME} and {NAME}.\nNothing but {NAME}.\n")
    leaking.commit()
    result = run(*CHECK, "--diff", "HEAD~1..HEAD")
    assert (result.code, len(result.out.splitlines())) == (1, 1)


def test_an_added_line_is_not_accepted_in_place_of_an_older_equal_line(run, leaking):
    run(*UPDATE)
    leaking.git("add", ".")
    leaking.commit()
    leaking.stage("a.txt", f"Before all, {NAME}.\nWe met {NAME} and {NAME}.\n")
    leaking.commit()
    result = run("check", "--diff", "HEAD~1..HEAD")
    assert [line.split(" (")[0] for line in result.out.splitlines()] == ["a.txt:1:13: PERSON"]


def test_a_branch_cannot_accept_its_own_findings(run, leaking, allow):
    leaking.git("add", ".")
    run(*UPDATE)
    leaking.git("add", ".")
    leaking.commit()
    leaking.stage("new.txt", f"We met {OTHER}.\n")
    allow(f"value: {OTHER}, reason: a ship")
    run(*UPDATE)
    leaking.git("add", ".")
    leaking.commit()
    for way in ([], ["--diff", "HEAD~1..HEAD"], ["--history", "HEAD~1..HEAD"]):
        assert run("check", *way).code == 0
        result = run("check", *way, "--rules-from", "HEAD~1")
        assert result.code == 1
        assert result.out.startswith("new.txt:1:8")
    before = (leaking.path / BASELINE).read_text()
    assert run(*UPDATE, "--rules-from", "HEAD~1").code == 2
    assert (leaking.path / BASELINE).read_text() == before
