"""``anonfilter -o FOLDER --rename``: results under names without personal data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from anonfilter import parallel, workers
from anonfilter.commands.console import notify
from anonfilter.commands.destinations import relative_place
from anonfilter.commands.options import Stopped
from anonfilter.commands.progress import Progress
from anonfilter.engine.original_words import identifying_words
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, ModelMissing
from anonfilter.files.read import Input
from anonfilter.sidecars import renamed
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.streams.inputs import LongInput
from anonfilter.text.plural import counted
from anonfilter.text.terminal import escape_for_log
from anonfilter.text.words import fold
from anonfilter_documents.renaming.naming import Labelled, Proposal, proposal
from anonfilter_documents.renaming.places import places, still_named


@dataclass(slots=True)
class Renamed:
    """The names of the results of a run.

    ``places`` are their paths below the folder, by input, and ``originals`` the original paths of
    those that have another name there. ``incomplete`` are the errors of names that could not be
    filtered. ``earlier`` are the paths that earlier runs gave to results, by original path.
    """

    places: dict[str, Path] = field(default_factory=dict)
    originals: dict[str, str] = field(default_factory=dict)
    incomplete: dict[str, Incomplete] = field(default_factory=dict)
    earlier: dict[str, str] = field(default_factory=dict)

    def superseded(self) -> Iterator[str]:
        """Yield where earlier runs wrote results that have another path in this run.

        A run without ``--rename`` wrote them under their original names.
        """
        written = {place.as_posix() for place in self.places.values()}
        for original in self.originals.values():
            for place in (self.earlier.get(original), original):
                if place is not None and place not in written:
                    yield place

    def tell(self, *, verbose: bool) -> None:
        for name in self.originals if verbose else ():
            notify(escape_for_log(f"{name}: written as {self.places[name]}"))
        notify(f"{counted(len(self.originals), 'file')} of {len(self.places):,} renamed")


@dataclass(frozen=True, slots=True)
class Renaming:
    """Filters the names of files, which are read with their texts."""

    engine: Engine
    policy: SidecarPolicy
    folder: Path
    read: Callable[[str], AbstractContextManager[Input | LongInput]]

    def __call__(
        self, inputs: Sequence[str], relative: Mapping[str, Path], jobs: int, *, quiet: bool
    ) -> Renamed:
        paths = {name: (relative.get(name) or relative_place(name)).as_posix() for name in inputs}
        before = renamed.remembered(self.policy, self.folder)
        found = self._proposals(paths, before, jobs, (), quiet=quiet)
        done = Renamed(earlier={original: new for new, original in before.items()})
        people, again = self._named_elsewhere(found)
        if again:
            some = {name: paths[name] for name in again}
            found |= self._proposals(some, before, jobs, people, quiet=quiet)
        for name, one in found.items():
            if isinstance(one, Stopped):
                done.incomplete[name] = one.error
        named = {paths[name]: one for name, one in found.items() if isinstance(one, Proposal)}
        new = places(self.folder, named, before)
        left = still_named(self.engine, new, named)
        for name in inputs:
            path = paths[name]
            if path in left:
                done.incomplete[name] = left[path].of(name)
            elif path in new:
                done.places[name] = Path(new[path])
                if new[path] != path:
                    done.originals[name] = path
        return done

    def _named_elsewhere(
        self, found: Mapping[str, Proposal | Stopped]
    ) -> tuple[Labelled, list[str]]:
        """The people in names, and the files whose names may tell of one of them."""
        done = {name: one for name, one in found.items() if isinstance(one, Proposal)}
        people = tuple(sorted({who for one in done.values() for who in one.named}))
        words = {telltale[0] for _, surface in people for telltale in identifying_words(surface)}
        left = {name: fold(one.path) for name, one in done.items()}
        return people, [name for name, path in left.items() if any(one in path for one in words)]

    def _proposals(
        self,
        paths: Mapping[str, str],
        before: Mapping[str, str],
        jobs: int,
        people: Labelled,
        *,
        quiet: bool,
    ) -> dict[str, Proposal | Stopped]:
        """What each name would be by itself, or why it is not known, in the order of the files."""
        names, sizes = list(paths), parallel.sizes_of(paths)
        results = {original: self.folder / new for new, original in before.items()}
        work = partial(self._proposal, paths, results, people)
        done = parallel.results(self.engine, work, names, sizes, jobs, _died)
        with (
            Progress("naming", len(sizes), sum(sizes), quiet=quiet) as shown,
            closing(done),
        ):
            weighed = shown.watch(done, lambda _: (0, 0, 0))
            return dict(zip(names, workers.in_order(weighed), strict=True))

    def _proposal(
        self, paths: Mapping[str, str], results: Mapping[str, Path], people: Labelled, name: str
    ) -> Proposal | Stopped:
        try:
            with self.read(name) as source:
                if isinstance(source, LongInput):
                    source = source.whole() or source
                if isinstance(source, LongInput):
                    raise Incomplete(
                        "is filtered in parts, and its name is read with the whole text",
                        hint="Give it a name without personal data, and leave out --rename; or "
                        "allow more in the rules: `limits: {whole_megabytes: …}`.",
                    )
                known = results.get(paths[name])
                earlier = renamed.known_of(self.policy, known, name) if known is not None else None
                return proposal(self.engine, source, paths[name], earlier, people)
        except ModelMissing:
            raise
        except Incomplete as error:
            return Stopped(error.of(name))


def _died(name: str, how: str) -> Stopped:
    what = f"the process that filtered its name has ended: {how}"
    return Stopped(Incomplete(what, where=name, hint=workers.HINT))
