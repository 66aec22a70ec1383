"""Compare the results of the command line for documents with those of the library.

One command checks a batch of documents, one filters it with sealed sidecars, and one restores it.
The filtered documents are checked outside the corpus, so that originals which are known from other
documents do not count.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Exit
from benchmarks.fuzz.invariants import Outcome, is_same

Broken = tuple[str, Outcome | None]  # the promise, and the document, if it is of one


def disagreements(engine: Engine, rules: str, tried: Sequence[Outcome]) -> Iterator[Broken]:
    """Yield the promises that the command line breaks, each with the document, or None for all."""
    by_name = {f"{number}-{one.name}": one for number, one in enumerate(tried)}
    with tempfile.TemporaryDirectory() as folder:
        line = _CommandLine(Path(folder), rules)
        for name, one in by_name.items():
            Path(folder, "raw", name).write_bytes(one.data)
        yield from _of_check(
            line, "raw", {name: _found(engine, one) for name, one in by_name.items()}, by_name
        )
        yield from _of_filter(line, by_name)
        filtered = {name: one for name, one in by_name.items() if one.exit is Exit.OK}
        if filtered:
            yield from _of_restore(line, filtered)
            yield from _of_check(line, "clean", dict.fromkeys(filtered, Exit.OK), filtered)


class _CommandLine:
    """A function that runs anonfilter in a folder, with its own configuration and cache."""

    def __init__(self, folder: Path, rules: str) -> None:
        self.folder = folder
        self.rules = ("--rules", rules)
        own = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME")
        self._environment = {
            **{name: value for name, value in os.environ.items() if "ANONFILTER" not in name},
            **{name: str(folder / name) for name in own},
        }
        for name in ("raw", "corpus", "clean", *own):
            (folder / name).mkdir()

    def __call__(self, below: str, *given: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, "-m", "anonfilter", *given],
            cwd=self.folder / below,
            env=self._environment,
            capture_output=True,
            check=False,
        )


def _found(engine: Engine, one: Outcome) -> Exit:
    """Return the exit code that a check of the document must have."""
    try:
        return Exit.FOUND if engine.check(engine.read_document(one.data, one.name)) else Exit.OK
    except AnonfilterError as error:
        return error.exit_code


def _of_check(
    line: _CommandLine, below: str, expected: Mapping[str, Exit], of: Mapping[str, Outcome]
) -> Iterator[Broken]:
    ran = line(
        below, "check", *line.rules, "--assume-language", "--all", "--output", "jsonl", *expected
    )
    codes: dict[str, Exit] = {}
    for report in map(json.loads, ran.stdout.splitlines()):
        if report["type"] == "finding":
            codes[report["path"]] = Exit.FOUND
        elif report["type"] == "incomplete":
            codes.setdefault(report["path"], Exit.INCOMPLETE)
    for name, code in expected.items():
        if codes.get(name, Exit.OK) != code:
            yield f"check of {below} documents says what the library says", of[name]
    yield from _exit_code("check", ran, expected.values())


def _of_filter(line: _CommandLine, of: Mapping[str, Outcome]) -> Iterator[Broken]:
    if line("corpus", "key", "new").returncode:
        yield "key new", None
    paths = (f"../raw/{name}" for name in of)
    ran = line("corpus", "filter", *line.rules, "--assume-language", "-q", "-o", ".", *paths)
    for name, one in of.items():
        place = line.folder / "corpus" / name
        output = place.read_bytes() if place.exists() else None
        if output != (one.done.output if one.done and one.exit is Exit.OK else None):
            yield "filter writes what the library writes", one
        elif output is not None:
            Path(line.folder, "clean", name).write_bytes(output)
    yield from _exit_code("filter", ran, [one.exit for one in of.values()])


def _of_restore(line: _CommandLine, of: Mapping[str, Outcome]) -> Iterator[Broken]:
    ran = line("corpus", "restore", *line.rules, "-o", "../restored/", *of)
    for name, one in of.items():
        place = line.folder / "restored" / name
        if not place.exists() or not is_same(place.read_bytes(), one.data, name):
            yield "restore brings back the original from a sealed sidecar", one
    yield from _exit_code("restore", ran, [Exit.OK])


def _exit_code(
    command: str, ran: subprocess.CompletedProcess[bytes], codes: Collection[Exit]
) -> Iterator[Broken]:
    """Yield the broken promises about exit codes; a finding outranks an incomplete file."""
    expected = next((code for code in (Exit.FOUND, Exit.INCOMPLETE) if code in codes), Exit.OK)
    if ran.returncode != expected:
        yield f"{command} ends with {expected}, not {ran.returncode}", None
    if b"Traceback" in ran.stderr:
        yield f"{command} prints no traceback", None
