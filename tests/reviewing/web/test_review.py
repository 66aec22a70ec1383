"""The way of a reviewer through the page, in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.reviewing.web.browsing import TALK, decided

pytestmark = pytest.mark.slow


def place(text: str, words: str) -> list[int]:
    return [text.index(words), text.index(words) + len(words)]


def test_findings_are_answered_and_written(review, folder):
    web = review()
    page = web.open()
    assert page.locator(".original .finding").count() == 5
    web.finding("Wilma Quillfeather").click()
    page.get_by_role("button", name="redact").click()
    web.said("redact: 2 findings")
    web.finding("Abel Tamsin").click()
    page.get_by_role("button", name="not a person").click()
    web.finding("21-CV-1234").click()
    page.get_by_role("button", name="allow once").click()
    expect(page.locator("#answered")).to_have_text("4 of 5")
    assert (folder / "talk.txt").read_text() == TALK
    assert web.finish() == 1
    text = (folder / "talk.txt").read_text()
    assert text.splitlines()[1:3] == [
        "I met [PERSON_1] [PERSON_2] and Abel Tamsin.",
        "Then [PERSON_1] [PERSON_2] left 21-CV-1234 there.",
    ]
    assert decided(folder / "talk.txt") == [
        f"{{keep: [{place(text, '21-CV-1234')}], label: CASE}}",
        f"not_a_person: [{place(text, 'Abel Tamsin')}]",
    ]  # fmt: skip
    assert not web.wrong


def test_the_result_stands_beside_the_original(review):
    page = review().open()
    expect(page.locator(".result").nth(1)).to_have_text(
        "I met [PERSON_1] [PERSON_2] and [PERSON_3] [PERSON_4]."
    )
    page.keyboard.press("n")
    expect(page.locator(".result").nth(1)).to_have_text(
        "I met Wilma Quillfeather and [PERSON_3] [PERSON_4]."
    )


def test_nothing_is_written_if_it_is_discarded(review, folder):
    web = review()
    web.open()
    web.press("r")
    web.said("redact")
    assert web.finish("Discard and end") == 1
    assert (folder / "talk.txt").read_text() == TALK


def test_ctrl_c_writes_what_was_decided(review, folder):
    web = review()
    web.open()
    web.press("r")
    web.said("redact")
    assert web.interrupt() == 1
    assert "Wilma" not in (folder / "talk.txt").read_text()
