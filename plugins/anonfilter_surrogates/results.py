"""What goes between reading and writing a text with surrogates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields

from anonfilter.contract.document import Redaction, Replacement, RewrittenText, Source
from anonfilter.sidecars.surrogate_map import PlacedSurrogate, SurrogateMap, replace_with_tags
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class SourceWithSurrogates(Source):
    """A file whose surrogates were taken off: its text has tags.

    ``file`` is the file as it is, in whose text ``items`` are the surrogates; ``off`` maps places
    of the text to it; ``surrogates`` is what the sidecar says, if it has surrogates.
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
        """Make it of the source without surrogates and the file as it is, which has ``items``."""
        own = {one.name: getattr(source, one.name) for one in fields(Source)}
        off = replace_with_tags(file.text, items)
        return cls(**own, file=file, items=tuple(items), off=off, surrogates=surrogates)

    def tags(self) -> list[tuple[int, PlacedSurrogate]]:
        """Where the tags of surrogates stand in the text."""
        return [(self.off.now(one.end) - len(one.tag), one) for one in self.items]


@hide_values
@dataclass(frozen=True, slots=True)
class RedactionWithSurrogates(Redaction):
    """A filtered document with surrogates in its output. ``rewritten`` has tags in their place.

    ``kept`` counts by label the mentions that have a tag for want of a surrogate, ``given_up`` the
    surrogates of the file that gave way to their tags; ``shown`` are the edits of the file that
    lead to the output; ``repeatable``: another run makes the same.
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
        """What a user must know of the surrogates; ``sidecar``: one is written."""
        said = []
        if self.kept:
            each = ", ".join(f"{label} {count:,}" for label, count in self.kept)
            said.append(f"surrogates: a tag stands where none could be made ({each})")
        if self.given_up:
            places = counted(self.given_up, "place")
            said.append(f"surrogates: a tag stands again in {places}: an original is so called")
        if self.surrogates is not None and not sidecar:
            said.append(
                "surrogates: no sidecar is written with this text, so nothing tells them from "
                "names later: `check` reports them, filtering again replaces them by others, and "
                "no original comes back"
            )
        if self.surrogates is not None and not self.repeatable:
            said.append(
                "surrogates: without a key they differ from run to run, and the same person has "
                "another name in each text (`anonfilter key new`)"
            )
        return said
