"""``anonfilter people``: the people of a text, and decisions about them."""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from tests.terminal import Terminal

TEXT = """\
I met Abel Tamsin. Then Mr. Tamsin met Wilma Quillfeather.
Wilma Quillfeather said hello to Tamsin, and to Ramona.
And there was Boris Tamsin. Mr. Tamsin left.
"""
BESIDE = "talk.txt.decisions.yaml"


@pytest.fixture
def people(run, folder):
    """The command on a text, by rules that link and obey."""
    rules = Path(os.environ["ANONFILTER_RULES"])
    small = rules.read_text()
    assert "(?:Wilma|Abel) (?:Quillfeather|Tamsin)" in small
    small = small.replace(
        "(?:Wilma|Abel) (?:Quillfeather|Tamsin)",
        "(?:(?:Wilma|Abel|Boris) )?(?:Quillfeather|Tamsin)",
    )
    rules.write_text(small + "resolvers:\n  - use: link-people\n  - use: decisions\n")
    (folder / "talk.txt").write_text(TEXT)
    return lambda *arguments: run("people", "talk.txt", *arguments)


@pytest.fixture
def editor(tmp_path, monkeypatch):
    """An editor that does what a sed script says."""

    def edit(script: str) -> Path:
        program, seen = tmp_path / "editor.sh", tmp_path / "seen"
        program.write_text(f'#!/bin/sh\ncp "$1" "{seen}"\nsed -i "{script}" "$1"\n')
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("EDITOR", str(program))
        monkeypatch.delenv("VISUAL", raising=False)
        return seen

    return edit


def test_people_are_shown_by_their_tags(people):
    result = people()
    assert result.code == 0
    assert "[PERSON_1] [PERSON_2], [PERSON_2] (2)" in result.out
    assert "Tamsin" not in result.out + result.err


def test_values_are_shown_when_asked_for(people):
    assert "Abel Tamsin, Tamsin (2)" in people("--show-values").out


def test_doubts_are_listed_with_place_and_reason(people):
    out = people("--show-values").out
    *_, doubt = (line for line in out.splitlines() if "3:33" in line)
    assert "Tamsin" in doubt
    assert "p1" in doubt
    assert "p3" in doubt
    assert "undecided" in doubt


def test_json_has_a_list_of_clusters_for_each_role(people):
    found = people("--json", "--show-values").json()
    first, *_ = found["clusters"]["PERSON"]
    assert first == {
        "id": "p1",
        "variants": {"Abel Tamsin": [[6, 17]], "Tamsin": [[28, 34], [92, 98]]},
    }
    for clusters in found["clusters"].values():
        for cluster in clusters:
            for variant, places in cluster["variants"].items():
                assert all(TEXT[start:end] == variant for start, end in places)
    assert [one["at"] for one in found["uncertain"]][-1] == [147, 153]


def test_json_has_no_value_unless_it_is_asked_for(people):
    result = people("--json")
    assert result.json()["clusters"]["PERSON"][1]["variants"] == {
        "[PERSON_3] [PERSON_4]": [[39, 57], [59, 77]]
    }
    assert "Tamsin" not in result.out


def test_a_role_decided_about_is_that_of_the_whole_cluster(people):
    assert people("--role", "p2=JUDGE").code == 0
    found = people("--json", "--show-values").json()["clusters"]
    assert found["JUDGE"] == [
        {"id": "p2", "variants": {"Wilma Quillfeather": [[39, 57], [59, 77]]}}
    ]


def test_decisions_are_written_beside_the_file_and_applied(people, run, folder):
    result = people("--merge", "p1,p3", "--split", "3:33", "--add", "107-113=p2", "--keep", "39-57")
    assert result.code == 0
    assert "4 decided, 4 in all" in result.err
    assert not any(name in (folder / BESIDE).read_text() for name in ("Tamsin", "Quill", "Ramona"))
    out = run("filter", "talk.txt").out
    assert "met Wilma Quillfeather." in out
    assert "Ramona" not in out
    ids = {cluster["id"] for cluster in people("--json").json()["clusters"]["PERSON"]}
    assert "p3" not in ids


