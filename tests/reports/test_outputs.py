"""Several reports of one check: their places, and complete files."""

from __future__ import annotations

import json
import os

import pytest

from anonfilter.contract import registry as plugins
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.reports.outputs import parse_outputs, require_unpublished, write
from tests.reports.checks import checked, found


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def chosen(*asked):
    return parse_outputs(asked, plugins.installed())


def test_one_is_printed_and_others_go_to_files(here, capsys):
    write(chosen("sarif=out/report.sarif", "text", "jsonl=all.jsonl"), checked(found()))
    assert capsys.readouterr().out == "notes.txt:3:12: PERSON (spacy, 0.85)\n"
    assert json.loads((here / "out" / "report.sarif").read_text())["version"] == "2.1.0"
    assert len((here / "all.jsonl").read_text().splitlines()) == 2


def test_only_files_print_nothing(here, capsys):
    write(chosen("json=report.json"), checked())
    assert capsys.readouterr().out == ""
    assert json.loads((here / "report.json").read_text())["findings"] == []


def test_a_dash_is_standard_output(capsys):
    write(chosen("json=-"), checked())
    assert json.loads(capsys.readouterr().out)["findings"] == []


def test_files_have_no_colours(here):
    write(chosen("text=found.txt"), checked(found()), color=True)
    assert (here / "found.txt").read_text() == "notes.txt:3:12: PERSON (spacy, 0.85)\n"


def test_names_of_files_may_hold_an_equals_sign(here):
    write(chosen("text=a=b.txt"), checked(found()))
    assert (here / "a=b.txt").exists()


def test_a_report_replaces_the_last_one_and_leaves_nothing_beside_it(here):
    (here / "found.txt").write_text("of yesterday\n")
    write(chosen("text=found.txt"), checked())
    assert (here / "found.txt").read_text() == ""
    assert os.listdir(here) == ["found.txt"]


def test_a_report_to_a_link_is_written_to_its_target(here):
    (here / "real.txt").write_text("")
    (here / "link.txt").symlink_to("real.txt")
    write(chosen("text=link.txt"), checked(found()))
    assert (here / "link.txt").is_symlink()
    assert "PERSON" in (here / "real.txt").read_text()


@pytest.mark.parametrize(
    ("asked", "reported"),
    [
        (("text", "json"), "text and json cannot both be printed"),
        (("text=a", "json=./a"), "cannot be written to the same file"),
        (("json=",), "names no file"),
        (("yaml=a",), "there is no report 'yaml'"),
        (("json=/dev/null",), "is not a regular file"),
        (("json=.",), "is not a regular file"),
    ],
)
def test_contradictory_outputs_are_refused_before_the_check(asked, reported):
    with pytest.raises(AnonfilterError, match=reported) as refused:
        chosen(*asked)
    assert refused.value.exit_code == Exit.USAGE


def test_a_report_that_cannot_be_written_makes_the_check_incomplete(here, capsys):
    (here / "file").write_text("")
    check = checked()
    write(chosen("sarif=file/report.sarif", "text"), check)
    assert check.exit == Exit.INCOMPLETE
    assert [one.path for one in check.incomplete] == ["file/report.sarif"]


@pytest.mark.parametrize("name", ["sarif", "github"])
def test_values_do_not_go_with_what_is_uploaded(name):
    with pytest.raises(
        AnonfilterError, match=f"--show-values and --output {name} cannot be combined"
    ):
        require_unpublished(chosen("text", f"{name}=report"))


def test_values_go_with_what_stays_here():
    require_unpublished(chosen("text", "json=a.json", "jsonl=b.jsonl"))
