"""Preview what the filter would write for a file by the unsaved decisions of a review."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from anonfilter_english.resolvers.decisions.decisions_file import Decision, to_bytes

from anonfilter.errors import one_file
from anonfilter.run.filter_file import redact_only
from anonfilter_review.decision_updates import renewed
from anonfilter_review.file_review import Review
from anonfilter_review.people.document_people import DocumentPeople
from anonfilter_review.review_state import State
from anonfilter_review.rulings import Ruling, Support, decisions, rulings

_KEPT = 8  # files


class Previews:
    """The people and tags of the files that were shown last.

    Accepting a finding changes no tag. So a file is analysed again only for added findings, new
    labels, and decisions about people.
    """

    def __init__(self, review: Review, support: Support) -> None:
        self._review = review
        self._support = support
        self._known: dict[str, tuple[tuple[Decision, ...], DocumentPeople]] = {}
        self._wanted: tuple[State | None, dict[str, tuple[Decision, ...]]] = None, {}

    def __contains__(self, name: str) -> bool:
        return name in self._known

    def wanted(self, state: State) -> Mapping[str, tuple[Decision, ...]]:
        """Return the decisions that change the filtered text, for each file that has any."""
        if self._wanted[0] is not state:
            ruled = defaultdict[str, list[Ruling]](list)
            people = defaultdict[str, list[Decision]](list)
            for one in rulings(state):
                if one.label:
                    ruled[one.item.file].append(one)
            for file, decision in state.people:
                people[file].append(decision)
            by_file = {file: self._made(ruled[file], people[file]) for file in {*ruled, *people}}
            self._wanted = state, by_file
        return self._wanted[1]

    def _made(self, ruled: list[Ruling], people: list[Decision]) -> tuple[Decision, ...]:
        made = decisions(ruled, self._support, people)
        return tuple(one for one in made if not (one.keep or one.not_a_person))

    def people(self, name: str, state: State) -> DocumentPeople:
        """Return the people and the tags of a file by the decisions of a state."""
        wanted = self.wanted(state).get(name, ())
        known = self._known.pop(name, None)
        if known is None or known[0] != wanted:
            known = wanted, self._analysed(name, wanted)
        self._known[name] = known
        while len(self._known) > _KEPT:
            del self._known[next(iter(self._known))]
        return known[1]

    def _analysed(self, name: str, wanted: tuple[Decision, ...]) -> DocumentPeople:
        inspected = self._review.inspected[name]
        decided = inspected.decided
        if wanted:
            kept, _ = renewed(decided, inspected.text, inspected.lost, wanted)
            decided = to_bytes(inspected.text, kept, decided)
        with one_file(name):
            analysis = self._review.inspector.analyse(inspected.data, name, decided)
            every = {(span.start, span.end) for span in analysis.spans}
            memory = None if name in self._support.closed else self._review.memory(name)
            return DocumentPeople(
                redact_only(self._review.engine, analysis, every, memory), values=True
            )
