"""The desk: answers what the page asks, and keeps the state of the review.

A question's number is its place in the state: each finding is a question of its own, what is added
comes behind, and what an answer is for is said by `place`, `alike` or `label`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from anonfilter_plugins.resolvers.decisions.decisions_file import Decision
from pydantic import ValidationError

from anonfilter.checking.selection import from_top
from anonfilter.containers.places import Places
from anonfilter.contract.document import Finding
from anonfilter.errors import AnonfilterError, unexpected
from anonfilter.reviewing.items import Item, grouped, items_of
from anonfilter.reviewing.people.arguments import Arguments, UnknownReference
from anonfilter.reviewing.people.cast import roles_in
from anonfilter.reviewing.previewing import Previews
from anonfilter.reviewing.review import Review
from anonfilter.reviewing.state import Question, State, Verdict
from anonfilter.reviewing.web.page import Page
from anonfilter.reviewing.web.server import Answer, Request
from anonfilter.text.plural import counted

_ADDED = "reviewer"  # the detector of what was added
_ON_PEOPLE = ("merge", "split", "role")

Told = dict[str, Any]


class Refused(Exception):
    """The page asked for what is not possible; the message says why."""


class Desk:
    """One review, as the page sees it."""

    def __init__(self, review: Review, asked: Sequence[Item], reviewer: str) -> None:
        self.state = State.begin(grouped(asked, each=True))
        self.left: int | None = None
        """How many findings are left; None until the review ends."""
        self._review = review
        self._reviewer = reviewer
        self.support = review.support(review.inspected)
        self._previews = Previews(review, self.support)
        self._pages: dict[str, tuple[object, Page]] = {}
        self._kinds: dict[tuple[str, str], int] = {}
        self._roles = roles_in(review.engine)
        reading = (self.review, self.file, self.preview, self.why)
        writing = (self.answer, self.label, self.add, self.people, self.undo, self.finish)
        self._reads = {method.__name__: method for method in reading}
        self._writes = {method.__name__: method for method in writing}

    def __call__(self, request: Request) -> Answer:
        """Answer a request; what goes wrong is told without values, and changes nothing."""
        methods = self._writes if request.writes else self._reads
        method = methods.get(request.name)
        if method is None:
            return Answer({"error": "there is no such request"}, HTTPStatus.NOT_FOUND)
        before = self.state
        try:
            told = method(request.given)
        except (Refused, UnknownReference, AnonfilterError) as error:
            self.state = before
            return Answer({"error": str(error)}, HTTPStatus.CONFLICT)
        except Exception as error:
            self.state = before
            wrong = str(unexpected(error))
            return Answer({"error": wrong}, HTTPStatus.INTERNAL_SERVER_ERROR)
        if request.writes:
            told = {**self._changed(before), **told}
        return Answer(told, last=self.left is not None)

    # reading

    def review(self, given: Mapping[str, Any]) -> Told:
        """All that the page needs to begin: files, labels, and what the rules allow."""
        return {
            "files": [
                {"name": name, "closed": self.support.closed.get(name, "")}
                for name in self._review.inspected
            ],
            "labels": self._review.labels,
            "roles": sorted(set(self._roles.values())),
            "people": list(self.support.people),
            "decisions": self.support.decisions,
            "reviewer": self._reviewer,
            **self._progress(),
        }

    def file(self, given: Mapping[str, Any]) -> Told:
        name = self._name(given)
        page = self._page(name)
        asked = (
            self._question(number)
            for number, one in enumerate(self.state.questions)
            if one.group.first.file == name
        )
        return {**page.content(), "questions": list(asked), "people": page.people()}

    def preview(self, given: Mapping[str, Any]) -> Told:
        """The tags and the people of a file, by what is decided now."""
        name = self._name(given)
        page = self._page(name)
        return {
            "tags": {
                number: page.tag(one.group.first.place)
                for number, one in enumerate(self.state.questions)
                if one.group.first.file == name
            },
            "people": page.people(),
        }

    def why(self, given: Mapping[str, Any]) -> Told:
        """What found a finding, and what became of that."""
        item = self.state.questions[self._number(given)].group.first
        if item.added:
            return {"lines": ["added in this review"]}
        return {"lines": self._page(item.file).why(item.place)}

    # deciding

    def answer(self, given: Mapping[str, Any]) -> Told:
        verdict = Verdict(given["answer"]) if given.get("answer") else None
        if verdict is Verdict.COVERED:
            raise Refused("that is no answer")
        reason = " ".join(str(given.get("reason", "")).split())
        which, left = self._asked(
            given, lambda one: self.support.refusal(verdict, one) if verdict else ""
        )
        items = [self.state.questions[at].group.first for at in which]
        if verdict and any(self.support.needs_reason(verdict, item) for item in items):
            if not reason:
                return {"reason": True}
        else:
            reason = ""
        self.state = self.state.answered(verdict, reason, which)
        return {"said": f"{verdict or 'open again'}: {counted(len(which), 'finding')}{left}"}

    def label(self, given: Mapping[str, Any]) -> Told:
        label = self._label(given)
        which, left = self._asked(given, self.support.decision_refusal)
        self.state = self.state.labelled(label, which)
        return {"said": f"{label}: {counted(len(which), 'finding')}{left}"}

    def add(self, given: Mapping[str, Any]) -> Told:
        """Add what was missed, at places of the page; findings inside are covered by it."""
        name, label = self._name(given), self._label(given)
        if not self.support.decisions:
            raise Refused("the rules have no resolver `decisions`")
        for first, last in given["places"]:
            self._add(name, label, int(first), int(last))
        return {"said": f"added as {label}: {counted(len(given['places']), 'place')}"}

    def _add(self, name: str, label: str, first: int, last: int) -> None:
        found = self._page(name).words_at(first, last)
        if found is None:
            raise Refused("no whole words of the text are selected there")
        (start, end), value = found
        covered = []
        for number, one in enumerate(self.state.questions):
            place = one.group.first.place
            if one.group.first.file != name or one.answer is Verdict.COVERED:
                continue
            if start <= place[0] and place[1] <= end:
                covered.append(number)
            elif place[0] < end and start < place[1]:
                raise Refused("a finding reaches into the selection; select all of it, too")
        text = self._review.inspected[name].text
        places = Places(text)
        member, line, column = places.at(start)
        finding = Finding(
            from_top(name), line, column, "", _ADDED, 1.0, start, end, places.at(end - 1).line,
            value=value, member=member,
        )  # fmt: skip
        self.state = self.state.added(items_of(name, text, [finding])[0], label, covered)

    def people(self, given: Mapping[str, Any]) -> Told:
        """Say who is who: `merge`, `split` or `role`, written as `anonfilter people` reads it."""
        name, what = self._name(given), str(given.get("what"))
        if not self.support.decisions:
            raise Refused("the rules have no resolver `decisions`")
        if what not in _ON_PEOPLE:
            raise Refused("that is no decision on people")
        arguments = Arguments(self._page(name).cast, self._roles)
        try:
            decision: Decision = getattr(arguments, what)(str(given["whom"]))
        except ValidationError:
            raise Refused("that is no decision on people") from None
        self.state = self.state.linked(name, decision)
        return {"said": f"{what}: decided"}

    def undo(self, given: Mapping[str, Any]) -> Told:
        if self.state.before is None:
            raise Refused("nothing to undo")
        self.state = self.state.undone()
        return {"said": "the last answer is undone"}

    def finish(self, given: Mapping[str, Any]) -> Told:
        """End the review: write what was decided, or discard it."""
        said: list[str] = []
        self.left = self.end(write=bool(given.get("write")), also=said.append)
        return {"left": self.left, "notes": said}

    def end(self, *, write: bool, also: Callable[[str], None] = lambda line: None) -> int:
        """Write what was decided, or discard it; returns how many findings are left."""

        def notify(line: str) -> None:
            self._review.notify(line)
            also(line)

        if not write:
            notify("nothing was written")
            return self.state.total
        return self._review.write(self.state, self.support, notify)

    # what is asked about

    def _name(self, given: Mapping[str, Any]) -> str:
        name = given.get("file")
        if name not in self._review.inspected:
            raise Refused("there is no such file in this review")
        return str(name)

    def _label(self, given: Mapping[str, Any]) -> str:
        if given.get("label") not in self._review.labels:
            raise Refused("the rules have no such label")
        return str(given["label"])

    def _number(self, given: Mapping[str, Any]) -> int:
        number = int(given.get("question", -1))
        if not 0 <= number < len(self.state.questions):
            raise Refused("there is no such finding in this review")
        return number

    def _asked(
        self, given: Mapping[str, Any], refused: Callable[[Question], str]
    ) -> tuple[list[int], str]:
        """The questions that an answer is for, and what is to be said of those left out."""
        at, scope = self._number(given), given.get("scope")
        which: Collection[int] = [at]
        if scope in ("alike", "label"):
            which = self.state.like(at, of_label=scope == "label")
        possible, reason = self.support.possible(self.state, which, refused)
        if not possible:
            raise Refused(reason)
        return possible, f"; {len(which) - len(possible):,} not: {reason}" if reason else ""

    # what is told

    def _page(self, name: str) -> Page:
        """A file by what is decided now, which is looked into again only if that matters."""
        cast = self._previews.cast(name, self.state)
        known = self._pages.get(name)
        if known is None or known[0] is not cast:
            self._pages[name] = known = (cast, Page(cast))
        return known[1]

    def _question(self, number: int) -> Told:
        question = self.state.questions[number]
        item = question.group.first
        page = self._page(item.file)
        return {
            **self._decided(number),
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

    def _decided(self, number: int) -> Told:
        question = self.state.questions[number]
        return {
            "id": number,
            "answer": question.answer or "",
            "reason": question.reason,
            "label": question.label or question.group.first.label,
        }

    def _progress(self) -> Told:
        progress = self.state.progress()
        return {
            "progress": {name: list(progress.get(name, (0, 0))) for name in self._review.inspected},
            "counts": dict(self.state.counts()),
            "undoable": self.state.before is not None,
            "decided": self.state.decided,
        }

    def _changed(self, before: State) -> Told:
        """What differs from the state before: answers, what was added, previews to be renewed."""
        now, old = self.state.questions, before.questions
        return {
            "changed": [
                self._decided(at)
                for at, (one, other) in enumerate(zip(now, old, strict=False))
                if one is not other
            ],
            "added": [self._question(at) for at in range(len(old), len(now))],
            "number": len(now),
            "renew": self._renewed(before),
            **self._progress(),
        }

    def _renewed(self, before: State) -> list[str]:
        """The files whose preview is no longer that of the state before."""
        old, now = (self._previews.wanted(one) for one in (before, self.state))
        return [name for name in self._review.inspected if old.get(name, ()) != now.get(name, ())]
