"""Reviews by keyboard only, with accessibility, and by two reviewers."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
from anonfilter_english.resolvers.decisions import reviews_file
from playwright.sync_api import expect

from tests.review.web.browsing import TALK, decided

pytestmark = pytest.mark.slow


def test_a_review_by_keyboard_only(review, folder):
    web = review()
    page = web.open()
    expect(web.finding("Wilma Quillfeather")).to_be_focused()
    web.press("r", "n", "o")
    web.said("allow once: 1 finding")
    expect(web.finding("Ms. Quillfeather")).to_be_focused()
    web.press("e", "s", "k", "ArrowUp", "j")
    expect(web.finding("21-CV-1234")).to_be_focused()
    web.press("a")
    page.keyboard.type("a public docket")
    web.press("Enter")
    web.said("allow always")
    web.press("/")
    page.keyboard.type("zubrowka")
    web.press("Enter", "Escape", "m")
    expect(page.locator("#add-words")).to_have_text("Zubrowka")
    page.keyboard.type("PER")
    web.press("Tab", "Enter")
    web.said("added as PERSON")
    web.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("undo")
    web.press("Escape", "f")
    page.get_by_role("button", name="Write and end").focus()
    web.press("Enter")
    expect(page.get_by_role("heading", name="The review has ended")).to_be_visible()
    assert web.ended() == 1
    assert "[PERSON_1] [PERSON_2] left 21-CV-1234" in (folder / "talk.txt").read_text()
    kinds = [re.match(r"\{?(\w+)", line)[1] for line in decided(folder / "talk.txt")]
    assert kinds == ["add", "not_a_person"]
    assert "a public docket" in (folder / ".anonfilter" / "allow.yaml").read_text()


def test_everything_has_a_name_and_a_role(review):
    web = review()
    page = web.open()
    for button in page.get_by_role("button").all():
        assert button.get_attribute("aria-label") or button.inner_text().strip()
    assert page.get_by_role("searchbox", name="Search", exact=True).count() == 1
    for name in ("File", "Label", "Role"):
        assert page.get_by_role("combobox", name=name, exact=True).count() == 1, name
    assert page.locator("input:visible, select:visible").evaluate_all(
        "all => all.every(one => one.labels.length || one.ariaLabel)"
    )
    assert page.get_by_role("progressbar").first.get_attribute("aria-label")
    assert page.locator("h1").count() == 2  # one of them is shown when the review has ended
    assert page.locator("html").get_attribute("lang") == "en"
    assert page.locator("#status").get_attribute("aria-live") == "polite"
    finding = web.finding("Abel Tamsin")
    assert finding.get_attribute("aria-label") == "Abel Tamsin: PERSON, open"
    assert finding.inner_text() == "Abel TamsinPERSON ?"  # not by colour alone


def test_the_focus_is_seen_and_comes_back_from_dialogs(review):
    web = review()
    page = web.open()
    web.press("?")
    web.press("Escape")
    expect(web.finding("Wilma Quillfeather")).to_be_focused()
    page.get_by_role("button", name="Keys").focus()
    web.press("Tab")
    outline = page.locator(":focus-visible").evaluate("one => getComputedStyle(one).outlineWidth")
    assert outline == "3px"


CONTRAST = """
(texts) => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = (colour) => {
    const [r, g, b] = parts(colour).map((one) => one / 255)
      .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = getComputedStyle(one).backgroundColor;
      if (parts(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  return texts.filter((one) => one.checkVisibility() && one.innerText.trim()).map((one) => {
    const both = [light(getComputedStyle(one).color), light(behind(one))];
    const ratio = (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
    return [one.tagName + "." + one.className, ratio];
  });
}
"""


def test_everything_written_has_contrast_enough(review):
    web = review()
    page = web.open()
    web.press("r", "s", "n")
    web.said("not found as a name")
    page.get_by_role("button", name="Undo").click()
    web.finding("21-CV-1234").hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    ratios = page.locator("body *").evaluate_all(CONTRAST)
    colours = page.evaluate(
        """() => Array.from({ length: 10 }, (_, at) => {
          const one = document.createElement('span');
          one.className = `l${at}`;
          one.textContent = 'x';
          document.body.append(one);
        })"""
    )
    assert len(colours) == 10
    ratios += page.locator("body > span").evaluate_all(CONTRAST)
    assert len(ratios) > 60
    assert not [one for one in ratios if one[1] < 4.5]


def test_two_reviewers_their_agreement_and_their_signatures(review, folder):
    first = review("--reviewer", "A. Marsh", "talk.txt")
    first.open()
    first.press("r", "n", "r", "r")
    first.said("All of this file is answered.")
    assert first.finish("Leave to a second reviewer") == 1
    assert (folder / "talk.txt").read_text() == TALK
    beside = folder / "talk.txt.reviews.yaml"
    assert "A. Marsh" in beside.read_text()
    assert not re.search("Quillfeather|Tamsin", beside.read_text())

    second = review("--reviewer", "B. Ito", "talk.txt")
    page = second.open()
    expect(page.locator("#second")).to_contain_text("A. Marsh has reviewed this text")
    page.get_by_role("button", name="Compare").click()
    second.said("answer every finding first")
    second.press("r", "r", "r", "r")
    second.said("All of this file is answered.")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#agreement")).to_have_text(
        "4 of 5 alike with A. Marsh. Cohen's kappa: 0.00"
    )
    page.get_by_role("button", name="A. Marsh says not a person").click()
    expect(second.finding("Abel Tamsin")).to_be_focused()
    second.press("n")
    second.said("not a person")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#agreement")).to_contain_text("4 of 5 alike")  # as it was
    expect(page.locator("#differ li")).to_have_count(0)
    page.get_by_role("button", name="Finish").click()
    page.get_by_label("Sign off").check()
    page.keyboard.press("Escape")
    assert second.finish() == 0
    reviews = reviews_file.read(str(folder / "talk.txt"))
    assert not reviews.reviews
    (signed,) = reviews.signed
    assert signed.is_about((folder / "talk.txt").read_text())
    assert json.loads(signed.model_dump_json(exclude={"characters", "digest"})) == {
        "reviewers": ["A. Marsh", "B. Ito"],
        "date": date.today().isoformat(),
        "answers": {"not a person": 1, "redact": 4},
        "agreement": {"findings": 5, "alike": 4, "kappa": 0.0},
    }
    third = review("talk.txt")
    third.page.goto(third.address)
    third.said("signed off by A. Marsh and B. Ito")


def test_files_with_open_findings_are_not_signed(review, folder):
    (folder / "two.txt").write_text("Abel Tamsin.\n")
    web = review("--reviewer", "A. Marsh", "talk.txt", "two.txt")
    page = web.open()
    web.press("r")
    web.said("redact")
    page.get_by_role("button", name="Finish").click()
    page.get_by_label("Sign off").check()
    page.get_by_role("button", name="Write and end").click()
    expect(page.locator("#notes")).to_contain_text("talk.txt: not signed, 3 open")
    assert web.ended() == 1
    assert not list(folder.glob("*.reviews.yaml"))


def test_signing_needs_the_name_of_a_reviewer(review):
    web = review()
    page = web.open()
    page.get_by_role("button", name="Finish").click()
    page.get_by_role("button", name="Leave to a second reviewer").click()
    web.said("enter your name")