def test_decisions_add_up(people, folder):
    people("--role", "p2=JUDGE")
    assert "1 decided, 2 in all" in people("--role", "p1=WITNESS").err
    assert "1 decided, 2 in all" in people("--role", "p1=WITNESS").err


def test_a_person_can_be_named_in_four_ways(people, folder):
    written = set()
    for who in ("p2", "[PERSON_3] [PERSON_4]", "39-57", "1:45"):
        people("--role", f"{who}=JUDGE")
        written.add((folder / BESIDE).read_text().partition("\ndecisions:")[2])
        (folder / BESIDE).unlink()
    assert len(written) == 1


def test_settled_doubts_are_not_listed(people):
    def doubts() -> list[list[int]]:
        return [one["at"] for one in people("--json").json()["uncertain"]]

    assert [147, 153] in doubts()
    people("--merge", "p3,147-153")
    assert [147, 153] not in doubts()
    people("--merge", "p1,p3")
    assert doubts() == []


def test_kept_people_are_still_shown(people):
    people("--keep", "p2")
    kept = [one for one in people("--json").json()["clusters"]["PERSON"] if one["id"] == "p2"]
    assert kept == [{"id": "p2", "variants": {"(kept)": [[39, 57], [59, 77]]}}]


@pytest.mark.parametrize(
    "asked",
    [
        ("--merge", "p1,p9"),
        ("--role", "p1"),
        ("--role", "p1=judge"),
        ("--role", "p1=JUGDE"),
        ("--add", "p1"),
        ("--add", "9-4"),
        ("--keep", "Quillfeather"),
        ("--split", "900-904"),
        ("--edit", "--keep", "p1"),
    ],
)
def test_an_unknown_person_is_a_usage_error_and_nothing_is_written(people, folder, asked):
    result = people(*asked)
    assert result.code == 2
    assert not (folder / BESIDE).exists()


def test_an_editor_decides(people, folder, editor):
    seen = editor("s/^p2$/p2 JUDGE keep/; s/^p3$/p1/")
    result = people("--edit")
    assert result.code == 0
    assert "Tamsin" not in seen.read_text()
    assert "p2\n  39-57  1:40  [PERSON_3] [PERSON_4]\n" in seen.read_text()
    assert (folder / BESIDE).read_text().splitlines()[6:] == [
        "  - merge: [[6, 17], [129, 141]]",
        "  - {role: JUDGE, of: [[39, 57]]}",
        "  - keep: [[39, 57], [59, 77]]",
    ]


def test_an_editor_that_changes_nothing_decides_nothing(people, folder, editor):
    editor("s/^nothing//")
    assert "nothing was decided" in people("--edit").err
    assert not (folder / BESIDE).exists()


def test_an_editor_shows_values_when_asked_for(people, editor):
    seen = editor("s/^nothing//")
    people("--edit", "--show-values")
    assert "Wilma Quillfeather" in seen.read_text()


def test_a_sheet_with_names_has_what_a_decision_needs(people, editor):
    seen = editor("s/^nothing//")
    people("--edit", "--show-values")
    assert "  28-34  1:29  Tamsin  " in seen.read_text()
    assert "Then Mr. Tamsin met Wilma" in seen.read_text()
    assert "147-153  3:33  Tamsin  (or p" in seen.read_text()


def test_a_sheet_and_what_an_editor_writes_beside_it_are_private_and_removed(
    people, folder, editor, tmp_path, monkeypatch
):
    editor("s/^p2$/p2 JUDGE/")
    program = tmp_path / "editor.sh"
    program.write_text(f'{program.read_text()}cp "$1" "$1~"\nstat -c %a "${{1%/*}}" > ../mode\n')
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert people("--edit", "--show-values").code == 0
    assert (tmp_path / "mode").read_text() == "700\n"
    assert list(temporary.iterdir()) == []
    assert {path.name for path in folder.iterdir()} == {"talk.txt", BESIDE}
    assert "Quillfeather" not in (folder / BESIDE).read_text()


