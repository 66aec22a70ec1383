"""A review on the page, in a real browser."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from docx import Document
from playwright.sync_api import expect

from tests.review.web.browsing import TALK, decided

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
    ]
    assert not web.wrong


def test_the_result_is_shown_beside_the_original(review):
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


def test_all_of_a_label_or_one_place_is_answered_at_once_and_undone(review):
    web = review()
    page = web.open()
    page.get_by_label("all of PERSON (4)").check()
    web.press("r")
    web.said("redact: 4 findings")
    expect(page.locator("#answered")).to_have_text("4 of 5")
    web.press("u")
    web.said("undone")
    expect(page.locator("#answered")).to_have_text("0 of 5")
    web.finding("Wilma Quillfeather").click()
    page.get_by_label("this place").check()
    web.press("s")
    web.said("skip: 1 finding")


def test_a_value_is_allowed_everywhere_with_a_reason(review, folder):
    web = review()
    page = web.open()
    web.finding("Abel Tamsin").click()
    web.press("a")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#answered")).to_have_text("0 of 5")
    web.press("a")
    page.get_by_label("Reason").fill("the author")
    page.get_by_role("button", name="Allow", exact=True).click()
    web.said("allow always")
    web.finding("Abel Tamsin").click()
    expect(page.locator("#what")).to_contain_text("allow always, “the author”")
    assert web.finish() == 1
    assert (
        (folder / ".anonfilter" / "allow.yaml")
        .read_text()
        .endswith("- value: Abel Tamsin\n  label: PERSON\n  reason: the author\n")
    )


def test_another_label_changes_the_result(review, folder):
    web = review()
    page = web.open()
    web.finding("Abel Tamsin").click()
    page.locator("#label").select_option("CASE")
    expect(page.locator(".result").nth(1)).to_contain_text("and [CASE_1].")
    web.press("r")
    web.said("redact: 1 finding")
    assert web.finish() == 1
    assert "and [CASE_1]." in (folder / "talk.txt").read_text()


def test_a_missed_name_is_added_by_selecting_it(review, folder):
    web = review()
    page = web.open()
    page.locator(".original [data-start]", has_text="and Zubrowka came").evaluate(
        "part => getSelection().setBaseAndExtent(part.firstChild, 6, part.firstChild, 12)"
    )
    page.get_by_role("button", name="Add selection").click()
    page.get_by_role("button", name="Add", exact=True).click()
    web.said("added as")
    expect(web.finding("Zubrowka")).to_be_focused()
    page.locator("#label").select_option("PERSON")
    expect(page.locator(".result").nth(3)).to_contain_text("and [PERSON_")
    web.press("u", "u")
    expect(page.locator(".original .finding")).to_have_count(5)


def test_a_finding_that_is_too_short_is_covered_by_what_is_added(review, folder):
    web = review()
    page = web.open()
    web.press("/")
    page.keyboard.type("Wilma Quillfeather and Abel Tamsin")
    web.press("Enter", "Escape", "m")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".original .finding")).to_have_count(4)
    web.press("r")
    web.said("redact: 1 finding")
    web.finish()
    assert "I met [CASE_1]." in (folder / "talk.txt").read_text()


def test_people_are_made_one_and_taken_apart(review, folder):
    web = review()
    page = web.open()
    cast = page.locator("#cast")
    expect(cast).to_contain_text("p1 PERSON: Wilma Quillfeather (2), Ms. Quillfeather")
    page.get_by_label("Choose p1,").check()
    page.get_by_label("Choose p2,").check()
    page.get_by_role("button", name="Make one person").click()
    expect(cast.locator(".person")).to_have_count(1)
    expect(cast).to_contain_text("Abel Tamsin")
    cast.locator("summary").click()
    cast.get_by_label("Choose this mention of Abel Tamsin").check()
    page.get_by_role("button", name="Make another person").click()
    expect(cast.locator(".person")).to_have_count(2)
    assert web.finish() == 1
    assert [line.split(":")[0] for line in decided(folder / "talk.txt")] == ["merge", "split"]


def test_reasons_are_shown_for_pointer_and_focus(review):
    web = review()
    page = web.open()
    expect(page.locator("#why")).to_contain_text("found: PERSON by patterns")
    web.finding("21-CV-1234").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("found: CASE by patterns")
    web.finding("21-CV-1234").focus()
    expect(page.locator("#why")).to_contain_text("found: CASE by patterns")
    assert web.finding("21-CV-1234").get_attribute("aria-describedby") == "why"


def test_the_page_goes_from_file_to_file_and_shows_how_far_each_is(review, folder):
    (folder / "two.txt").write_text("Abel Tamsin.\n" * 3)
    web = review("talk.txt", "two.txt")
    page = web.open()
    web.press("]")
    expect(page.locator("#answered")).to_have_text("0 of 3")
    web.press("r")
    web.said("redact: 4 findings. All of this file is answered.")
    files = page.locator("#files li")
    expect(files.nth(0)).to_contain_text("talk.txt: 1 of 5")
    expect(files.nth(1)).to_contain_text("two.txt: 3 of 3")


def test_a_reload_of_the_page_goes_on_and_no_other_page_has_the_token(review):
    web = review()
    page = web.open()
    web.press("r")
    web.said("redact")
    assert "#" not in page.url
    page.reload()
    expect(page.locator("#answered")).to_have_text("2 of 5")
    other = web.another_page()
    other.goto(page.url)
    expect(other.locator("#status")).to_contain_text("this page has no token")


def test_the_page_asks_nothing_of_any_other_machine(review):
    web = review()
    page = web.open()
    web.press("r", "u", "?")
    page.get_by_role("button", name="Close").click()
    web.finish()
    assert {one.url.split("/")[2] for one in web.requests} == {page.url.split("/")[2]}
    assert not web.wrong


def test_a_word_file_is_shown_by_its_words(review, folder):
    written = Document()
    written.add_paragraph("I met Wilma Quillfeather \U0001f600 and Abel Tamsin.")
    written.save(str(folder / "talk.docx"))
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(rules.read_text().replace("- use: text\n", "- use: text\n  - use: office\n"))
    web = review("talk.docx")
    page = web.open()
    assert page.locator("#text .original").evaluate_all(
        "all => all.map((one) => one.innerText.trim()).filter(Boolean).length < 20"
    )
    assert not page.get_by_text("word/document.xml").count()
    page.get_by_label("Show notation").check()
    expect(page.get_by_text("word/document.xml").first).to_be_visible()
    web.finding("Abel Tamsin").click()
    web.press("r")
    web.said("redact")
    assert web.finish() == 1
    text = [one.text for one in Document(str(folder / "talk.docx")).paragraphs]
    assert text == ["I met Wilma Quillfeather \U0001f600 and [PERSON_3] [PERSON_4]."]


def test_texts_without_findings_are_shown_and_unreadable_ones_reported(review, folder):
    (folder / "talk.txt").write_text("Zubrowka left.\n")
    (folder / "broken.txt").write_bytes(b"\0\0")
    web = review("broken.txt", "talk.txt")
    page = web.page
    page.goto(web.address)
    expect(page.locator("#what")).to_have_text("No finding is chosen.")
    web.press("r", "j")
    web.said("no finding is open")
    assert web.finish() == 3
    assert "broken.txt: holds a NUL byte" in "".join(web.reported)
    assert (folder / "talk.txt").read_text() == "Zubrowka left.\n"
