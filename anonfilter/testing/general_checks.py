"""Has the checks for plugins of every kind: loading, determinism, time, and work in a fork."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from multiprocessing import get_context
from typing import Any

from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import is_forkable
from anonfilter.testing.case import Case
from anonfilter.testing.growth import TIMES, grows_no_faster
from anonfilter.testing.plugin_work import work_of
from anonfilter.testing.report_checks import check_result

_FEW = 16_000  # characters: enough to show quadratic growth before it takes minutes
_SECONDS = 300  # a fork that takes longer is assumed to wait for ever
_SHAPES = ("x", "1", " ", "\n", "(", "A. ", "a@", "#1 ", "é👍 ")


def loads_late(case: Case) -> None:
    """Check that importing and making the plugin imports no large library; `load` may."""
    found = _probed(case, seed=1)["heavy"]
    assert not found, (
        f"{', '.join(found)} is imported before a document is read; import it in `load`, or where "
        "it is used"
    )


def is_deterministic(case: Case) -> None:
    """Check that a result depends neither on the hash seed nor on documents read before."""
    first, second = (_probed(case, seed)["results"] for seed in (1, 2))
    different = sorted(name for name in first if first[name] != second[name])
    assert not different, (
        f"{', '.join(different)}: the result depends on Python's hash seed (sort the elements of "
        "sets), or on the documents that were read before"
    )


def _probed(case: Case, seed: int) -> Any:
    """Return the imports and results of a case in another process with this hash seed."""
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter.testing.probe"],
        input=case.to_json(),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    assert done.returncode == 0, f"the plugin fails in a new process:\n{done.stderr}"
    return json.loads(done.stdout)


def grows_linearly(case: Case) -> None:
    """Check that the time grows with the length of repeated documents and hostile texts."""
    for shape, content in _shapes(case):
        for size in (_FEW, case.most_characters):
            works = {n: work_of(case, content(n)) for n in (size // TIMES, size)}
            assert grows_no_faster(partial(_work, works), size), (
                f"{case.name}: the time grows faster than the length of a text of {shape}"
            )


def _work(works: Mapping[int, Callable[[], object]], size: int) -> object:
    return works[size]()


def _shapes(case: Case) -> Iterator[tuple[str, Callable[[int], str | bytes]]]:
    """Yield the names of hostile texts, each with a function that makes one of a given size."""
    if case.longer is not None or case.kind == "report":
        yield "this kind", case.longer or partial(_repeated, b"x")
        return
    for name, data in case.data():
        yield f"{name} repeated", partial(_repeated, data)
    if case.kind != "format":
        for shape in _SHAPES:
            yield f"{shape!r} repeated", partial(_repeated, shape.encode())


def _repeated(data: bytes, size: int) -> bytes:
    return data * (size // len(data) + 1)


def works_in_a_fork(case: Case) -> None:
    """Check that a plugin works in a fork after its first use.

    Its results must be picklable, and equal to those of the parent process.
    """
    here = _results(case, case.engine)
    shared = all(is_forkable(made) for _, made in case.engine.parts())
    # Workers make a new engine if a plugin cannot be shared.
    engine = case.engine if shared else case.new_engine()
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=lambda: theirs.send(_results(case, engine)))
    process.start()
    theirs.close()
    try:
        assert ours.poll(_SECONDS), "a fork waits for ever, so the plugin must not be `forkable`"
        there = ours.recv()
    except EOFError:
        raise AssertionError(
            "a fork ended with an error, or its result cannot be pickled"
        ) from None
    finally:
        process.kill()
        process.join()
    assert here == there, "the result in a fork differs from that in its parent process"


def _results(case: Case, engine: Engine) -> list[Any]:
    if case.kind == "report":
        return list(case.plugin.write(check_result()))
    documents = [engine.read_document(data, name) for name, data in case.data()]
    redactions = [engine.redact(document) for document in documents]
    return [(done.output, done.analysis.spans, done.tagged) for done in redactions]
