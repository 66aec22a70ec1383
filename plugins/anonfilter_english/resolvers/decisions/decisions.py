"""What a reader decided about the people of a document comes before what any resolver thinks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from pydantic import Field as Option

from anonfilter.contract.document import (
    Analysis,
    Change,
    Document,
    EarlierRound,
    Source,
    Span,
    TaggedMention,
)
from anonfilter.contract.needs import Needs
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import Incomplete, RulesError
from anonfilter.files.source_tree import Disk
from anonfilter_english.knowledge.people.role_phrases import shipped_roles
from anonfilter_english.resolvers.decisions.changes import SUFFIX, Uncovered, Unmatched

if TYPE_CHECKING:
    from anonfilter_english.resolvers.decisions.carrying_out import CarryingOut
    from anonfilter_english.resolvers.decisions.decisions_file import Decision, File, Place
    from anonfilter_english.resolvers.decisions.standing import Foresee, Standing

    _Left = tuple[Place, tuple[str, ...], bool]
    """Where something stays, the labels of what is kept besides people, and whether it is kept."""


class Decisions:
    """Obeys ``FILE.decisions.yaml`` beside a document; stands behind all who link and cast.

    While the filter looks at its own output, nothing is found at the places decided about:
    what was uncovered in the original is so in what was made of it.
    """

    class Config(Strict):
        labels: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people"
        )
        names: tuple[LabelName, ...] = Option(
            default=("SPELLED_NAME", "ORGANIZATION", "LOCATION"),
            description="other labels of names; what is found by them may be no name, too",
        )
        lost_mentions: Literal["refuse", "tell"] = Option(
            default="refuse",
            description="what to do if a mention that was added by hand cannot be placed any more: "
            "it would stay in the text",
        )

    name: ClassVar[str] = "decisions"

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._name = setting.name
        self._labels = setting.labels
        self._foresee: Foresee = _no_tags
        self._roles: Collection[str] = shipped_roles()

    @property
    def people(self) -> tuple[str, ...]:
        """The labels of people."""
        return self._config.labels

    @property
    def names(self) -> frozenset[str]:
        """The labels of all that has a name, people among them."""
        return frozenset((*self._config.labels, *self._config.names))

    def tell_lost_mentions(self) -> None:
        """From now on: who looks at people, to decide anew, is told of them and not stopped."""
        self._config = self._config.model_copy(update={"lost_mentions": "tell"})

    def needs(self) -> Needs:
        return Needs(beside=(SUFFIX,))

    def know_tags(self, tags: Foresee) -> None:
        self._foresee = tags

    def know_roles(self, roles: Mapping[str, str]) -> None:
        self._roles = tuple(roles) or self._roles

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        if document.earlier is not None:
            return self._again(document, spans, document.earlier)
        data = document.source.beside(SUFFIX)
        if data is None:
            return list(spans), []
        from anonfilter_english.resolvers.decisions.standing import Standing

        file = self._read(data, document.name)
        foreign = _is_foreign(document.source)
        changed = foreign or not file.is_about(document.source.own_text)
        standing = Standing(document, spans, self._foresee, changed=changed)
        carry_out = self._carrying_out(standing, changed=changed)
        changes: list[Change] = []
        for number, decision in enumerate(file.decisions, 1):
            done = list(carry_out(number, decision, foreign=foreign))
            self._refuse_lost(document, decision, done)
            changes += done
        staying = sum(len(one.before) for one in changes if isinstance(one, Uncovered))
        if staying:
            changes.append(Change("", f"mentions that stay in the text by decision: {staying}"))
        return list(standing), changes

    def _read(self, data: bytes, document: str) -> File:
        """The decisions; what is wrong with them makes their document incomplete."""
        from anonfilter_english.resolvers.decisions.decisions_file import parse

        name = SUFFIX.removeprefix(".")
        try:
            return parse(data, name, roles=self._roles, labels=self._labels)
        except RulesError as error:
            raise Incomplete(
                f"{name} beside it is wrong: {error}", where=document,
                hint="`anonfilter people --edit` writes such a file.",
            ) from None  # fmt: skip

    def _carrying_out(self, standing: Standing, *, changed: bool = False) -> CarryingOut:
        from anonfilter_english.resolvers.decisions.carrying_out import CarryingOut

        people, names = self._config.labels, self._config.names
        return CarryingOut(standing, people, names, detector=self._name, changed=changed)

    def _refuse_lost(self, document: Document, decision: Decision, done: Iterable[Change]) -> None:
        if decision.kind != "add" or self._config.lost_mentions == "tell":
            return
        for change in done:
            if isinstance(change, Unmatched):
                raise Incomplete(
                    f"{change.reason}, and what it would have replaced would stay",
                    where=document.name,
                    hint=f"See what {SUFFIX.removeprefix('.')} beside it says; "
                    "`anonfilter people --edit` renews it.",
                )

    # the filter's own output

    def _again(
        self, document: Document, spans: Sequence[Span], earlier: EarlierRound
    ) -> tuple[list[Span], list[Change]]:
        left = list(self._left(earlier))
        if not left:
            return list(spans), []
        from anonfilter_english.resolvers.decisions.standing import Standing

        standing = Standing(document, spans, self._foresee)
        carry_out = self._carrying_out(standing)
        changes: list[Change] = []
        for (start, end), labels, kept in left:
            first, last = document.origin.offset(start), document.origin.offset(end - 1) + 1
            changes += carry_out.uncover((first, last), labels, kept=kept)
        return list(standing), changes

    def _left(self, earlier: EarlierRound) -> Iterator[_Left]:
        """What was uncovered, where it stands in the file now, if nothing else replaced it."""
        original, rewritten = earlier.analysis.document, earlier.rewritten
        for (start, end), labels, kept in self._uncovered(earlier.analysis):
            old = original.origin.extent(start, end)
            new = rewritten.now(old[0]), rewritten.now(old[1])
            if rewritten.text[slice(*new)] == original.source.text[slice(*old)]:
                yield new, labels, kept

    def _uncovered(self, analysis: Analysis) -> Iterator[_Left]:
        """What a decision uncovered in the text, by itself or by a role whose names stay."""
        cast: set[Place] = set()
        for change in analysis.changes:
            if isinstance(change, Uncovered) and change.resolver == self._name:
                start = min(span.start for span in change.before)
                last = max(span.end for span in change.before)
                yield (start, last), self._others(change), change.kept
            elif change.resolver == self._name:
                cast |= {(span.start, span.end) for span in change.after if span.category}
            elif change.excluded and change.resolver == "engine":
                people = {
                    (span.start, span.end): span.label in self._config.labels
                    for span in change.before
                }
                yield from ((place, (), people[place]) for place in sorted(people.keys() & cast))

    def _others(self, change: Uncovered) -> tuple[str, ...]:
        """What else than people was kept there."""
        labels = {span.label for span in change.before}.difference(self.people)
        return tuple(sorted(labels)) if change.kept else ()

    def files_beside(self, earlier: EarlierRound) -> Iterable[tuple[str, bytes]]:
        """What is still to be decided beside the filtered text: what is not replaced in it."""
        if earlier.analysis.document.source.beside(SUFFIX) is None:
            return
        from anonfilter_english.resolvers.decisions.decisions_file import Decision, written

        left = list(self._left(earlier))
        decisions = [
            *(Decision(keep=places) for places in _together(left, (), kept=True)),
            *(Decision(keep=places, label=label)
              for label in sorted({label for _, labels, _ in left for label in labels})
              for places in _together(left, (label,), kept=True)),
            *(Decision(not_a_person=places) for places in _together(left, (), kept=False)),
        ]  # fmt: skip
        before = earlier.analysis.document.source.beside(SUFFIX)
        yield SUFFIX, written(earlier.rewritten.text, decisions, before, bound=False)


def _is_foreign(source: Source) -> bool:
    """Whether the tree that has the decisions has another document of this name.

    A check by the rules of a trusted revision reads decisions from there: they are about the
    document as it is there, whatever a branch has made of it.
    """
    if isinstance(source.tree, Disk):
        return False
    data = source.tree.read(source.name)
    return data is not None and data != source.encode(source.text)


def _together(
    left: Sequence[_Left], labels: tuple[str, ...], *, kept: bool
) -> Iterator[tuple[Place, ...]]:
    """The places of what stays for one reason; none, where nothing does."""
    places = tuple(place for place, *why in left if why == [labels, kept])
    if places:
        yield places


def _no_tags(document: Document, spans: Sequence[Span]) -> list[TaggedMention]:
    """Without taggers no mention can be named by a tag."""
    return []
