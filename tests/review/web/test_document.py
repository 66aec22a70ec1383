"""The document on the page: all of its text is shown, and long documents quickly."""

from __future__ import annotations

import os
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from anonfilter.run.session import Session, load_rules
from tests.review.web.browsing import WebReview

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
ORIGINALS = """
all => all.map((row) => [...row.querySelectorAll("[data-start]")]
  .map((one) => [Number(one.dataset.start), one.textContent]))
"""


def rows(web: WebReview) -> list[list[tuple[int, str]]]:
    """The stretches of the original in each row, with where they begin."""
    found: list[list[tuple[int, str]]] = web.page.locator(".original").evaluate_all(ORIGINALS)
    return found


def test_all_of_the_text_is_there_each_stretch_in_its_place(review, folder):
    text = (
        "\U0001f600 Wilma Quillfeather\r\n\r\nline\u2028separated Abel Tamsin\rMac\n"
        + "word " * 1500
        + "x" * 5000
        + "\nAbel Tamsin 21-CV-1234Wilma Quillfeather\u0301\n<b>Wilma Tamsin</b>&amp;"
    )
    (folder / "talk.txt").write_bytes(text.encode())
    web = review()
    web.open()
    web.all_drawn()
    shown = rows(web)
    assert max(sum(len(words) for _, words in row) for row in shown) <= 2001
    engine = Session.open(load_rules(None, trust_local_plugins=False), library=True).engine
    text = engine.read_document(text.encode(), "talk.txt").text
    units = text.encode("utf-16-le")
    for row in shown:
        for start, words in row:
            stretch = words.encode("utf-16-le")
            assert units[2 * start : 2 * start + len(stretch)] == stretch
    joined = "".join(words for row in shown for _, words in row)
    assert joined == text.replace("\r", "").replace("\n", "")
    assert not web.wrong


def test_a_long_document_is_answered_at_once_and_drawn_bit_by_bit(review, folder):
    line = "Then Wilma Quillfeather left 21-CV-1234 there.\n"
    (folder / "talk.txt").write_text(line * 1000)
    web = review()
    page = web.open()
    page.get_by_label("all of PERSON (1000)").check()
    web.press("r")
    web.said("redact: 1,000 findings")
    expect(page.locator("#answered")).to_have_text("1000 of 2000")
    expect(page.locator(".finding.current")).to_be_in_viewport()
    assert page.locator(".finding.current").inner_text().startswith("21-CV-1234")
    web.press("u")
    expect(page.locator("#answered")).to_have_text("0 of 2000")
    web.all_drawn()
    assert page.locator(".row").count() == 1000


def test_screenshot(review, folder):
    shutil.copy(ROOT / "examples" / "interview.txt", folder)
    web = review("--rules", "default", "interview.txt")
    page = web.open()
    web.press("r", "r", "r")
    web.said("redact")
    web.finding("June 2015").click()
    web.press("o")
    web.said("allow once")
    expect(page.locator("#why li").first).to_be_visible()
    page.set_viewport_size({"width": 1200, "height": 700})
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    assert picture.size == (1200, 700)
    if "SCREENSHOTS" in os.environ:
        place = ROOT / os.environ["SCREENSHOTS"] / "review.png"
        place.parent.mkdir(exist_ok=True)
        picture.quantize(64).save(place, optimize=True)
