"""Paths for programs that read a whole repository."""

from __future__ import annotations

import pytest
from anonfilter_reports.report_paths import from_top, uri

from anonfilter.reports.outputs import current_folder
from tests.git_repository import Repository


@pytest.mark.parametrize(
    ("path", "folder", "expected"),
    [
        ("a.txt", "", "a.txt"),
        ("a.txt", "data", "data/a.txt"),
        ("../a.txt", "data", "a.txt"),
        ("/tmp/a.txt", "data", "/tmp/a.txt"),
    ],
)
def test_from_the_top_of_the_repository(path, folder, expected):
    assert from_top(path, folder) == expected


def test_uris_percent_encode_all_bytes_that_are_not_letters():
    assert uri("a b/[PERSON_1]:#?%.txt") == "a%20b/%5BPERSON_1%5D%3A%23%3F%25.txt"
    assert uri("/tmp/é.txt") == "file:///tmp/%C3%A9.txt"


def test_places_where_a_check_runs(tmp_path, monkeypatch):
    folder = Repository(tmp_path / "data").path / "of jane smith"
    folder.mkdir()
    for place, expected in ((folder, "of jane smith"), (folder.parent, ""), (tmp_path, "")):
        monkeypatch.chdir(place)
        assert current_folder() == expected
