"""The data that the page in the browser gets: files, questions, progress, and changes."""

from __future__ import annotations

from typing import Any

from anonfilter_review.file_review import Review
from anonfilter_review.previews import Previews
from anonfilter_review.review_state import Question, State
from anonfilter_review.rulings import Support
from anonfilter_review.web.web_page import WebPage

JsonObject = dict[str, Any]


class PageData:
    """The data of one review for the page; the files that were shown last are kept in memory."""

    def __init__(self, review: Review, support: Support) -> None:
        self._review = review
        self._previews = Previews(review, support)
        self._pages: dict[str, WebPage] = {}
        self._kinds: dict[tuple[str, str], int] = {}

    def page(self, state: State, name: str) -> WebPage:
        """Return a file as the page shows it by the decisions of a state."""
        people = self._previews.people(name, state)
        known = self._pages.get(name)
        if known is None or known.people_found is not people:
            self._pages = {
                file: page for file, page in self._pages.items() if file in self._previews
            }
            self._pages[name] = known = WebPage(people)
        return known

    def question(self, state: State, number: int, shown: State | None = None) -> JsonObject:
        """Return a question, with the place of its finding on the page."""
        question = state.questions[number]
        item = question.group.first
        page = self.page(shown or state, item.file)
        return {
            **_decided(question, number),
            "file": item.file,
            "at": page.at(item.place),
            "found": item.label,
            "added": item.added,
            "detector": item.finding.detector,
            "score": item.finding.score,
            "line": item.finding.line,
            "kind": self._kinds.setdefault(question.kind, len(self._kinds)),
            "tag": page.tag(item.place),
        }

    def progress(self, state: State) -> JsonObject:
        """Return the progress of the review."""
        progress = state.progress()
        return {
            "progress": {name: list(progress.get(name, (0, 0))) for name in self._review.inspected},
            "counts": dict(state.counts()),
            "undoable": state.before is not None,
        }

    def changed(self, before: State, state: State) -> JsonObject:
        """Return the changes since the previous state: answers, additions, previews to renew."""
        now, old = state.questions, before.questions
        return {
            "changed": [
                _decided(one, at)
                for at, (one, other) in enumerate(zip(now, old, strict=False))
                if one is not other
            ],
            "added": [self.question(state, at, before) for at in range(len(old), len(now))],
            "number": len(now),
            "renew": self._renewed(before, state),
            **self.progress(state),
        }

    def _renewed(self, before: State, state: State) -> list[str]:
        """Return the files whose preview has changed since the previous state."""
        old, now = (self._previews.wanted(one) for one in (before, state))
        return [name for name in self._review.inspected if old.get(name, ()) != now.get(name, ())]


def _decided(question: Question, number: int) -> JsonObject:
    return {
        "id": number,
        "answer": question.answer or "",
        "reason": question.reason,
        "label": question.label or question.group.first.label,
    }
