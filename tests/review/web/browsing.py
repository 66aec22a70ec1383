"""A review in a real browser: the program, and the page that it serves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Request, expect

CHROMIUM = "/usr/bin/chromium"
FLAGS = """
    --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync
""".split()
PATIENCE = 600_000  # milliseconds: what takes so long has come to a stop, on a busy machine too

RULES = """
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: name-parts, survives: fail}
  CASE: {kind: direct, tag: '[CASE_{n}]'}
formats:
  - use: text
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: '\\b(?:Ms\\.|Wilma|Abel) (?:Quillfeather|Tamsin)\\b'}
      - {label: CASE, regex: '\\b\\d\\d-CV-\\d{4}\\b', examples: [21-CV-1234]}
resolvers:
  - use: link-people
  - use: decisions
taggers:
  - use: numbered
  - use: name-parts
"""
TALK = """\
Hello, \U0001f600 and good morning.
I met Wilma Quillfeather and Abel Tamsin.
Then Wilma Quillfeather left 21-CV-1234 there.
Ms. Quillfeather and Zubrowka came to Port Ellery.
"""


class WebReview:
    """`anonfilter review --web` in a folder, and its page in a browser."""

    def __init__(self, folder: Path, browser: Browser, *arguments: str) -> None:
        self.reported: list[str] = []
        self._context = browser.new_context(viewport={"width": 1360, "height": 820})
        self._context.set_default_timeout(PATIENCE)
        self.requests: list[Request] = []
        self.wrong: list[str] = []
        self._context.on("request", lambda one: self.requests.append(one))
        self._context.on("console", lambda one: self.wrong.append(one.text))
        self._context.on("weberror", lambda one: self.wrong.append(str(one.error)))
        self.page = self._context.new_page()
        program = [sys.executable, "-m", "anonfilter", "review", "--web", *arguments]
        self.folder = folder
        self.program = subprocess.Popen(
            program, cwd=folder, stderr=subprocess.PIPE, text=True, env=os.environ
        )
        self.address = self._address()

    def _address(self) -> str:
        assert self.program.stderr is not None
        for line in self.program.stderr:
            self.reported.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+/#\S+", line):
                return found[0]
        raise AssertionError("".join(self.reported))

    def open(self) -> Page:
        self.page.goto(self.address)
        expect(self.page.locator(".finding.current").first).to_be_visible(timeout=PATIENCE)
        return self.page

    def all_drawn(self) -> None:
        """Wait until the browser has drawn all blocks in its idle time."""
        expect(self.page.locator(".block:empty")).to_have_count(0, timeout=PATIENCE)

    def another_page(self) -> Page:
        """A page without what the first one knows."""
        return self._context.new_page()

    def finding(self, words: str, number: int = 0) -> Locator:
        return self.page.get_by_role("button", name=f"{words}:").nth(number)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def said(self, words: str) -> None:
        """Wait until the page says it."""
        expect(self.page.locator("#status")).to_contain_text(words, timeout=PATIENCE)

    def finish(self, how: str = "Write and end") -> int:
        """End by the button; the exit code."""
        self.page.get_by_role("button", name="Finish").click()
        self.page.get_by_role("button", name=how).click()
        expect(self.page.get_by_role("heading", name="The review has ended")).to_be_visible(
            timeout=PATIENCE
        )
        return self.ended()

    def interrupt(self) -> int:
        self.program.send_signal(signal.SIGINT)
        return self.ended()

    def ended(self) -> int:
        assert self.program.stderr is not None
        self.reported += self.program.stderr
        return self.program.wait(PATIENCE)

    def close(self) -> None:
        self._context.close()
        if self.program.poll() is None:
            self.program.kill()
            self.ended()
        assert self.program.stderr is not None
        self.program.stderr.close()


def decided(path: Path) -> list[str]:
    """The decisions beside a file, as they are written."""
    lines = path.with_name(path.name + ".decisions.yaml").read_text().splitlines()
    return [line.removeprefix("  - ") for line in lines if line.startswith("  - ")]
