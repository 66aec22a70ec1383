"""End a review in the browser: write decisions, sign files, or store the answers."""

from __future__ import annotations

from collections.abc import Callable

from anonfilter.text.plural import counted
from anonfilter_review.file_review import Review
from anonfilter_review.review_state import State, Verdict
from anonfilter_review.reviewer_agreement import together
from anonfilter_review.reviewers import Reviewers, answers
from anonfilter_review.rulings import Support
from anonfilter_review.web.page_data import JsonObject, PageData


class Refused(Exception):
    """The error that a request of the page is impossible; the message says why."""


class ReviewEnd:
    """The last steps of a review: compare with other reviewers, write decisions, sign files."""

    def __init__(self, review: Review, support: Support) -> None:
        self._review = review
        self._support = support
        self._reviewers = Reviewers(review)

    def known(self, file: str, reviewer: str) -> JsonObject:
        """Return who reviewed the present text of a file before, and who signed it."""
        other, signed = self._reviewers.earlier(file, reviewer), self._reviewers.signed(file)
        return {
            "other": other.reviewer if other else "",
            "signed": f"{' and '.join(signed.reviewers)}, {signed.date}" if signed else "",
        }

    def compare(self, state: State, page_data: PageData, reviewer: str) -> JsonObject:
        """Return the agreement with earlier reviewers, and the differing answers."""
        _require_name(reviewer)
        open_ones = sum(
            done < number
            for file, (done, number) in state.progress().items()
            if self._reviewers.earlier(file, reviewer)
        )
        if open_ones:
            raise Refused(
                "answer every finding first; only then are the other reviewer's answers shown"
            )
        found = self._reviewers.compare(state, reviewer)
        if not found:
            raise Refused("no other reviewer has stored answers about these texts")
        own, differ = answers(state), list[JsonObject]()
        numbers = {
            one.group.first.file + str(one.group.first.place): number
            for number, one in enumerate(state.questions)
            if one.answer is not Verdict.COVERED
        }
        for file, one in found.items():
            for place, said in one.differing(own.get(file, {})):
                at = page_data.page(state, file).at(place)
                question = numbers.get(file + str(place))
                differ.append(
                    {
                        "file": file,
                        "at": at,
                        "question": question,
                        "said": said,
                        "reviewer": one.reviewer,
                    }
                )
        agreement = together([one.agreement for one in found.values()])
        return {
            "findings": len(agreement.pairs),
            "alike": agreement.alike,
            "kappa": agreement.kappa,
            "reviewers": sorted({one.reviewer for one in found.values()}),
            "differ": differ,
        }

    def write(
        self, state: State, notify: Callable[[str], None], reviewer: str = "", *, sign: bool = False
    ) -> int:
        """Write the decisions, sign the files, and return the number of remaining findings."""
        if sign:
            _require_name(reviewer)
        left = self._review.write(state, self._support, notify, reviewer)
        undecided = sum(one.answer in (None, Verdict.SKIP) for one in state.questions)
        if sign and left > undecided:
            notify("not signed: not all decisions could be written")
        elif sign and self._review.staged:
            notify("not signed: sign the files themselves, not git's index")
        elif sign:
            self._reviewers.sign(state, reviewer, notify)
        return left

    def keep(self, state: State, notify: Callable[[str], None], reviewer: str) -> int:
        """Store the answers for a second reviewer, and write nothing else."""
        _require_name(reviewer)
        if self._review.staged:
            raise Refused("a second reviewer needs files: review without --staged")
        self._reviewers.keep(state, reviewer, notify)
        if state.people:
            decided = counted(len(state.people), "decision")
            notify(
                f"{decided} about people not stored: the reviewer who writes the files decides "
                "about people"
            )
        return state.total

    def discard(self, state: State, notify: Callable[[str], None]) -> int:
        notify("nothing was written")
        return state.total


def _require_name(reviewer: str) -> None:
    if not reviewer:
        raise Refused("enter your name in the field Reviewer")
