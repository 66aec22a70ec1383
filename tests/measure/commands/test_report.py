"""``anonfilter report``: the same facts as a page and as JSON, and the exit codes."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from anonfilter_english.resolvers.decisions import reviews_file
from anonfilter_english.resolvers.decisions.reviews_file import Agreed, Reviews, Signed, bound
from anonfilter_measure.report import report_facts
from jsonschema import Draft202012Validator
from lxml import html

from tests.review.web.browsing import CHROMIUM, FLAGS

TALK = "Wilma Quillfeather met [PERSON_1], [PERSON_1] and [CASE_2] in 21-CV-1000.\n"


@pytest.fixture
def say(run):
    """Add to the rules."""

    def saying(more: str) -> None:
        rules = Path(os.environ["ANONFILTER_RULES"])
        rules.write_text(f"{rules.read_text()}{more}\n")

    return saying


@pytest.fixture
def report(run, folder):
    """Run the command; the facts that it wrote."""

    def reporting(*arguments: str, code: int = 0):
        written = folder.parent / "report.json"
        result = run("report", *arguments, "--json", str(written))
        assert result.code == code, result.err
        made = json.loads(written.read_text())
        Draft202012Validator(report_facts.schema()).validate(made)
        return made

    return reporting


def test_a_report_of_findings_is_written_and_is_no_failure(run, folder):
    (folder / "notes.txt").write_text(TALK)
    (folder / "photo.png").write_bytes(b"\x89PNG")
    result = run("report", ".", "--html", "../out/report.html", "--json", "../out/report.json")
    assert result.code == 0
    assert result.last == "scanned 1 file, 1 line: 2 findings in 1 file; 1 file outside"
    page, data = (Path("../out", f"report.{kind}").read_text() for kind in ("html", "json"))
    assert "Quillfeather" not in page + data + result.err + result.out
    made = json.loads(data)
    assert [(one["label"], one["found"], one["left"]) for one in made["labels"]] == [
        ("CASE", 1, 1),
        ("PERSON", 1, 1),
    ]
    assert [(one["tag"], one["mentions"], one["different"]) for one in made["tags"]] == [
        ("PERSON", 2, 1),
        ("CASE", 1, 1),
    ]
    assert made["outside"] == {"files": 1, "suffixes": {".png": 1}, "paths": ["photo.png"]}
    cells = [cell.text_content() for cell in html.fromstring(page).iter("td")]
    assert {"notes.txt:1:1", "notes.txt:1:63", "photo.png"} <= {*cells}


def test_values_are_shown_where_they_were_asked_for(report, folder):
    (folder / "notes.txt").write_text(TALK)
    made = report("--show-values")
    assert made["values_shown"]
    assert [one["value"] for one in made["left"]] == ["Wilma Quillfeather", "21-CV-1000"]
    assert [one["value"] for one in report()["left"]] == ["", ""]


def test_unread_files_are_reported_with_exit_3(report, folder):
    (folder / "good.txt").write_text("Nothing.\n")
    (folder / "bad.txt").write_bytes(b"\0\xff")
    made = report(code=3)
    assert [one["path"] for one in made["incomplete"]] == ["bad.txt"]
    assert [one["path"] for one in made["documents"]] == ["good.txt"]
    assert made["risk"]["verdict"] == "not known"


def test_a_named_file_that_is_not_there_is_incomplete(report):
    assert [one["path"] for one in report("gone.txt", code=3)["incomplete"]] == ["gone.txt"]


def test_harmless_findings_are_listed_but_do_not_count_as_remaining(report, folder, say):
    say("check: {fail_on: [direct], ignore: []}")
    (folder / "notes.txt").write_text(TALK)
    made = report()
    assert [(one["label"], one["found"], one["left"]) for one in made["labels"]] == [
        ("CASE", 1, 0),
        ("PERSON", 1, 1),
    ]
    assert made["rules"]["fail_on"] == ["direct"]


@pytest.mark.parametrize(
    ("check", "criterion", "verdict"),
    [
        ("", 5, "not met"),
        ("check: {max_corpus_risk: 8}", 8, "met"),
        ("check: {max_corpus_risk: 7}", 7, "not met"),
    ],
)
def test_risk_is_held_against_the_criterion(report, folder, say, check, criterion, verdict):
    say(check)
    (folder / "a.txt").write_text("Nothing.\n")
    (folder / "b.txt").write_text("21-CV-1000 and 21-CV-1001, and 21-CV-1000 again\n")
    made = report()
    assert [(one["path"], one["risk"]) for one in made["documents"]] == [("a.txt", 0), ("b.txt", 6)]
    risk = made["risk"]
    assert (risk["mean"], round(risk["mean_plus_sd"], 2)) == (3, 7.24)
    assert (risk["criterion"], risk["set_by_rules"], risk["verdict"]) == (
        criterion,
        bool(check),
        verdict,
    )


def test_a_file_that_is_read_in_parts_is_reported_as_not_weighed(report, folder, say):
    say("limits: {whole_megabytes: 0.0001}")
    (folder / "long.txt").write_text("It was so.\n\n" * 100 + TALK)
    made = report()
    assert made["documents"][0]["risk"] is None
    assert made["documents"][0]["found"] == 2
    assert (made["risk"]["not_weighed"], made["risk"]["verdict"]) == (1, "not known")


def test_accepted_findings_are_listed_with_their_reason(report, folder):
    (folder / ".anonfilter").mkdir()
    (folder / ".anonfilter/allow.yaml").write_text(
        "anonfilter: 1\nallow:\n"
        "- {value: Wilma Quillfeather, label: PERSON, reason: the author}\n"
        "- {value: Abel Tamsin, reason: stands nowhere}\n"
    )
    (folder / "notes.txt").write_text(TALK)
    made = report()
    assert made["accepted"]["allowed"] == made["documents"][0]["accepted"] == 1
    [entry] = made["accepted"]["entries"]
    assert (entry["reason"], entry["findings"], entry["value"]) == ("the author", 1, "")
    assert [one["label"] for one in made["left"]] == ["CASE"]
    assert made["documents"][0]["risk"] == 3


def test_a_report_changes_no_baseline(run, report, folder, home, repository):
    assert run("key", "new").code == 0
    (folder / "notes.txt").write_text(TALK)
    baseline = folder / ".anonfilter/baseline.yaml"
    assert run("check", "--baseline", str(baseline), "--update-baseline").code == 0
    before = baseline.read_bytes()
    assert report()["accepted"]["in_baseline"] == 2
    (folder / "notes.txt").write_text("Nothing.\n")
    assert report()["accepted"]["in_baseline"] == 0
    assert baseline.read_bytes() == before


def signed(file: Path, *reviewers: str, agreement: Agreed | None = None) -> None:
    about = bound(file.read_text())
    one = Signed(
        reviewers=reviewers, date="2026-11-19", answers={"redact": 2}, agreement=agreement, **about
    )
    reviews_file.write(str(file), Reviews(signed=(*reviews_file.read(str(file)).signed, one)))


def test_the_reviewer_and_later_changes_of_the_text_are_reported(report, folder):
    notes = folder / "notes.txt"
    notes.write_text(TALK)
    signed(notes, "A. Marsh", "B. Ito", agreement=Agreed(findings=2, alike=1, kappa=0.5))
    [document] = report()["documents"]
    [signature] = document["signatures"]
    assert signature["reviewers"] == ["A. Marsh", "B. Ito"]
    assert signature["agreement"] == {"findings": 2, "alike": 1, "kappa": 0.5}
    assert signature["current"]
    notes.write_text(f"{TALK}And more.\n")
    assert not report()["documents"][0]["signatures"][0]["current"]


@pytest.mark.parametrize("kind", ["reviews", "decisions"])
def test_unreadable_files_beside_a_file_are_incomplete(report, folder, kind):
    (folder / "notes.txt").write_text(TALK)
    (folder / f"notes.txt.{kind}.yaml").write_text("signed: Wilma Quillfeather\n")
    [problem] = report("notes.txt", code=3)["incomplete"]
    assert problem["path"] == f"notes.txt.{kind}.yaml"
    assert problem["reason"].startswith("line 1:")
    assert "Quillfeather" not in json.dumps(problem)
    assert "notes" not in json.dumps(report("notes.txt", "--hide-paths", code=3))


def test_decisions_of_reviewers_are_counted(report, folder):
    (folder / "notes.txt").write_text(TALK)
    (folder / "notes.txt.decisions.yaml").write_text(
        f"anonfilter: 1\ncharacters: {len(TALK)}\ndecisions:\n- {{not_a_person: [[0, 18]]}}\n"
    )
    made = report("notes.txt")
    assert made["accepted"]["decisions"] == made["documents"][0]["decisions"] == 1


def test_the_cache_and_workers_change_nothing(report, folder, home):
    for number in range(4):
        (folder / f"{number}.txt").write_text(TALK * (number + 1))
    first = report("--no-cache")
    assert [report(), report(), report("-j", "2", "--no-cache")] == [first] * 3


def test_a_check_before_it_leaves_no_verdict_without_weights(run, report, folder, home):
    (folder / "notes.txt").write_text(TALK)
    assert run("check").code == 1
    assert report()["documents"][0]["risk"] == 8
    assert run("check").code == 1


def test_paths_are_hidden_where_that_is_asked_for(run, folder):
    (folder / "quill").mkdir()
    (folder / "quill/notes.txt").write_text(TALK)
    (folder / "quill/bad.txt").write_bytes(b"\0\xff")
    arguments = ("--hide-paths", "--html", "../a.html", "--json", "../a.json")
    assert run("report", "quill", *arguments).code == 3
    for file in ("../a.html", "../a.json"):
        text = Path(file).read_text()
        assert "notes.txt" not in text
        assert "quill" not in text
        assert text.count("file-") > 3


def test_the_commit_is_named_with_what_differs_from_it(report, folder, repository):
    repository.write("notes.txt", TALK)
    repository.git("add", ".")
    repository.commit("notes")
    scope = report()["scope"]
    assert (len(scope["commit"]), scope["uncommitted"]) == (40, 0)
    repository.write("notes.txt", TALK * 2)
    assert report()["scope"]["uncommitted"] == 1


CURVE = {
    "anonfilter": "0.1.0",
    "ruleset": "call",
    "digest": "5e8c",
    "recordings": 2,
    "curve": {
        "best": {"rho": 0.5, "recall": 0.9, "precision": 0.8, "f1": 0.85},
        "points": [{"rho": 0.5, "recall": 0.9, "precision": None, "f1": 0.85}],
    },
}


def test_an_evaluation_of_recordings_is_shown(report, folder, run):
    (folder.parent / "audio.json").write_text(json.dumps(CURVE))
    (folder / "notes.txt").write_text(TALK)
    [curve] = report("--evaluation", "../audio.json")["curves"]
    assert curve["points"] == CURVE["curve"]["points"]
    run("report", "--evaluation", "../audio.json", "--html", "../a.html")
    titles = [one.text for one in html.fromstring(Path("../a.html").read_text()).iter("h2")]
    assert "Recordings: ../audio.json" in titles


@pytest.mark.parametrize("content", ["{}", "no JSON", json.dumps({**CURVE, "curve": "Wilma"})])
def test_any_other_file_is_refused_before_anything_is_written(run, folder, content):
    (folder.parent / "audio.json").write_text(content)
    result = run("report", "--evaluation", "../audio.json", "--html", "../a.html")
    assert result.code == 2
    assert "../audio.json: is not the JSON of an evaluation of recordings" in result.err
    assert "Wilma" not in result.err
    assert not Path("../a.html").exists()


@pytest.mark.parametrize(
    "arguments", [(), ("--html", "a", "--json", "./a"), ("--html", "."), ("--json", "notes.txt/a")]
)
def test_unwritable_outputs_are_refused(run, folder, arguments):
    (folder / "notes.txt").write_text(TALK)
    assert run("report", *arguments).code == 2
    assert [*folder.iterdir()] == [folder / "notes.txt"]


def test_the_schema_is_printed(run):
    assert run("report", "--schema").json() == report_facts.schema()


@pytest.mark.slow
def test_a_browser_prints_it(run, folder):
    (folder / "notes.txt").write_text(TALK)
    assert run("report", "--html", "../a.html").code == 0
    printed = folder.parent / "a.pdf"
    page = folder.parent / "a.html"
    subprocess.run(
        [
            CHROMIUM,
            "--headless",
            *FLAGS,
            f"--user-data-dir={folder.parent / 'profile'}",
            f"--print-to-pdf={printed}",
            page.as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=300,
    )
    reported = subprocess.run(
        ["pdftotext", "-layout", printed, "-"], check=True, capture_output=True
    )
    text = reported.stdout.decode()
    assert "What was scanned" in text
    assert text.count("\f") >= 3
    assert "notes.txt:1:1 " in text