@pytest.mark.slow
def test_a_terminal_shows_names_in_the_editor_and_says_how_to_see_them(people, folder, editor):
    seen = editor("s/^p2$/p2 JUDGE/")
    for arguments in (["--edit"], []):
        terminal = Terminal(
            [sys.executable, "-m", "anonfilter", "people", *arguments, "talk.txt"], folder
        )
        assert terminal.end() == 0
    assert "Wilma Quillfeather" in seen.read_text()
    assert "Quillfeather" not in terminal.screen
    assert "--show-values shows the names" in terminal.screen
    assert "Quillfeather" not in (folder / BESIDE).read_text()


def test_an_invalid_sheet_writes_nothing(people, folder, editor):
    editor("s/^p2$/who is this/")
    result = people("--edit")
    assert result.code == 2
    assert "line " in result.err
    assert not (folder / BESIDE).exists()


def test_decisions_for_an_earlier_text_are_reported_and_dropped(people, folder):
    people("--keep", "p2", "--add", "107-113", "--merge", "p1,p3")
    (folder / "talk.txt").write_text(TEXT + "And more.\n")
    result = people()
    assert result.code == 0
    assert result.err.count("no longer matches anything") == 2
    assert (
        "1 decided, 2 in all; 2 about an earlier text dropped" in people("--role", "p2=JUDGE").err
    )
    assert f"characters: {len(TEXT) + 10}" in (folder / BESIDE).read_text()


def test_rules_that_do_not_obey_are_refused(run, folder):
    (folder / "talk.txt").write_text(TEXT)
    result = run("people", "talk.txt", "--keep", "p1")
    assert result.code == 2
    assert "no resolver `decisions`" in result.err


# filter and check


def test_every_command_reports_a_decision_that_no_longer_matches(people, run, folder):
    people("--keep", "p2")
    (folder / BESIDE).write_text((folder / BESIDE).read_text().replace("[39, 57]", "[40, 57]"))
    for command in (["filter"], ["check"], ["detect"]):
        err = run(*command, "talk.txt").err
        assert "talk.txt: decisions: decision 1 (keep) no longer matches anything" in err


def test_an_in_place_run_keeps_what_was_decided_to_stay(people, run, folder):
    people("--keep", "p2", "--merge", "p1,p3")
    assert run("filter", "-i", "talk.txt").code == 0
    text = (folder / "talk.txt").read_text()
    assert text.count("Wilma Quillfeather") == 2
    assert "merge" not in (folder / BESIDE).read_text()
    assert run("check", "talk.txt").code == 0
    assert run("filter", "-i", "talk.txt").code == 0
    assert (folder / "talk.txt").read_text() == text


def test_decisions_go_along_to_another_folder(people, run, folder):
    people("--keep", "p2")
    before = (folder / BESIDE).read_bytes()
    assert run("filter", "-o", "out", "talk.txt").code == 0
    assert (folder / BESIDE).read_bytes() == before
    assert run("check", "out/talk.txt").code == 0
    (folder / "out" / BESIDE).unlink()
    assert run("check", "out/talk.txt").code == 1


def test_a_check_of_the_index_reads_decisions_from_the_index(people, run, folder, repository):
    people("--keep", "p2")
    run("filter", "-i", "talk.txt")
    repository.git("add", "talk.txt")
    assert run("check", "--staged").code == 1
    repository.git("add", BESIDE)
    assert run("check", "--staged").code == 0
    (folder / BESIDE).unlink()
    assert run("check", "--staged").code == 0
    assert run("check", "talk.txt").code == 1


# rosters

ROSTER = "people:\n  - {name: Wilma Quillfeather, role: JUDGE}\n"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("people.yaml", ROSTER),
        ("who/Cast.YML", "# who\n" + ROSTER),
        ("people.json", '{"people": [{"name": "Wilma Quillfeather"}]}'),
    ],
)
def test_a_staged_roster_is_refused(run, repository, name, content):
    repository.stage(name, content)
    result = run("check", "--staged")
    assert result.code == 1
    assert f"{name}:1:1: ROSTER (roster, 1.00)" in result.out.splitlines()
    assert "Quillfeather" not in result.out + result.err
    assert "nothing to scan" not in result.last
    repository.git("rm", "-q", "--cached", name)
    assert run("check", "--staged").code == 0


