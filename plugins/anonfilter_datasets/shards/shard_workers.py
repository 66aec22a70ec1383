"""Distribute the work on shards to forks of this process, or to the workers of a Ray cluster.

Ray schedules the shards, and tries a shard again if its worker or machine was lost. Its workers
open their own session from the same folder, so rules, lists, key and models never go through Ray.
Only names, counts, digests and sealed marks do.
"""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from anonfilter.contract.result_versions import Versions
from anonfilter.errors import AnonfilterError, PluginError, unexpected
from anonfilter.reports.versions import versions
from anonfilter.run import loop
from anonfilter.run.session import Session
from anonfilter_datasets.shards.shard_work import Shard, ShardResult, Work, died, with_all_names

_RETRIES = 3  # of a shard, after a worker or its machine was lost
_AT_ONCE = 1_000  # shards that Ray knows of
_SECONDS = 10.0  # until a cluster must have answered
_STORE = 256_000_000  # bytes that workers of this machine share: results are small
_NOWHERE = "http://127.0.0.1:9"  # the port of the discard protocol
SILENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_USAGE_STATS_REPORT_URL": _NOWHERE,
    "http_proxy": _NOWHERE,
    "https_proxy": _NOWHERE,
    "no_proxy": "",
}
"""The environment in which Ray's own processes reach no other machine by HTTP.

Without it they ask which cloud they run in, and report that usage reports are switched off.
"""


class Workers(Protocol):
    """A function that works on shards, and yields each result with the index of its shard.

    ``sealed`` has the names in all shards, or is "" if they are not needed.
    """

    def __call__(
        self, work: Work, shards: Sequence[Shard], sealed: str
    ) -> Iterator[loop.Numbered[ShardResult]]: ...


@dataclass(frozen=True, slots=True)
class LocalWorkers:
    """Workers that are forks of this process."""

    session: Session
    jobs: int

    def __call__(
        self, work: Work, shards: Sequence[Shard], sealed: str
    ) -> Iterator[loop.Numbered[ShardResult]]:
        session = with_all_names(self.session, sealed)
        return loop.numbered_results(
            lambda shard: work(session, shard),
            shards,
            died,
            engine=session.engine,
            sizes=loop.sizes_of(shard.name for shard in shards),
            jobs=self.jobs,
        )


@dataclass(frozen=True, slots=True)
class _Job:
    """The task of a Ray worker: the session to open, the folder to open it in, and the work."""

    folder: str
    opening: Callable[[], Session]
    versions: Versions
    work: Work
    sealed: str


@dataclass(frozen=True, slots=True)
class RayWorkers:
    """The workers of the connected Ray cluster, at most ``most`` at a time."""

    session: Session
    opening: Callable[[], Session]
    most: int | None = None

    def __call__(
        self, work: Work, shards: Sequence[Shard], sealed: str
    ) -> Iterator[loop.Numbered[ShardResult]]:
        import ray

        job = _Job(os.getcwd(), self.opening, versions(self.session.engine), work, sealed)
        stored_job = ray.put(job)
        task = ray.remote(num_cpus=1, max_retries=_RETRIES)(_in_worker)
        sizes = loop.sizes_of(shard.name for shard in shards)
        waiting = sorted(range(len(shards)), key=lambda number: (sizes[number], -number))
        running: dict[Any, int] = {}
        while waiting or running:
            while waiting and len(running) < (self.most or _AT_ONCE):
                number = waiting.pop()
                running[task.remote(stored_job, shards[number])] = number
            (ready,), _ = ray.wait([*running])
            number = running.pop(ready)
            try:
                yield number, ray.get(ready)
            except ray.exceptions.RayError as error:
                yield number, died(shards[number], type(error).__name__)


@contextmanager
def connected(address: str | None, cpus: int | None) -> Iterator[None]:
    """Connect to the Ray cluster at ``address``, or start a cluster on this machine.

    This must happen before the network is refused, because Ray asks for this machine's address.
    """
    try:
        import ray
    except ModuleNotFoundError as error:
        raise PluginError(
            f"--engine ray needs {error.name!r}, which is not installed",
            hint="Install it: python -m pip install 'anonfilter[ray]'",
        ) from None
    own = {"num_cpus": cpus, "include_dashboard": False, "object_store_memory": _STORE}
    terminate = signal.getsignal(signal.SIGTERM)
    try:
        if address:  # raise at once if nothing answers; Ray would try for minutes
            host, _, port = address.rpartition(":")
            socket.create_connection((host.strip("[]"), int(port)), _SECONDS).close()
        with _silent():
            ray.init(
                address or "local",
                log_to_driver=False,
                logging_level="error",
                **({} if address else own),
            )
    except (OSError, RuntimeError, ValueError) as error:
        raise AnonfilterError(
            f"Ray cannot be reached: {type(error).__name__}",
            where=address or "",
            hint="`ray status` shows whether a cluster runs; --address is HOST:PORT of its head.",
        ) from None
    signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    except SystemExit:  # Ray changes the code to 1, which means a finding
        raise SystemExit(128 + signal.SIGTERM) from None
    finally:
        ray.shutdown()


@contextmanager
def _silent() -> Iterator[None]:
    """Set the environment ``SILENT`` for the processes that start inside the ``with`` block."""
    before = {name: os.environ.get(name) for name in SILENT}
    os.environ.update(SILENT)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


_opened: dict[str, Session] = {}
"""The sessions of this worker: "" is the session of the rules; the key of the other one is the
sealed names of all shards, which that session knows. A worker serves one run."""


def _in_worker(job: _Job, shard: Shard) -> ShardResult | Exception:
    """Work on a shard in a Ray worker; return an exception as a result, as forks do."""
    try:
        return job.work(_session(job), shard)
    except AnonfilterError as error:
        return error
    except Exception as error:  # its text may hold a value
        return unexpected(error, shard.name)


def _session(job: _Job) -> Session:
    """Return the session for a job. A worker opens it once, so models are loaded once."""
    from anonfilter import limits, optional

    if "" not in _opened:
        limits.whole_process()
        optional.whole_process()
        try:
            os.chdir(job.folder)
        except OSError:
            raise AnonfilterError(
                "this folder is not on every machine of the cluster",
                where=job.folder,
                hint="Run it in a folder that all machines share, with the rules and the shards.",
            ) from None
        session = job.opening()
        if versions(session.engine) != job.versions:
            raise AnonfilterError(
                "a machine of the cluster has different rules, models or versions"
            )
        _opened[""] = session
    if job.sealed not in _opened:
        base = _opened[""]
        _opened.clear()
        _opened.update({"": base, job.sealed: with_all_names(base, job.sealed)})
    return _opened[job.sealed]
