"""Verify sidecars against their documents, as far as the available key allows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import partial

from anonfilter.containers.declarations import NOTHING_DECLARED
from anonfilter.containers.decoding import decode
from anonfilter.containers.places import Places
from anonfilter.contract.extensions import SurrogateMap
from anonfilter.contract.tags import tag_shapes
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.files.paths import real
from anonfilter.keys.key import Key
from anonfilter.known.marks import is_outdated
from anonfilter.rules import find
from anonfilter.sidecars import mapping
from anonfilter.sidecars.codec import (
    OpenedSidecar,
    open_map,
    open_marks,
    open_surrogates,
    require_corpus,
)
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.policy import not_ignored
from anonfilter.sidecars.sidecar import Kind, Sidecar, State
from anonfilter.sidecars.sidecar_pairs import Access, Pair, require_sidecar
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_corpus.inspect.tag_collisions import CorpusTag, Numbering, collisions, corpus_tag


class ProblemKind(StrEnum):
    """The kinds of problems of a sidecar."""

    UNREAD = "unread"  # The sidecar does not open, or its document cannot be read.
    NO_DOCUMENT = "no-document"
    INTERRUPTED = "interrupted"
    EXPOSED = "exposed"
    LOST = "lost"
    LEFTOVER = "leftover"
    EDITED = "edited"
    COLLISION = "collision"


@hide_values
@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a sidecar, with its place and a hint; it never contains a value."""

    what: ProblemKind
    where: str
    message: str
    hint: str = ""

    @classmethod
    def of(cls, what: ProblemKind, error: AnonfilterError) -> Problem:
        return cls(what, error.where, error.message, error.hint)

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}"
        return f"{text}\n  {self.hint}" if self.hint else text


@dataclass(slots=True)
class Verified:
    """The result of a verification.

    - ``edited``: the documents that were edited after they were filtered.
    - ``unopened``: the sealed sidecars whose key is not here.
    - ``outdated``: the sidecars with old marks of numbers, which a holder of the check key can
      guess quickly.
    """

    sidecars: int = 0
    entries: int = 0
    edited: int = 0
    unopened: int = 0
    outdated: int = 0
    problems: list[Problem] = field(default_factory=list)

    @property
    def exit(self) -> Exit:
        """The exit code; a problem outranks a file that could not be read."""
        if any(problem.what is not ProblemKind.UNREAD for problem in self.problems):
            return Exit.FOUND
        return Exit.INCOMPLETE if self.problems else Exit.OK

    def summary(self) -> str:
        read = f"{counted(self.sidecars, 'sidecar')}, {counted(self.entries, 'entry', 'entries')}"
        edited = f"; {self.edited:,} edited since" if self.edited else ""
        return f"{read}{edited}: {counted(len(self.problems), 'problem')}"

    def as_data(self) -> dict[str, object]:
        return {
            "sidecars": self.sidecars,
            "entries": self.entries,
            "edited": self.edited,
            "not_opened_for_want_of_a_key": self.unopened,
            "outdated": self.outdated,
            "problems": [asdict(problem) for problem in self.problems],
        }


