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
from anonfilter.run.session import Session
from anonfilter.selection.choice import CheckedName
from anonfilter.selection.globs import Globs
from anonfilter.sidecars.surrogate_rules import require_no_surrogates
from anonfilter_datasets.shards.finished_shards import FinishedShards, file_digest
from anonfilter_datasets.shards.shard_rows import PARQUET, uncompressed_name
from anonfilter_datasets.shards.shard_work import (
    Shard,
    ShardResult,
    Work,
    check,
    join_marks,
    redact,
    survey,
    with_all_names,
)
from anonfilter_datasets.shards.shard_workers import Workers

WatchProgress = Callable[
    [str, Iterator[loop.Numbered[ShardResult]], Sequence[Shard]],
    Iterator[loop.Numbered[ShardResult]],
]
"""A function that passes results on and shows the progress of the work under the given name."""


def list_shards(folder: str, ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """Return the relative paths of the shards below a folder, and of all other files.

    Shards are Parquet files and the files that match `documents:` of the rules, also if they are
    compressed or ignored by git. A link to a folder counts as a shard that cannot be read, so that
    it is reported.
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
            inside = uncompressed_name(path)
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
            hint="Name another folder for the results.",
        )
    if os.path.exists(output) and not os.path.isdir(output):
        raise AnonfilterError("is a file, not a folder for results", where=output)
    if not os.path.isdir(source):
        return [Shard(source, os.path.join(output, os.path.basename(source)))], []
    names, others = list_shards(source, ruleset)
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
def lock_folder(output: str) -> Iterator[None]:
    """Make a folder and lock it against other runs until all workers of this run have ended.

    Forked workers share the lock, so a worker that outlives its run still holds it.
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


def remove_unfinished(output: str) -> None:
    """Remove the temporary files that killed runs and workers have left below a folder."""
    for path in Path(output).rglob(temporary_name(Path("*"), "*").name):
        path.unlink(missing_ok=True)


class DatasetRun:
    """A run that filters shards into a folder, and then checks all files in it.

    ``since`` is a time before the session was opened. Without a cache all shards are filtered.
    ``before`` counts the shards that earlier runs have finished.
    """

    def __init__(
        self,
        session: Session,
        shards: Sequence[Shard],
        workers: Workers,
        cache: Cache | None,
        since: int,
        watch: WatchProgress,
    ) -> None:
        require_no_surrogates(session.engine, "anonfilter run")
        self._session, self._shards, self._workers = session, shards, workers
        self._cache, self._since, self._watch = cache, since, watch
        self._sources: dict[Shard, str | None] = dict.fromkeys(shards)
        self._surveys: dict[str, ShardResult] = {}
        self._sealed = ""
        self.before = 0

    def filter_shards(self) -> Iterator[ShardResult]:
        """Yield the result for each shard, in order."""
        if self._cache is not None:
            for shard, digested in zip(self._shards, self._digest_shards(), strict=True):
                self._sources[shard] = digested.source or None
        if self._session.ruleset.model.scope == "corpus":
            self._sealed = self._survey_shards()
            self._session = with_all_names(self._session, self._sealed)
        finished = FinishedShards(self._cache, self._session, self._since, "redact")
        # The other shards do not know the names in a shard whose survey failed.
        failed = {name: done for name, done in self._surveys.items() if done.error is not None}
        known = {
            shard: failed.get(shard.name) or finished.find(shard, self._sources[shard])
            for shard in self._shards
        }
        waiting = [shard for shard, done in known.items() if done is None]
        self.before = sum(done is not None and done.error is None for done in known.values())
        work = self._work_on(redact, "filtering", waiting, finished)
        with closing(work):
            for done in known.values():
                yield self._if_unchanged(done or next(work))

    def check_output(self, names: Sequence[str], placed: Collection[str]) -> Iterator[ShardResult]:
        """Check the files that this run did not write, and the names of all files."""
        others = [Shard(name) for name in names if name not in placed]
        yield from self._work_on(check, "checking", others, None)
        checked = [CheckedName(path, prose=True) for path in names]
        for finding, path in found_in_names(self._session.engine, checked):
            yield ShardResult(path, findings=(replace(finding, path=path),))

    def _digest_shards(self) -> Iterator[ShardResult]:
        """Yield the size and the digest of each shard."""
        sizes = loop.sizes_of(shard.name for shard in self._shards)
        done = (
            ShardResult(shard.name, size, source=file_digest(shard.name) or "")
            for shard, size in zip(self._shards, sizes, strict=True)
        )
        return loop.in_order(self._watch("looking for changes", enumerate(done), self._shards))

    def _survey_shards(self) -> str:
        """Return the names in all shards, sealed."""
        finished = FinishedShards(self._cache, self._session, self._since, "survey")
        shards = [Shard(shard.name) for shard in self._shards]
        sources = dict(zip(shards, self._sources.values(), strict=True))
        known = {shard: finished.find(shard, source) for shard, source in sources.items()}
        waiting = [shard for shard, done in known.items() if done is None]
        found = [*self._work_on(survey, "looking for people", waiting, finished)]
        self._surveys = {done.name: done for done in (*filter(None, known.values()), *found)}
        marks = [done.marks for done in self._surveys.values() if done.marks]
        return join_marks(self._session, marks)

    def _if_unchanged(self, done: ShardResult) -> ShardResult:
        """Return the result, or an error if the shard has changed since the survey."""
        seen = self._surveys.get(done.name)
        if seen is not None and done.error is None and seen.source != done.source:
            return replace(done, error=changed(done.name))
        return done

    def _work_on(
        self, work: Work, what: str, shards: Sequence[Shard], finished: FinishedShards | None
    ) -> Generator[ShardResult, None, None]:
        """Yield the result for each shard, in order; store each as soon as it is there."""
        results = self._workers(work, shards, self._sealed) if shards else iter(())

        def kept() -> Iterator[loop.Numbered[ShardResult]]:
            for number, done in results:
                if finished is not None and isinstance(done, ShardResult):
                    finished.keep(shards[number], done)
                yield number, done

        yield from loop.in_order(self._watch(what, kept(), shards))