@pytest.mark.parametrize(
    "content",
    ["people: {keep: [JUDGE]}\n", "people:\n  - JUDGE\n", "people: [\n", "crowd: 3 people: yes\n"],
)
def test_other_yaml_is_no_roster(run, repository, content):
    repository.stage("rules.yaml", content)
    assert run("check", "--staged").code == 0


@pytest.mark.parametrize("name", ["people.yaml", "who/cast.roster.YML", "roster.json"])
def test_an_invalid_roster_is_incomplete(run, repository, name):
    repository.stage(name, "people: [{name: Wilma Quillfeather\n")
    result = run("check", "--staged")
    assert result.code == 1
    assert f"incomplete: {name}" in result.err
    assert "has the name of a roster" in result.out + result.err
    assert "Quillfeather" not in result.out + result.err


def test_a_roster_that_no_check_would_know_by_its_name_is_refused(people, folder):
    with Path(os.environ["ANONFILTER_RULES"]).open("a") as rules:
        rules.write("  - use: roles\n")
    (folder / "people.txt").write_text(ROSTER)
    result = people("--roster", "people.txt")
    assert result.code == 2
    assert "the name of a roster must end in .yaml, .yml, .json" in result.err
    assert "Quillfeather" not in result.err


def test_a_text_without_people_shows_no_empty_table(people, folder):
    (folder / "talk.txt").write_text("Nothing.\n")
    result = people()
    assert (result.code, result.out) == (0, "")
    assert "talk.txt: no person, place or organisation was found" in result.err


def test_several_files_tell_who_may_be_one(people, run, folder):
    """People are not linked automatically; equal names are."""
    (folder / "notes.txt").write_text("Then A. Tamsin came, and Wilma Quillfeather.\n")
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(
        rules.read_text().replace("(?:Wilma|Abel|Boris) ", "(?:Wilma|Abel|Boris|A\\.) ")
    )
    reported = run("people", "talk.txt", "notes.txt", "--json", "--show-values").json()
    assert set(reported["files"]) == {"talk.txt", "notes.txt"}
    called = [{one["called"] for one in pair["people"]} for pair in reported["across"]]
    assert {"Abel Tamsin", "A. Tamsin"} in called
    assert all("Wilma Quillfeather" not in pair for pair in called)
    assert {pair["why"] for pair in reported["across"]} == {"initials", "a surname alone"}
    shown = run("people", "talk.txt", "notes.txt")
    assert "may be one person" in shown.out
    assert "Tamsin" not in shown.out + shown.err
    assert run("people", "talk.txt", "notes.txt", "--merge", "p1,p2").code == 2


def test_html_shows_the_text_with_its_people(people):
    result = people("--html")
    assert result.code == 0
    assert "Tamsin" not in result.out + result.err
    assert result.out.count('href="#f1-p1"') >= 2
    assert 'I met <a class="who" href="#f1-p1"' in result.out
    assert '<tr id="f1-p1">' in result.out
    assert not re.search(r"https?:|<script|<link|<img|url\(", result.out)
    shown = people("--html", "--show-values").out
    assert re.search(r'href="#f1-p1"[^>]*>Abel Tamsin</a>', shown)


def test_html_of_a_page_holds_no_markup_of_it(people, run, folder):
    (folder / "talk.html").write_text("<h1>Abel &lt;b&gt;</h1><p>Abel <b>Tamsin</b> &amp; so.</p>")
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("formats:\n", "formats:\n  - use: html\n"))
    result = run("people", "--html", "talk.html", "talk.txt")
    assert result.code == 0, result.err
    assert "&lt;b&gt;</p>" in result.out
    assert "[PERSON_1] [PERSON_2]</a> &amp; so.</p>" in result.out
    assert '<tr id="f2-p1">' in result.out


def test_html_cannot_be_combined_with_decisions(people):
    assert people("--html", "--merge", "p1,p2").code == 2
    assert people("--html", "--json").code == 2