class Verifier:
    """A verifier of sidecars with their documents: of each pair, and then of all pairs."""

    def __init__(self, access: Access) -> None:
        self.verified = Verified()
        self._access = access
        self._corpus_tags: list[CorpusTag] = []
        self._plain: list[Pair] = []
        self._surrogates: list[tuple[str, SurrogateMap]] = []

    def add(self, pair: Pair) -> None:
        """Verify a pair and record its problems."""
        try:
            for problem in self._problems(pair):
                self.verified.problems.append(problem)
        except AnonfilterError as error:
            self.verified.problems.append(Problem.of(ProblemKind.UNREAD, error))

    def finish(self, numbering: Callable[[Key], Numbering]) -> None:
        """Add the problems that show only when all sidecars are known.

        These are plain sidecars that Git does not ignore, and tags or surrogates that stand for
        different originals. ``numbering`` is called only if the full key is here and a sidecar has
        tags of the whole corpus.
        """
        self.verified.problems += self._exposed()
        self.verified.problems += self._collisions(numbering)
        self.verified.problems += self._shared()

    def _exposed(self) -> Iterator[Problem]:
        for place in not_ignored(pair.sidecar for pair in self._plain):
            yield Problem(
                ProblemKind.EXPOSED,
                f"{find.display(str(place))}:2:1",
                "has originals in clear, and Git does not ignore it",
                "Remove it from Git (git rm --cached) and add it to .gitignore, or seal it: "
                "`sidecar: sealed`, and anonfilter -i on the document.",
            )

    def _collisions(self, numbering: Callable[[Key], Numbering]) -> Iterator[Problem]:
        key = self._access.full
        if key is None or not self._corpus_tags:
            return
        for first, second in collisions(self._corpus_tags, numbering(key)):
            yield Problem(
                ProblemKind.COLLISION,
                second.place,
                f"{first.tag} stands for another person here than in {first.place}",
                "Filter one of the two documents with rules that have `scope: document`.",
            )

    def _shared(self) -> Iterator[Problem]:
        """Yield a problem for each surrogate of several originals, which a merge may cause."""
        first: dict[str, tuple[str, str]] = {}
        for place, surrogates in self._surrogates:
            for surrogate, original in surrogates.bearers():
                other, before = first.setdefault(surrogate, (original, place))
                if other != original:
                    yield Problem(
                        ProblemKind.COLLISION,
                        place,
                        f"a surrogate stands for another original here than in {before}",
                        "Filter the original of one of the two documents again.",
                    )

    def _problems(self, pair: Pair) -> Iterator[Problem]:
        found, data = pair.both()
        sidecar = require_sidecar(pair, found)
        self.verified.sidecars += 1
        self.verified.entries += len(sidecar.state.lines)
        if sidecar.kind is Kind.SEALED:
            require_corpus(sidecar, self._access.policy.corpus_id)
        else:
            self._plain.append(pair)
        if data is None:
            yield Problem(
                ProblemKind.NO_DOCUMENT,
                f"{sidecar.where}:1:1",
                f"the document of this sidecar does not exist: {pair.shown_document}",
                "If the document was renamed, move the sidecar beside it. Remove the sidecar only "
                "if no text has its tags any more.",
            )
        if sidecar.coming is not None:
            yield Problem(
                ProblemKind.INTERRUPTED,
                sidecar.place(sidecar.coming),
                "an interrupted run left two states in this sidecar",
                "Run the interrupted command again to complete the work.",
            )
        opened = self._opened(pair, sidecar, data)
        if data is not None:
            yield from self._against_document(pair, sidecar, opened, data)

    def _opened(self, pair: Pair, sidecar: Sidecar, data: bytes | None) -> OpenedSidecar | None:
        """Open the map for the document; return None if the key or the document is missing."""
        access = self._access
        if access.check is not None:
            marks = open_marks(sidecar, access.policy.corpus_id, access.check)
            self.verified.outdated += True in {is_outdated(tag.marks) for tag in marks}
        if access.opens(sidecar):
            if data is None:
                known = [access.map_of(sidecar, state) for state in sidecar.states]
                self._remember(sidecar, sidecar.state, known[0])
                return None
            policy = access.policy
            title = policy.title(real(pair.document))
            ambiguous = partial(policy.is_ambiguous, pair.sidecar)
            opened = open_map(sidecar, policy.corpus_id, access.full, data, title, ambiguous)
            self._remember(sidecar, opened.state, opened.map)
            return opened
        self.verified.unopened += 1
        return None

    def _remember(self, sidecar: Sidecar, state: State, known: Map) -> None:
        for at, line in enumerate(state.lines):
            tag = corpus_tag(known.entries[line.tag], sidecar.place(state, at))
            if tag is not None:
                self._corpus_tags.append(tag)

    def _against_document(
        self, pair: Pair, sidecar: Sidecar, opened: OpenedSidecar | None, data: bytes
    ) -> Iterator[Problem]:
        declared = NOTHING_DECLARED if opened is None else opened.map.declared
        text = decode(data, pair.shown_document, declared=declared).text
        try:
            text = self._tagged(pair, sidecar, opened, text)
        except Incomplete as edited:
            yield Problem.of(ProblemKind.EDITED, edited)
            return
        standing = {match[0]: match.start() for match in reversed([*tag_shapes(text)])}
        places = Places(text)
        known = sidecar.tags if opened is None else opened.map.entries.keys()
        since = opened is not None and opened.map.whole
        lost = sorted(standing.keys() - known, key=lambda tag: standing[tag])
        for tag in lost:
            where = places.named(pair.shown_document, standing[tag])
            error = mapping.missing_entry_error(where, tag, since=since)
            yield Problem.of(ProblemKind.LOST, error)
        if opened is not None:
            yield from _leftover(sidecar, opened.state, standing)
            self.verified.edited += opened.edited
            if not lost:
                yield from self._restored(pair, opened, data)
        elif sidecar.coming is None:  # With two states, only the key shows which is valid.
            yield from _leftover(sidecar, sidecar.state, standing)

    def _tagged(self, pair: Pair, sidecar: Sidecar, opened: OpenedSidecar | None, text: str) -> str:
        """Return the text with its tags; sealed surrogates need the check key."""
        access, state = self._access, sidecar.state
        surrogates = (
            opened.map.surrogates
            if opened is not None
            else open_surrogates(sidecar, state, access.policy.corpus_id, access.check)
        )
        if surrogates is None:
            return text
        self._surrogates.append((sidecar.place(state), surrogates))
        return surrogates.tagged(text, pair.shown_document, whole=True)

    def _restored(self, pair: Pair, opened: OpenedSidecar, data: bytes) -> Iterator[Problem]:
        try:
            mapping.restore_original(data, pair.shown_document, opened.map)
        except AnonfilterError as error:
            yield Problem.of(ProblemKind.EDITED, error)


def _leftover(sidecar: Sidecar, state: State, standing: Collection[str]) -> Iterator[Problem]:
    for at, line in enumerate(state.lines):
        if line.tag not in standing:
            yield Problem(
                ProblemKind.LEFTOVER,
                sidecar.place(state, at),
                f"{line.tag} is no longer in the document",
                "Filter the document again (anonfilter -i): that drops the entry.",
            )
