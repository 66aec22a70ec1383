"""Filter the shards that are not finished, in one or two passes, and check the output folder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from anonfilter.cache.sealed import Cache
from anonfilter.checking.names import found_in_names
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import suffix_of
from anonfilter.files.read import changed, unread
from anonfilter.files.staging import temporary_name, unwritten
from anonfilter.rules import Ruleset
from anonfilter.run import loop
from anonfilter.selection.choice import Name
from anonfilter.selection.globs import Globs
from anonfilter.session import Session
from anonfilter.sidecars.surrogate_rules import require_no_surrogates
from anonfilter_datasets.shards.crews import Crew
from anonfilter_datasets.shards.finished import Finished, digest_of
from anonfilter_datasets.shards.packed import plain
from anonfilter_datasets.shards.rows import PARQUET
from anonfilter_datasets.shards.work import (
    Done,
    Shard,
    Work,
    check,
    informed,
    joined,
    redact,
    survey,
)

Watched = Callable[
    [str, Iterator[loop.Numbered[Done]], Sequence[Shard]], Iterator[loop.Numbered[Done]]
]
"""Passes results on, and shows the progress of the work that it is given the name of."""


def listed(folder: str, ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """Return the shards below a folder, by their relative paths, and all other files.

    Shards are Parquet files and documents by the rules, also if they are compressed or ignored by
    git. A link to a folder counts as a shard that cannot be read, so that it is reported.
    """

    def closed(error: OSError) -> None:
        raise unread(error, str(error.filename))

    wanted = Globs(ruleset)
    shards: list[str] = []
    others: list[str] = []
    for place, folders, files in os.walk(folder, onerror=closed):
        folders[:] = sorted(name for name in folders if name != ".git")
        links = [name for name in folders if os.path.islink(os.path.join(place, name))]
        for name in sorted([*files, *links]):
            path = os.path.relpath(os.path.join(place, name), folder)
            inside = plain(path)
            chosen = inside in wanted or suffix_of(inside) == PARQUET or name in links
            (shards if chosen else others).append(path)
    return shards, others


def shards_of(source: str, output: str, ruleset: Ruleset) -> tuple[list[Shard], list[str]]:
    """Return the shards of a folder or file, with the paths of results, and all other files."""
    here, there = Path(os.path.realpath(source)), Path(os.path.realpath(output))
    if here == there or here in there.parents or there in here.parents:
        raise AnonfilterError(
            "one of the two folders is inside the other",
            where=f"{source}, {output}",
            hint="Name a folder of its own for the results.",
        )
    if os.path.exists(output) and not os.path.isdir(output):
        raise AnonfilterError("is a file, not a folder for results", where=output)
    if not os.path.isdir(source):
        return [Shard(source, os.path.join(output, os.path.basename(source)))], []
    names, others = listed(source, ruleset)
    if not names:
        raise AnonfilterError(
            "no shards here: neither Parquet nor files that match `documents:` of the rules",
            where=source,
        )
    for name in names:
        place = Path(os.path.realpath(os.path.join(output, name)))
        if not place.is_relative_to(there):
            raise AnonfilterError(f"a symbolic link leads out of {output}", where=name)
    return [Shard(os.path.join(source, name), os.path.join(output, name)) for name in names], others


@contextmanager
def alone(output: str) -> Iterator[None]:
    """Make a folder and lock it against other runs until all workers of this run have ended.

    A worker that outlives its run can still write a shard.
    """
    try:
        Path(output).mkdir(parents=True, exist_ok=True)
        held = os.open(output, os.O_RDONLY)
    except OSError as error:
        raise unwritten(error, output) from None
    try:
        with suppress(OSError):  # of a file system without locks
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise AnonfilterError(
                    "another run, or a worker of a killed run, writes to this folder",
                    where=output,
                    hint="Try again when that has ended.",
                ) from None
        yield
    finally:
        os.close(held)


def sweep(output: str) -> None:
    """Remove unfinished shards that killed runs and workers have left below a folder."""
    for path in Path(output).rglob(temporary_name(Path("*"), "*").name):
        path.unlink(missing_ok=True)


class Run:
    """A run that filters shards into a folder, and then checks all files in it.

    ``before`` counts the shards that earlier runs have finished. ``since`` is a time before the
    session was opened. Without a cache all shards are filtered.
    """

    def __init__(
        self,
        session: Session,
        shards: Sequence[Shard],
        crew: Crew,
        cache: Cache | None,
        since: int,
        watched: Watched,
    ) -> None:
        require_no_surrogates(session.engine, "anonfilter run")
        self._session, self._shards, self._crew = session, shards, crew
        self._cache, self._since, self._watched = cache, since, watched
        self._sources: dict[Shard, str | None] = dict.fromkeys(shards)
        self._surveys: dict[str, Done] = {}
        self._sealed = ""
        self.before = 0

    def carry_out(self) -> Iterator[Done]:
        """Yield the result for each shard, in order."""
        if self._cache is not None:
            for shard, seen in zip(self._shards, self._looked_at(), strict=True):
                self._sources[shard] = seen.source or None
        if self._session.ruleset.model.scope == "corpus":
            self._sealed = self._surveyed()
            self._session = informed(self._session, self._sealed)
        finished = Finished(self._cache, self._session, self._since, "redact")
        known = {
            shard: self._unsurveyed(shard) or finished.find(shard, self._sources[shard])
            for shard in self._shards
        }
        waiting = [shard for shard, done in known.items() if done is None]
        self.before = sum(done is not None and done.error is None for done in known.values())
        work = self._done(redact, "filtering", waiting, finished)
        with closing(work):
            for done in known.values():
                yield self._as_surveyed(done or next(work))

    def leftover(self, names: Sequence[str], placed: Collection[str]) -> Iterator[Done]:
        """Check the files that this run did not write, and the names of all files."""
        others = [Shard(name) for name in names if name not in placed]
        yield from self._done(check, "checking", others, None)
        found = found_in_names(self._session.engine, [Name(path, prose=True) for path in names])
        yield from (Done(path, findings=(replace(one, path=path),)) for one, path in found)

    def _looked_at(self) -> Iterator[Done]:
        """Yield the size and the digest of each shard."""
        sizes = loop.sizes_of(shard.name for shard in self._shards)
        done = (
            Done(shard.name, size, source=digest_of(shard.name) or "")
            for shard, size in zip(self._shards, sizes, strict=True)
        )
        return loop.in_order(self._watched("looking for changes", enumerate(done), self._shards))

    def _surveyed(self) -> str:
        """Return the names in all shards, sealed."""
        finished = Finished(self._cache, self._session, self._since, "survey")
        shards = [Shard(shard.name) for shard in self._shards]
        sources = dict(zip(shards, self._sources.values(), strict=True))
        known = {shard: finished.find(shard, source) for shard, source in sources.items()}
        waiting = [shard for shard, done in known.items() if done is None]
        found = [*self._done(survey, "looking for people", waiting, finished)]
        self._surveys = {one.name: one for one in (*filter(None, known.values()), *found)}
        return joined(self._session, [one.marks for one in self._surveys.values() if one.marks])

    def _unsurveyed(self, shard: Shard) -> Done | None:
        """Return the survey of a shard if it failed: the other shards do not know its names."""
        seen = self._surveys.get(shard.name)
        return seen if seen is not None and seen.error is not None else None

    def _as_surveyed(self, done: Done) -> Done:
        """Return the result, or an error if the shard has changed since the survey."""
        seen = self._surveys.get(done.name)
        if seen is not None and done.error is None and seen.source != done.source:
            return replace(done, error=changed(done.name))
        return done

    def _done(
        self, work: Work, what: str, shards: Sequence[Shard], finished: Finished | None
    ) -> Generator[Done, None, None]:
        """Work on these shards, and store each result as soon as it is there."""
        results = self._crew(work, shards, self._sealed) if shards else iter(())

        def kept() -> Iterator[loop.Numbered[Done]]:
            for number, done in results:
                if finished is not None and isinstance(done, Done):
                    finished.keep(shards[number], done)
                yield number, done

        yield from loop.in_order(self._watched(what, kept(), shards))
