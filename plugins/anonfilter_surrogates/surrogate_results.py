"""The source and the result of a document whose file has surrogates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from anonfilter.contract.document import Redaction, Replacement, RewrittenText, Source
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values
from anonfilter_surrogates.surrogate_map import PlacedSurrogate, SurrogateMap, replace_with_tags


@hide_values
@dataclass(frozen=True, slots=True)
class SourceWithSurrogates(Source):
    """A source whose text has tags in place of the surrogates of the file.

    ``file`` is the source with surrogates, and ``items`` are the surrogates in its text. ``off``
    maps offsets of the text with tags to it. ``surrogates`` is the map in the sidecar, if there is
    a sidecar.
    """

    file: Source = field(default_factory=lambda: Source("", ""), compare=False, repr=False)
    items: tuple[PlacedSurrogate, ...] = field(default=(), compare=False, repr=False)
    off: RewrittenText = field(
        default_factory=lambda: RewrittenText("", (), ()), compare=False, repr=False
    )
    surrogates: SurrogateMap | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(
        cls,
        source: Source,
        file: Source,
        items: Sequence[PlacedSurrogate],
        surrogates: SurrogateMap | None,
    ) -> SourceWithSurrogates:
        """Return the source with tags, together with the file with surrogates (``items``)."""
        own = {item.name: getattr(source, item.name) for item in fields(Source)}
        off = replace_with_tags(file.text, items)
        return cls(**own, file=file, items=tuple(items), off=off, surrogates=surrogates)

    def tags(self) -> list[tuple[int, PlacedSurrogate]]:
        """Return the surrogates with the offsets of their tags in the text."""
        return [(self.off.now(item.end) - len(item.tag), item) for item in self.items]


@hide_values
@dataclass(frozen=True, slots=True)
class RedactionWithSurrogates(Redaction):
    """A filtered document with surrogates in its output. ``rewritten`` has tags in their place.

    - ``kept``: by label, the number of mentions that keep a tag because there is no surrogate.
    - ``given_up``: the number of surrogates in the file that became tags again.
    - ``shown``: the replacements that turn the file into the output.
    - ``repeatable``: True if another run chooses the same surrogates.
    """

    surrogates: SurrogateMap | None = None
    shown: tuple[Replacement, ...] = ()
    kept: tuple[tuple[str, int], ...] = ()
    given_up: int = 0
    repeatable: bool = True

    @property
    def edits(self) -> tuple[Replacement, ...]:
        return self.shown

    def notes(self, *, sidecar: bool) -> list[str]:
        """Return remarks on the surrogates; ``sidecar`` is True if a sidecar is written."""
        remarks = []
        if self.kept:
            counts = ", ".join(f"{label} {count:,}" for label, count in self.kept)
            remarks.append(
                f"surrogates: mentions without a plausible surrogate keep a tag ({counts})"
            )
        if self.given_up:
            places = counted(self.given_up, "place")
            remarks.append(
                f"surrogates: a tag is used again in {places}, since the surrogate is a real name"
            )
        if self.surrogates is not None and not sidecar:
            remarks.append(
                "surrogates: this text has no sidecar, so later runs take them for real names: "
                "`check` reports them, filtering again replaces them, and originals cannot be "
                "restored"
            )
        if self.surrogates is not None and not self.repeatable:
            remarks.append(
                "surrogates: without a key they differ in each run, and a person has a different "
                "name in each text (`anonfilter key new`)"
            )
        return remarks
