"""A folder with a text to review, and a browser of each module's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.review.web.browsing import CHROMIUM, FLAGS, RULES, TALK, WebReview


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with rules of its own, and a text."""
    folder = tmp_path / "data"
    folder.mkdir()
    rules = tmp_path / "small.yaml"
    rules.write_text(RULES)
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (folder / "talk.txt").write_text(TALK)
    return folder


@pytest.fixture
def review(folder: Path, browser: Browser) -> Iterator[Callable[..., WebReview]]:
    """Begins a review."""
    begun: list[WebReview] = []

    def begin(*arguments: str) -> WebReview:
        begun.append(WebReview(folder, browser, *(arguments or ("talk.txt",))))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()
