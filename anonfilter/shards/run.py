"""Filters shards: what is not done yet, in one pass or two, and checks what is there then."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from anonfilter import workers
from anonfilter.cache import Cache
from anonfilter.checking.globs import Globs
from anonfilter.checking.names import found_in_names
from anonfilter.checking.selection import Name
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import suffix_of
from anonfilter.files.read import unread
from anonfilter.files.staging import temporary_name
from anonfilter.rules import Ruleset
from anonfilter.session import Session
from anonfilter.shards.crews import Crew
from anonfilter.shards.finished import Finished, digest_of
from anonfilter.shards.rows import PARQUET
from anonfilter.shards.work import Done, Shard, Work, check, informed, joined, redact, survey

Watched = Callable[[str, Iterator[workers.Numbered[Done]], Sequence[Shard]],
                   Iterator[workers.Numbered[Done]]]  # fmt: skip
"""Passes results on, and shows what is being done, and how far it is."""


def listed(folder: str, ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The shards below a folder, those that git ignores too, relative to it; and all other files.

    Shards are Parquet, and what the rules call documents. A link to a folder is one that cannot be
    read: what it leads to is not left out in silence.
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
            chosen = path in wanted or suffix_of(path) == PARQUET or name in links
            (shards if chosen else others).append(path)
    return shards, others


def shards_of(source: str, output: str, ruleset: Ruleset) -> tuple[list[Shard], list[str]]:
    """The shards of a folder, or a file, with the places of their results; and all other files."""
    here, there = Path(os.path.realpath(source)), Path(os.path.realpath(output))
    if here == there or here in there.parents or there in here.parents:
        raise AnonfilterError(
            "one of the two holds the other", where=f"{source}, {output}",
            hint="Name a folder of its own for the results.",
        )  # fmt: skip
    if os.path.exists(output) and not os.path.isdir(output):
        raise AnonfilterError("is a file, not a folder for results", where=output)
    if not os.path.isdir(source):
        return [Shard(source, os.path.join(output, os.path.basename(source)))], []
    names, others = listed(source, ruleset)
    if not names:
        raise AnonfilterError(
            "holds no shards: neither Parquet nor what the rules' `documents:` match", where=source
        )
    for name in names:
        place = Path(os.path.realpath(os.path.join(output, name)))
        if not place.is_relative_to(there):
            raise AnonfilterError(f"a symbolic link leads out of {output}", where=name)
    return [
        Shard(os.path.join(source, name), os.path.join(output, name)) for name in names
    ], others  # fmt: skip


def sweep(output: str) -> None:
    """Remove what runs and workers that were killed have left below a folder: half a shard each."""
    for path in Path(output).rglob(temporary_name(Path("*"), "*").name):
        path.unlink(missing_ok=True)


class Run:
    """Filters shards into a folder, and checks all that is in it then.

    ``before`` are the shards that an earlier run has done; ``since`` is a time before the session
    was opened; without a cache, everything is done.
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
        self._session, self._shards, self._crew = session, shards, crew
        self._cache, self._since, self._watched = cache, since, watched
        self._sources = {
            shard: None if cache is None else digest_of(shard.name) for shard in shards
        }
        self._sealed = ""
        self.before = 0

    def carry_out(self) -> Iterator[Done]:
        """Yield what came of each shard, in their order."""
        if self._session.ruleset.model.scope == "corpus":
            self._sealed = self._surveyed()
            self._session = informed(self._session, self._sealed)
        finished = Finished(self._cache, self._session, self._since, "redact")
        known = {shard: finished.find(shard, self._sources[shard]) for shard in self._shards}
        waiting = [shard for shard, done in known.items() if done is None]
        self.before = len(self._shards) - len(waiting)
        work = self._done(redact, "filtering", waiting, finished)
        with closing(work):
            for done in known.values():
                yield done or next(work)

    def leftover(self, output: str, placed: Collection[str]) -> Iterator[Done]:
        """Check what else is in a folder than what was ``placed`` there, and all names in it."""
        names = [os.path.join(output, name) for name in listed(output, self._session.ruleset)[0]]
        others = [Shard(name) for name in names if name not in placed]
        yield from self._done(check, "checking", others, None)
        found = found_in_names(self._session.engine, [Name(path, prose=True) for path in names])
        yield from (Done(path, findings=(replace(one, path=path),)) for one, path in found)

    def _surveyed(self) -> str:
        """Whom all shards name, sealed."""
        finished = Finished(self._cache, self._session, self._since, "survey")
        shards = [Shard(shard.name) for shard in self._shards]
        sources = dict(zip(shards, self._sources.values(), strict=True))
        known = {shard: finished.find(shard, source) for shard, source in sources.items()}
        waiting = [shard for shard, done in known.items() if done is None]
        found = [*self._done(survey, "looking for people", waiting, finished)]
        each = [done.marks for done in (*filter(None, known.values()), *found) if done.marks]
        return joined(self._session, each)

    def _done(
        self,
        work: Work,
        what: str,
        shards: Sequence[Shard],
        finished: Finished | None,
    ) -> Generator[Done, None, None]:
        """Do the work on these shards, and keep what came of each as soon as it is done."""
        results = self._crew(work, shards, self._sealed) if shards else iter(())

        def kept() -> Iterator[workers.Numbered[Done]]:
            for number, done in results:
                if finished is not None and isinstance(done, Done):
                    finished.keep(shards[number], done)
                yield number, done

        yield from workers.in_order(self._watched(what, kept(), shards))
