"""Apply the decisions of users, which take precedence over all other resolvers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import Field as Option

from anonfilter.contract.document import Analysis, Change, Document, EarlierRound, Source, Span
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import Incomplete, RulesError
from anonfilter.files.source_tree import Disk
from anonfilter_english.resolvers.decisions.decision_changes import SUFFIX, Uncovered, Unmatched

if TYPE_CHECKING:
    from anonfilter_english.resolvers.decisions.decision_executor import DecisionExecutor
    from anonfilter_english.resolvers.decisions.decisions_file import Decision, DecisionsFile, Place
    from anonfilter_english.resolvers.decisions.mention_table import Foresee, MentionTable

    _Left = tuple[Place, tuple[str, ...], bool]
    """A place left in the text, the labels kept there besides people, and if a name is kept."""


class Decisions:
    """A resolver that applies the decisions in ``FILE.decisions.yaml``.

    It belongs after all resolvers of people and roles. When the filter verifies its output, the
    places that decisions left in the original are left in the output too. The other modules of this
    package are imported only if a document has decisions.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people"
        )
        names: tuple[LabelName, ...] = Option(
            default=("SPELLED_NAME", "ORGANIZATION", "LOCATION"),
            description="other labels of names; a decision may say that such a span is not a name",
        )
        lost_mentions: Literal["refuse", "tell"] = Option(
            default="refuse",
            description="what happens if the place of a mention that was added by hand is "
            "lost, so that it would stay in the text: refuse the document, or "
            "only report it",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name
        self._labels = setting.labels
        self._foresee: Foresee = lambda document, spans: []  # without taggers there are no tags
        self._roles: Collection[str] = ()

    @property
    def people(self) -> tuple[str, ...]:
        """The labels of people."""
        return self._config.labels

    @property
    def names(self) -> frozenset[str]:
        """The labels of all names, including names of people."""
        return frozenset((*self._config.labels, *self._config.names))

    def allow_lost_mentions(self) -> None:
        """Report lost mentions instead of refusing the document, so that users can decide."""
        self._config = self._config.model_copy(update={"lost_mentions": "tell"})

    def needs(self) -> Needs:
        return Needs(beside=(SUFFIX,))

    def know_tags(self, tags: Foresee) -> None:
        self._foresee = tags

    def know_roles(self, roles: Mapping[str, str]) -> None:
        self._roles = tuple(roles)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        if document.earlier is not None:
            return self._resolve_output(document, spans, document.earlier)
        data = document.source.beside(SUFFIX)
        if data is None:
            return list(spans), []
        from anonfilter_english.resolvers.decisions.mention_table import MentionTable

        file = self._read(data, document.name)
        foreign = _is_foreign(document.source)
        changed = foreign or not file.is_about(document.source.own_text)
        mentions = MentionTable(document, spans, self._foresee, changed=changed)
        executor = self._executor(mentions, changed=changed)
        changes: list[Change] = []
        for number, decision in enumerate(file.decisions, 1):
            applied = list(executor.apply(number, decision, foreign=foreign))
            self._refuse_lost(document, decision, applied)
            changes += applied
        staying = sum(len(change.before) for change in changes if isinstance(change, Uncovered))
        if staying:
            changes.append(Change("", f"mentions that stay in the text by decision: {staying}"))
        return list(mentions), changes

    def _read(self, data: bytes, document: str) -> DecisionsFile:
        """Return the parsed decisions; raise ``Incomplete`` if the file is not valid."""
        from anonfilter_english.knowledge.people.role_phrases import shipped_roles
        from anonfilter_english.resolvers.decisions.decisions_file import parse

        name = SUFFIX.removeprefix(".")
        roles = self._roles or shipped_roles()
        try:
            return parse(data, name, roles=roles, labels=self._labels)
        except RulesError as error:
            raise Incomplete(
                f"the file {name} beside the document is not valid: {error}",
                where=document,
                hint="`anonfilter people --edit` writes such a file.",
            ) from None

    def _executor(self, mentions: MentionTable, *, changed: bool = False) -> DecisionExecutor:
        from anonfilter_english.resolvers.decisions.decision_executor import DecisionExecutor

        people, names = self._config.labels, self._config.names
        return DecisionExecutor(mentions, people, names, detector=self._name, changed=changed)

    def _refuse_lost(
        self, document: Document, decision: Decision, applied: Iterable[Change]
    ) -> None:
        """Raise ``Incomplete`` if a mention that a user added would stay in the text.

        With ``lost_mentions: tell``, raise nothing.
        """
        if decision.kind != "add" or self._config.lost_mentions == "tell":
            return
        for change in applied:
            if isinstance(change, Unmatched):
                raise Incomplete(
                    f"{change.reason}. The words that it replaces would stay in the text",
                    where=document.name,
                    hint=f"Correct the file {SUFFIX.removeprefix('.')} beside the document: "
                    "`anonfilter people --edit` writes it again.",
                )

    def _resolve_output(
        self, document: Document, spans: Sequence[Span], earlier: EarlierRound
    ) -> tuple[list[Span], list[Change]]:
        """Return the spans of the output except where decisions kept the words; and the changes."""
        left = list(self._left(earlier))
        if not left:
            return list(spans), []
        from anonfilter_english.resolvers.decisions.mention_table import MentionTable

        mentions = MentionTable(document, spans, self._foresee)
        executor = self._executor(mentions)
        changes: list[Change] = []
        for (start, end), labels, kept in left:
            first, last = document.origin.offset(start), document.origin.offset(end - 1) + 1
            changes += executor.uncover((first, last), labels, kept=kept)
        return list(mentions), changes

    def _left(self, earlier: EarlierRound) -> Iterator[_Left]:
        """Yield the places in the output that have the original words because of a decision."""
        original, rewritten = earlier.analysis.document, earlier.rewritten
        for (start, end), labels, kept in self._uncovered(earlier.analysis):
            old = original.origin.extent(start, end)
            new = rewritten.now(old[0]), rewritten.now(old[1])
            if rewritten.text[slice(*new)] == original.source.text[slice(*old)]:
                yield new, labels, kept

    def _uncovered(self, analysis: Analysis) -> Iterator[_Left]:
        """Yield the places in the original that stay because of a decision.

        That is also so if a decision set a role whose names stay.
        """
        with_role: set[Place] = set()
        for change in analysis.changes:
            if isinstance(change, Uncovered) and change.resolver == self._name:
                start = min(span.start for span in change.before)
                last = max(span.end for span in change.before)
                labels = {span.label for span in change.before}.difference(self.people)
                yield (start, last), tuple(sorted(labels)) if change.kept else (), change.kept
            elif change.resolver == self._name:
                with_role |= {(span.start, span.end) for span in change.after if span.category}
            elif change.excluded and change.resolver == "engine":
                people = {
                    (span.start, span.end): span.label in self._config.labels
                    for span in change.before
                }
                kept = sorted(people.keys() & with_role)
                yield from ((place, (), people[place]) for place in kept)

    def files_beside(self, earlier: EarlierRound) -> Iterable[tuple[str, bytes]]:
        """Yield the decisions file for the filtered text, which keeps the same words there.

        Yield nothing if the original has no decisions file.
        """
        before = earlier.analysis.document.source.beside(SUFFIX)
        if before is None:
            return
        from anonfilter_english.resolvers.decisions.decisions_file import Decision, to_bytes

        left = list(self._left(earlier))
        decisions: list[Decision] = []
        for label in (None, *sorted({label for _, labels, _ in left for label in labels})):
            reason = [(label,) if label else (), True]
            if places := tuple(place for place, *why in left if why == reason):
                decisions.append(Decision(keep=places, label=label))
        if places := tuple(place for place, *why in left if why == [(), False]):
            decisions.append(Decision(not_a_person=places))
        yield SUFFIX, to_bytes(earlier.rewritten.text, decisions, before, bound=False)


def _is_foreign(source: Source) -> bool:
    """Return True if the tree of the decisions has a different document of this name.

    A check that uses the rules of a trusted revision reads the decisions from that revision. They
    are about the document in that revision, not about the document on the branch.
    """
    if isinstance(source.tree, Disk):
        return False
    data = source.tree.read(source.name)
    return data is not None and data != source.encode(source.text)
