"""Reviews of the same files by two reviewers, and the signatures of the reviewers.

The answers of the first reviewer are stored beside a file, and nothing else is written. The second
reviewer answers all questions without seeing these answers, and then compares. The agreement is
that of the first comparison.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from anonfilter_english.resolvers.decisions import reviews_file
from anonfilter_english.resolvers.decisions.reviews_file import (
    Agreed,
    Answered,
    Reviewed,
    Reviews,
    Signed,
)

from anonfilter.errors import AnonfilterError
from anonfilter.files.read import read_file
from anonfilter.text.values import hide_values
from anonfilter_review.file_review import Review
from anonfilter_review.review_state import State, Verdict
from anonfilter_review.reviewer_agreement import NOT_MARKED, Agreement, Place, compared

SKIPPED_BEFORE = "skipped before"


@hide_values
@dataclass(frozen=True, slots=True)
class Comparison:
    """The answers of an earlier reviewer about one file, and the agreement with them."""

    reviewer: str
    agreement: Agreement
    theirs: Mapping[Place, Answered]

    def differing(self, own: Mapping[Place, Answered]) -> Iterator[tuple[Place, str]]:
        """Yield the places whose earlier answer differs from ``own``, with the earlier answer."""
        for place in sorted({*own, *self.theirs}):
            summary = self.theirs[place].summary if place in self.theirs else NOT_MARKED
            if place not in own or own[place].summary != summary:
                yield place, summary


@hide_values
@dataclass
class Reviewers:
    """The earlier reviews and signatures, which are stored beside the files of a review."""

    review: Review
    _compared: dict[str, Comparison] = field(default_factory=dict)

    def earlier(self, file: str, reviewer: str) -> Reviewed | None:
        """Return the last review of this text by another reviewer."""
        text = self.review.inspected[file].text
        others = (one for one in reviews_file.read(file).reviews if one.reviewer != reviewer)
        return next((one for one in reversed([*others]) if one.is_about(text)), None)

    def signed(self, file: str) -> Signed | None:
        """Return the last signature under this text."""
        text = self.review.inspected[file].text
        known = reversed(reviews_file.read(file).signed)
        return next((one for one in known if one.is_about(text)), None)

    def compare(self, state: State, reviewer: str) -> dict[str, Comparison]:
        """Return the comparisons with earlier reviewers by file; each is made only once."""
        own = answers(state)
        for file in self.review.inspected:
            other = None if file in self._compared else self.earlier(file, reviewer)
            if other is not None:
                theirs = {one.at: one for one in other.answers}
                agreement = compared(_summaries(own.get(file, {})), _summaries(theirs))
                self._compared[file] = Comparison(other.reviewer, agreement, theirs)
        return self._compared

    def keep(self, state: State, reviewer: str, notify: Callable[[str], None]) -> None:
        """Store the answers beside the files, for a second reviewer."""
        for file, given in answers(state).items():
            before = reviews_file.read(file)
            others = (one for one in before.reviews if one.reviewer != reviewer)
            about: Any = reviews_file.bound(self.review.inspected[file].text)
            own = Reviewed(
                reviewer=reviewer,
                date=date.today().isoformat(),
                answers=tuple(given.values()),
                **about,
            )
            path = reviews_file.write(file, Reviews(reviews=(*others, own), signed=before.signed))
            notify(f"{path}: stored the answers of {reviewer}, for a second reviewer")

    def sign(self, state: State, reviewer: str, notify: Callable[[str], None]) -> None:
        """Sign the written files in which every finding has an answer."""
        progress = state.progress()
        for file, inspected in self.review.inspected.items():
            done, number = progress.get(file, (0, 0))
            if done < number:
                notify(f"{file}: not signed, {number - done:,} open")
                continue
            given = Counter(
                str(one.answer)
                for one in state.questions
                if one.group.first.file == file and one.answer is not Verdict.COVERED
            )
            if hidden := len(inspected.items) - sum(
                not one.group.first.added for one in state.questions if one.group.first.file == file
            ):
                given[SKIPPED_BEFORE] = hidden
            try:
                self._sign(file, reviewer, given)
                notify(f"{file}: signed off by {reviewer}")
            except AnonfilterError as error:
                notify(f"{file}: not signed, {error.message}")

    def _sign(self, file: str, reviewer: str, given: Mapping[str, int]) -> None:
        text = self.review.engine.read_document(read_file(file).data, file).source.text
        before, with_other = reviews_file.read(file), self._compared.get(file)
        names = (*([with_other.reviewer] if with_other else []), reviewer)
        about: Any = reviews_file.bound(text)
        signed = Signed(
            reviewers=names,
            date=date.today().isoformat(),
            answers=dict(sorted(given.items())),
            agreement=_agreed(with_other.agreement) if with_other else None,
            **about,
        )
        left = tuple(one for one in before.reviews if one.reviewer not in names)
        reviews_file.write(file, Reviews(reviews=left, signed=(*before.signed, signed)))


def answers(state: State) -> dict[str, dict[Place, Answered]]:
    """Return the answers by file and place."""
    found: dict[str, dict[Place, Answered]] = {}
    for one in state.questions:
        if one.answer is Verdict.COVERED:
            continue
        for item in one.group.items:
            given = Answered(at=item.place, answer=one.answer or "", label=one.label or None)
            found.setdefault(item.file, {})[item.place] = given
    return found


def _summaries(given: Mapping[Place, Answered]) -> dict[Place, str]:
    return {place: one.summary for place, one in given.items()}


def _agreed(agreement: Agreement) -> Agreed:
    kappa = agreement.kappa
    return Agreed(
        findings=len(agreement.pairs),
        alike=agreement.alike,
        kappa=None if kappa is None else round(kappa, 3),
    )
