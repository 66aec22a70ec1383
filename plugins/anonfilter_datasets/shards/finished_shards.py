"""Remember finished shards in the sealed cache, so that later runs skip them.

The cache key of a shard is a keyed digest of everything that its result depends on: its name and
bytes, rules, code, models, key, and the names in the other shards.
"""

from __future__ import annotations

import hashlib
import json
import os

from anonfilter.cache.basis import CacheKeyInputs
from anonfilter.cache.sealed import Cache
from anonfilter.run.session import Session
from anonfilter_datasets.shards.shard_work import Shard, ShardResult, digester, key_of

KIND = "shards"
_FORM = b"1"  # the version of the cached record


class FinishedShards:
    """The shards that earlier runs have finished, for one kind of work; none without a cache."""

    def __init__(self, cache: Cache | None, session: Session, since: int, work: str) -> None:
        self._cache = cache
        self._basis = basis = None if cache is None else CacheKeyInputs(session.engine, since).whole
        key = key_of(session) if session.ruleset.model.scope == "corpus" else None
        secret = b"" if key is None else key.tags + key.check.prints
        self._parts = (_FORM, work.encode(), b"" if basis is None else basis.digest, secret)

    def find(self, shard: Shard, source: str | None) -> ShardResult | None:
        """Return the earlier result for a shard whose bytes have the digest ``source``.

        Return None if there is none, or if the output file has changed since.
        """
        if self._cache is None or self._basis is None or source is None:
            return None
        data = self._cache.load(KIND, self._name(shard, source))
        if data is None:
            return None
        rows, failed, output, marks = json.loads(data)
        if output != (file_digest(shard.place) or ""):
            return None
        failed = [(row, why) for row, why in failed]
        return ShardResult(
            shard.name, rows=rows, failed=failed, source=source, output=output, marks=marks
        )

    def keep(self, shard: Shard, done: ShardResult) -> None:
        """Store the result for a whole shard, unless something that it depends on has changed."""
        if self._cache is None or self._basis is None or not (done.whole and self._basis.holds()):
            return
        data = json.dumps([done.rows, done.failed, done.output, done.marks]).encode()
        self._cache.save(KIND, self._name(shard, done.source), data)

    def _name(self, shard: Shard, source: str) -> str:
        assert self._cache is not None
        places = (os.fsencode(os.path.abspath(path)) for path in (shard.name, shard.place))
        return self._cache.digest(KIND, *self._parts, *places, source.encode()).hex()


def file_digest(path: str) -> str | None:
    """Return the digest of a regular file; None if it does not exist or cannot be read."""
    try:
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return hashlib.file_digest(file, digester).hexdigest()
    except OSError:
        return None
