"""``anonfilter -o FOLDER --rename``: give results names without personal data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from anonfilter.commands.console import notify
from anonfilter.commands.progress import Progress
from anonfilter.commands.result_paths import relative_result_path
from anonfilter.engine.original_words import identifying_words
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, ModelMissing
from anonfilter.limits import ALLOW_MORE
from anonfilter.run import loop
from anonfilter.run.inputs import InputFile, Reading, open_input
from anonfilter.run.result import Result
from anonfilter.sidecars import original_names
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.plural import counted
from anonfilter.text.terminal import escape_for_log
from anonfilter.text.values import hide_values
from anonfilter.text.words import fold
from anonfilter_documents.renaming.proposed_names import Labelled, Proposal, propose_path
from anonfilter_documents.renaming.result_paths import choose_paths, find_revealing


@hide_values
@dataclass(slots=True)
class Renamed:
    """The names of the results of a run.

    ``places`` has their paths below the folder, by input, and ``originals`` has the original paths
    of renamed results, by input. ``incomplete`` has the errors of names that could not be filtered.
    ``earlier`` has the paths that earlier runs gave to results, by original path.
    """

    places: dict[str, Path] = field(default_factory=dict)
    originals: dict[str, str] = field(default_factory=dict)
    incomplete: dict[str, Incomplete] = field(default_factory=dict)
    earlier: dict[str, str] = field(default_factory=dict)

    def superseded(self) -> Iterator[str]:
        """Yield the paths of results of earlier runs that have another path in this run.

        These include original paths, under which a run without ``--rename`` wrote them.
        """
        written = {place.as_posix() for place in self.places.values()}
        for original in self.originals.values():
            for place in (self.earlier.get(original), original):
                if place is not None and place not in written:
                    yield place

    def report(self, *, verbose: bool) -> None:
        for name in self.originals if verbose else ():
            notify(escape_for_log(f"{name}: written as {self.places[name]}"))
        notify(f"{counted(len(self.originals), 'file')} of {len(self.places):,} renamed")


@dataclass(frozen=True, slots=True)
class Renaming:
    """A function that chooses the names of results; names are filtered with the texts."""

    engine: Engine
    policy: SidecarPolicy
    folder: Path

    def __call__(
        self, inputs: Sequence[InputFile], relative: Mapping[str, Path], jobs: int, *, quiet: bool
    ) -> Renamed:
        files = {file.name: file for file in inputs}
        paths = {
            name: (relative.get(name) or relative_result_path(name)).as_posix() for name in files
        }
        before = original_names.original_names_in(self.policy, self.folder)
        results = self._proposals(inputs, paths, before, jobs, (), quiet=quiet)
        people, again = _named_elsewhere(results)
        if again:
            repeated = [files[name] for name in again]
            results |= self._proposals(repeated, paths, before, jobs, people, quiet=quiet)
        done = Renamed(earlier={original: new for new, original in before.items()})
        done.incomplete |= {
            name: result.error
            for name, result in results.items()
            if isinstance(result.error, Incomplete)
        }
        named = {paths[name]: proposal for name, proposal in _made(results).items()}
        new = choose_paths(self.folder, named, before)
        left = find_revealing(self.engine, new, named)
        for name in files:
            path = paths[name]
            if path in left:
                done.incomplete[name] = left[path].of(name)
            elif path in new:
                done.places[name] = Path(new[path])
                if new[path] != path:
                    done.originals[name] = path
        return done

    def _proposals(
        self,
        files: Sequence[InputFile],
        paths: Mapping[str, str],
        before: Mapping[str, str],
        jobs: int,
        people: Labelled,
        *,
        quiet: bool,
    ) -> dict[str, Result]:
        """Return a proposal or an error for each name, in the order of the files."""
        sizes = loop.sizes_of(file.name for file in files)
        results = {original: self.folder / new for new, original in before.items()}
        with (
            Progress("naming", len(sizes), sum(sizes), quiet=quiet) as shown,
            closing(
                loop.results(
                    partial(self._proposal, paths, results, people),
                    files,
                    _died,
                    engine=self.engine,
                    sizes=sizes,
                    jobs=jobs,
                    progress=shown,
                    weigh=lambda _: (0, 0, 0),
                )
            ) as done,
        ):
            return {result.name: result for result in done}

    def _proposal(
        self,
        paths: Mapping[str, str],
        results: Mapping[str, Path],
        people: Labelled,
        file: InputFile,
    ) -> Result:
        name, result = file.name, Result(file.name)
        try:
            with open_input(self.engine, file) as opened:
                if opened.reading is Reading.IN_PARTS:
                    raise Incomplete(
                        "is too long to be read as a whole, which --rename needs",
                        hint="Give it a name without personal data, and leave out --rename; or "
                        f"{ALLOW_MORE}",
                    )
                known = results.get(paths[name])
                earlier = (
                    original_names.map_of_result(self.policy, known, name)
                    if known is not None
                    else None
                )
                result.details = propose_path(
                    self.engine, opened.loaded, paths[name], earlier, people
                )
        except ModelMissing:
            raise
        except Incomplete as error:
            return result.incomplete(error.of(name))
        return result


def _made(results: Mapping[str, Result]) -> dict[str, Proposal]:
    return {name: result.details for name, result in results.items() if result.details is not None}


def _named_elsewhere(results: Mapping[str, Result]) -> tuple[Labelled, list[str]]:
    """Return the people in all names, and the files whose names may hold one of them."""
    done = _made(results)
    people = tuple(sorted({person for proposal in done.values() for person in proposal.named}))
    words = {telltale[0] for _, surface in people for telltale in identifying_words(surface)}
    left = {name: fold(proposal.path) for name, proposal in done.items()}
    return people, [name for name, path in left.items() if any(word in path for word in words)]


def _died(file: InputFile, how: str) -> Result:
    error = loop.worker_ended("the process that filtered its name", file.name, how)
    return Result(file.name).incomplete(error)
