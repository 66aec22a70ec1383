"""Checks of every kind: it loads late, is deterministic, is linear in time, works in a fork."""

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
from anonfilter.testing.reported import checked
from anonfilter.testing.work import work_of

_FEW = 16_000  # characters: enough to see what is quadratic, before it takes minutes
_SECONDS = 300  # for a fork that may wait for ever
_SHAPES = ("x", "1", " ", "\n", "(", "A. ", "a@", "#1 ", "é👍 ")


def loads_late(case: Case) -> None:
    """Importing and making the plugin imports no large library: that is for `load`."""
    found = _probed(case, seed=1)["heavy"]
    assert not found, (
        f"{', '.join(found)} is imported before anything is read; import it in `load`, or where "
        "it is used"
    )


def is_deterministic(case: Case) -> None:
    """The same documents give the same bytes, whatever Python's hash seed and their order."""
    first, second = (_probed(case, seed)["results"] for seed in (1, 2))
    different = sorted(name for name in first if first[name] != second[name])
    assert not different, (
        f"{', '.join(different)}: the result depends on the hash seed (sort what comes out of a "
        "set), or on which documents were read before"
    )


def _probed(case: Case, seed: int) -> Any:
    """What another process with this hash seed says of the case."""
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter.testing.probe"],
        input=case.to_json(),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(seed)},
    )
    assert done.returncode == 0, f"a process of its own ends in an error:\n{done.stderr}"
    return json.loads(done.stdout)


def grows_linearly(case: Case) -> None:
    """Of the documents repeated, and of hostile texts, twice as much takes about twice as long."""
    for shape, content in _shapes(case):
        for size in (_FEW, case.most_characters):
            works = {n: work_of(case, content(n)) for n in (size // TIMES, size)}
            assert grows_no_faster(partial(_work, works), size), (
                f"the time that {case.name} takes grows faster than a text of {shape}"
            )


def _work(works: Mapping[int, Callable[[], object]], size: int) -> object:
    return works[size]()


def _shapes(case: Case) -> Iterator[tuple[str, Callable[[int], str | bytes]]]:
    """Contents of about so many characters, and what they are called."""
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
    """What was used here works in a fork, and what it finds can be sent back."""
    here = _results(case, case.engine)
    shared = all(is_forkable(made) for _, made in case.engine.parts())
    engine = case.engine if shared else case.fresh()  # which the engine's own workers load anew
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=lambda: theirs.send(_results(case, engine)))
    process.start()
    theirs.close()
    try:
        assert ours.poll(_SECONDS), "a fork waits for ever: it must not be `forkable`"
        there = ours.recv()
    except EOFError:
        raise AssertionError(
            "a fork ended with an error, or its result cannot be pickled"
        ) from None
    finally:
        process.kill()
        process.join()
    assert here == there, "a fork has another result than the process that it is a fork of"


def _results(case: Case, engine: Engine) -> list[Any]:
    if case.kind == "report":
        return list(case.plugin.write(checked()))
    documents = [engine.decode(data, name) for name, data in case.data()]
    redactions = [engine.redact(document) for document in documents]
    return [(one.output, one.analysis.spans, one.tagged) for one in redactions]
