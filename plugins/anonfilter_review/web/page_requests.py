"""Answer the requests of the page, and keep the state of the review.

The number of a question is its index in the state: each finding is a separate question, and added
findings follow. The `scope` of an answer is a `place`, all places that are `alike`, or a `label`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from anonfilter_english.resolvers.decisions.decisions_file import Decision
from pydantic import ValidationError

from anonfilter.containers.places import Places
from anonfilter.contract.document import Finding
from anonfilter.errors import AnonfilterError, unexpected
from anonfilter.files.top_paths import path_from_top
from anonfilter.text.plural import counted
from anonfilter_review.file_review import Review
from anonfilter_review.people.decision_arguments import DecisionArguments, UnknownReference
from anonfilter_review.people.document_people import roles_in
from anonfilter_review.review_items import Item, grouped, items_of
from anonfilter_review.review_state import Question, State, Verdict
from anonfilter_review.web.page_data import PageData
from anonfilter_review.web.review_end import Refused, ReviewEnd
from anonfilter_review.web.server import Answer, Request

_ADDED = "reviewer"  # the detector of added findings
_ON_PEOPLE = ("merge", "split", "role")

JsonObject = dict[str, Any]


class PageRequests:
    """The requests that the page can make; each public method below answers one of them."""

    def __init__(self, review: Review, questions: Sequence[Item], reviewer: str) -> None:
        self.state = State.begin(grouped(questions, each=True))
        self.left: int | None = None
        """The number of remaining findings; None until the review ends."""
        self._review = review
        self._reviewer = reviewer
        self._support = support = review.support(review.inspected)
        self._page_data = PageData(review, support)
        self.end = ReviewEnd(review, support)
        self._roles = roles_in(review.engine)
        reading = (self.review, self.file, self.preview, self.why)
        writing = (self.answer, self.label, self.add, self.people, self.undo)
        ending = (self.compare, self.finish)
        self._reads = {method.__name__: method for method in reading}
        self._writes = {method.__name__: method for method in (*writing, *ending)}

    def __call__(self, request: Request) -> Answer:
        """Answer a request; after an error, the state is as before."""
        methods = self._writes if request.writes else self._reads
        method = methods.get(request.name)
        if method is None:
            return Answer({"error": "there is no such request"}, HTTPStatus.NOT_FOUND)
        before = self.state
        try:
            content = method(request.given)
            if request.writes:
                content = {**self._page_data.changed(before, self.state), **content}
        except (Refused, UnknownReference, AnonfilterError) as error:
            content, status = {"error": str(error)}, HTTPStatus.CONFLICT
        except Exception as error:
            content, status = {"error": str(unexpected(error))}, HTTPStatus.INTERNAL_SERVER_ERROR
        else:
            return Answer(content, last=self.left is not None)
        self.state = before
        return Answer(content, status)

    # requests that read

    def review(self, given: Mapping[str, Any]) -> JsonObject:
        """Return the data that the page needs at its start: files, labels and progress."""
        return {
            "files": [
                {
                    "name": name,
                    "closed": self._support.closed.get(name, ""),
                    **self.end.known(name, self._reviewer),
                }
                for name in self._review.inspected
            ],
            "labels": self._review.labels,
            "roles": sorted(set(self._roles.values())),
            "reviewer": self._reviewer,
            **self._page_data.progress(self.state),
        }

    def file(self, given: Mapping[str, Any]) -> JsonObject:
        name = self._name(given)
        page = self._page_data.page(self.state, name)
        questions = (
            self._page_data.question(self.state, number)
            for number, one in enumerate(self.state.questions)
            if one.group.first.file == name
        )
        return {**page.content(), "questions": list(questions), "people": page.people()}

    def preview(self, given: Mapping[str, Any]) -> JsonObject:
        """Return the tags and the people of a file by the current decisions."""
        name = self._name(given)
        page = self._page_data.page(self.state, name)
        return {
            "tags": {
                number: page.tag(one.group.first.place)
                for number, one in enumerate(self.state.questions)
                if one.group.first.file == name
            },
            "people": page.people(),
        }

    def why(self, given: Mapping[str, Any]) -> JsonObject:
        """Return the detectors of a finding, and the changes that resolvers made to it."""
        item = self.state.questions[self._number(given)].group.first
        if item.added:
            return {"lines": ["added in this review"]}
        return {"lines": self._page_data.page(self.state, item.file).why(item.place)}

    # requests that decide

    def answer(self, given: Mapping[str, Any]) -> JsonObject:
        verdict = Verdict(given["answer"]) if given.get("answer") else None
        if verdict is Verdict.COVERED:
            raise Refused("this is not a possible answer")
        reason = _text(given, "reason")
        which, left = self._asked(
            given, lambda one: self._support.refusal(verdict, one) if verdict else ""
        )
        items = [self.state.questions[at].group.first for at in which]
        if verdict and any(self._support.needs_reason(verdict, item) for item in items):
            if not reason:
                return {"reason": True}
        else:
            reason = ""
        self.state = self.state.answered(verdict, reason, which)
        return {"said": f"{verdict or 'open again'}: {counted(len(which), 'finding')}{left}"}

    def label(self, given: Mapping[str, Any]) -> JsonObject:
        label = self._label(given)
        which, left = self._asked(given, self._support.decision_refusal)
        self.state = self.state.labelled(label, which)
        return {"said": f"{label}: {counted(len(which), 'finding')}{left}"}

    def add(self, given: Mapping[str, Any]) -> JsonObject:
        """Add a missed identifier at selected places; it covers the findings inside it."""
        name, label = self._name(given), self._label(given)
        if not self._support.decisions:
            raise Refused("the rules have no resolver `decisions`")
        page, text = self._page_data.page(self.state, name), self._review.inspected[name].text
        places = Places(text)
        for first, last in given["places"]:
            found = page.words_at(int(first), int(last))
            if found is None:
                raise Refused("the selection has no whole words of the text")
            (start, end), value = found
            member, line, column = places.at(start)
            finding = Finding(
                path_from_top(name),
                line,
                column,
                "",
                _ADDED,
                1.0,
                start,
                end,
                places.at(end - 1).line,
                value=value,
                member=member,
            )
            (item,) = items_of(name, text, [finding])
            self.state = self.state.added(item, label, self._inside(item))
        return {"said": f"added as {label}: {counted(len(given['places']), 'place')}"}

    def _inside(self, added: Item) -> list[int]:
        """Return the numbers of the questions about places inside an added finding."""
        start, end = added.place
        inside = []
        for number, one in enumerate(self.state.questions):
            first, last = one.group.first.place
            if one.group.first.file != added.file or one.answer is Verdict.COVERED:
                continue
            if start <= first and last <= end:
                inside.append(number)
            elif first < end and start < last:
                raise Refused("a finding is partly in the selection; select it completely")
        return inside

    def people(self, given: Mapping[str, Any]) -> JsonObject:
        """Decide about people: `merge`, `split` or `role`, as in `anonfilter people`."""
        name, what = self._name(given), str(given.get("what"))
        if not self._support.decisions:
            raise Refused("the rules have no resolver `decisions`")
        if what not in _ON_PEOPLE:
            raise Refused("this is not a possible decision about people")
        arguments = DecisionArguments(
            self._page_data.page(self.state, name).people_found, self._roles
        )
        try:
            decision: Decision = getattr(arguments, what)(str(given["whom"]))
        except ValidationError:
            raise Refused("this is not a possible decision about people") from None
        self.state = self.state.linked(name, decision)
        return {"said": f"{what}: decided"}

    def undo(self, given: Mapping[str, Any]) -> JsonObject:
        if self.state.before is None:
            raise Refused("nothing to undo")
        self.state = self.state.undone()
        return {"said": "the last answer is undone"}

    def compare(self, given: Mapping[str, Any]) -> JsonObject:
        """Compare with earlier reviewers of these files."""
        return self.end.compare(self.state, self._page_data, _text(given, "reviewer"))

    def finish(self, given: Mapping[str, Any]) -> JsonObject:
        """End the review: write the decisions, store the answers, or discard them."""
        notes: list[str] = []

        def notify(line: str) -> None:
            self._review.notify(line)
            notes.append(line)

        how, reviewer = given.get("how"), _text(given, "reviewer")
        if how == "keep":
            self.left = self.end.keep(self.state, notify, reviewer)
        elif how == "write":
            sign = bool(given.get("sign"))
            self.left = self.end.write(self.state, notify, reviewer, sign=sign)
        elif how == "discard":
            self.left = self.end.discard(self.state, notify)
        else:
            raise Refused("a review ends by keep, write or discard")
        return {"left": self.left, "notes": notes}

    # the parts of a request

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
        """Return the questions to which an answer applies, and why other questions are left out."""
        at, scope = self._number(given), given.get("scope")
        which: Collection[int] = [at]
        if scope in ("alike", "label"):
            which = self.state.like(at, of_label=scope == "label")
        possible, reason = self._support.possible(self.state, which, refused)
        if not possible:
            raise Refused(reason)
        return possible, f"; {len(which) - len(possible):,} not: {reason}" if reason else ""


def _text(given: Mapping[str, Any], key: str) -> str:
    """Return the text under a key of a request, as one line."""
    return " ".join(str(given.get(key, "")).split())
