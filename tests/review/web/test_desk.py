"""Requests of the page and their answers, without a browser; a wrong request changes nothing."""

from __future__ import annotations

import os
from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from anonfilter_review.file_review import Review
from anonfilter_review.web.page_requests import PageRequests
from anonfilter_review.web.server import Request

from anonfilter.run.session import Session, load_rules
from anonfilter.selection.target import CheckTarget
from tests.review.web.browsing import TALK


@pytest.fixture
def desk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> PageRequests:
    monkeypatch.chdir(folder)
    return begun()


def begun() -> PageRequests:
    session = Session.open(load_rules(None, trust_local_plugins=False), library=True)
    review = Review(session, lambda line: None, lambda error: None)
    with CheckTarget(paths=("talk.txt",)).choice(session) as choice:
        for one in choice.chosen.values():
            review.inspect(one)
    return PageRequests(review, review.items(again=False), "")


def tell(desk: PageRequests, name: str, **given: Any) -> dict[str, Any]:
    answer = desk(Request(name, {"file": "talk.txt", **given}, writes=True))
    assert answer.status is HTTPStatus.OK, answer.content
    return dict(answer.content)


def at(words: str) -> list[int]:
    """Where words stand, in units of UTF-16."""
    start = len(TALK[: TALK.index(words)].encode("utf-16-le")) // 2
    return [start, start + len(words)]


def test_questions_stand_where_their_words_do(desk):
    reported = desk(Request("file", {"file": "talk.txt"}, writes=False)).content
    assert reported["text"] == TALK
    assert [one["at"] for one in reported["questions"][:2]] == [
        at("Wilma Quillfeather"),
        at("Abel Tamsin"),
    ]


def test_an_answer_tells_what_has_changed_and_nothing_else(desk):
    reported = tell(desk, "answer", question=0, scope="alike", answer="redact")
    assert [one["id"] for one in reported["changed"]] == [0, 2]
    assert reported["progress"] == {"talk.txt": [2, 5]}
    assert reported["renew"] == []
    assert tell(desk, "undo")["progress"] == {"talk.txt": [0, 5]}


def test_an_added_finding_is_extended_to_whole_words(desk):
    first, last = at("Ms. Quillfeather and Zubrowka")
    reported = tell(desk, "add", label="CASE", places=[[first + 1, last - 3]])
    (added,) = reported["added"]
    assert added["at"] == [first, last]
    assert [(one["id"], one["answer"]) for one in reported["changed"]] == [(4, "covered")]
    assert reported["renew"] == ["talk.txt"]
    assert tell(desk, "undo")["number"] == 5


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("answer", {"question": 99, "answer": "redact"}),
        ("answer", {"question": "0; drop", "answer": "redact"}),
        ("answer", {"question": 0, "answer": "covered"}),
        ("answer", {"question": 0, "answer": "Quillfeather"}),
        ("answer", {"question": 3, "answer": "not a person"}),
        ("label", {"question": 0, "label": "NONE"}),
        ("add", {"label": "CASE", "places": [[26, 27]]}),
        ("add", {"label": "CASE", "places": [[-5, 10**9]]}),
        ("add", {"label": "CASE", "places": [at("Zubrowka"), at("Quillfeather and")]}),
        ("add", {"label": "CASE", "places": "Quillfeather"}),
        ("people", {"what": "keep", "whom": "p1"}),
        ("people", {"what": "merge", "whom": "p1,p9"}),
        ("people", {"what": "role", "whom": "p1=NOBODY"}),
        ("undo", {}),
        ("compare", {"reviewer": "B. Ito"}),
        ("finish", {"how": "somehow"}),
        ("finish", {"how": "keep", "reviewer": " "}),
        ("finish", {"how": "write", "sign": True}),
        ("file", {}),
        ("answer", {"file": "../other.txt", "question": None}),
    ],
)
def test_impossible_requests_are_refused_and_change_nothing(desk, folder, name, given):
    before = desk.state
    answer = desk(Request(name, {"file": "talk.txt", **given}, writes=True))
    assert answer.status is not HTTPStatus.OK
    assert not answer.last
    assert "Quillfeather" not in answer.content["error"]
    assert desk.state is before
    assert [one.name for one in folder.iterdir()] == ["talk.txt"]


def test_a_file_is_read_again_once_for_all_that_is_added(desk):
    reported = tell(desk, "add", label="CASE", places=[at("Zubrowka"), at("Port"), at("Hello")])
    assert [one["tag"] for one in reported["added"]] == [""] * 3  # until the preview is renewed
    tags = desk(Request("preview", {"file": "talk.txt"}, writes=False)).content["tags"]
    assert [tags[one["id"]] for one in reported["added"]] == ["[CASE_3]", "[CASE_4]", "[CASE_1]"]


@pytest.mark.parametrize("given", [{"file": "/etc/passwd"}, {"file": ["talk.txt"]}, {}])
def test_no_other_file_is_shown(desk, given):
    assert desk(Request("file", given, writes=False)).status is not HTTPStatus.OK


def test_the_tags_shown_are_those_written_also_where_a_sidecar_knows_earlier_ones(desk, folder):
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text() + "sidecar: plain\n")
    for words in ("Abel Tamsin", "Wilma Quillfeather"):
        desk = begun()
        reported = desk(Request("file", {"file": "talk.txt"}, writes=False)).content
        shown = next(one for one in reported["questions"] if words == value(reported, one))
        tell(desk, "answer", question=shown["id"], scope="alike", answer="redact")
        before = (folder / "talk.txt").read_text()
        assert tell(desk, "finish", how="write")["notes"]
        after = (folder / "talk.txt").read_text()
        assert after == before.replace(words, shown["tag"])


def value(reported: Mapping[str, Any], question: Mapping[str, Any]) -> str:
    start, end = question["at"]
    return str(reported["text"].encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le"))


def test_a_second_reviewer_does_not_link_people_and_the_page_says_so(desk):
    tell(desk, "people", what="merge", whom="p1,p2")
    (answers, people) = tell(desk, "finish", how="keep", reviewer="A. Marsh")["notes"]
    assert answers.startswith("talk.txt.reviews.yaml")
    assert people.startswith("1 decision about people not stored")


def test_an_answer_cannot_be_given_by_a_link(desk):
    answer = desk(Request("answer", {"question": "0", "answer": "redact"}, writes=False))
    assert answer.status is HTTPStatus.NOT_FOUND
