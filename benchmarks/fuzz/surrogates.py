"""Check the promises for texts with surrogates, with sidecars as the command line writes them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anonfilter_corpus.inspect.verify_sidecars import Problem, Verifier

from anonfilter.commands.restore import from_file
from anonfilter.engine.pipeline import Options
from anonfilter.errors import Exit, Incomplete
from anonfilter.keys.keyring import create_corpus
from anonfilter.run import sidecar_sinks
from anonfilter.run.filter_file import FilterJob
from anonfilter.run.inputs import InputFile
from anonfilter.run.result import Result
from anonfilter.run.session import Session, load_rules
from anonfilter.sidecars.sidecar_pairs import Access, pairs
from benchmarks.fuzz.invariants import Outcome, is_same

RULES = "anonfilter: 1\nextends: {}\nscope: {}\ntaggers: [{{use: surrogate, labels: ['*']}}]\n"
ADDED = b"This line was added.\n"


@contextmanager
def corpus(rules: str, scope: str = "document") -> Iterator[Path]:
    """Work in a new corpus with a key, and with rules that write surrogates."""
    before, config = Path.cwd(), os.environ.get("XDG_CONFIG_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = f"{folder}/config"
        os.chdir(folder)
        try:
            create_corpus(Path(folder))
            Path("rules.yaml").write_text(RULES.format(rules, scope))
            yield Path(folder)
        finally:
            os.chdir(before)
            if config is None:
                del os.environ["XDG_CONFIG_HOME"]
            else:
                os.environ["XDG_CONFIG_HOME"] = config


def session() -> Session:
    """Return a session in such a corpus, which uses the sidecars that exist."""
    rules = load_rules("rules.yaml", False)
    return Session.open(rules, Options(assume_language=True), minting=True)


def tried(run: Session, name: str, data: bytes) -> tuple[Outcome, list[str]]:
    """Return the outcome for a document, and the names of the broken promises."""
    Path(name).write_bytes(data)
    try:
        done = _in_place(run, name)
        exit_code = Exit.INCOMPLETE if done.error else Exit.FOUND if done.findings else Exit.OK
        one = Outcome(name, data, exit_code)
        return one, list(broken(run, one)) if exit_code is Exit.OK else []
    except Exception as error:
        crash = type(error).__name__
        return Outcome(name, data, Exit.INCOMPLETE, crash=crash), [f"no traceback: {crash}"]


def broken(run: Session, one: Outcome) -> Iterator[str]:
    output = Path(one.name).read_bytes()
    _in_place(run, one.name)
    if Path(one.name).read_bytes() != output:
        yield "filtering again changes nothing"
    engine = run.engine
    if engine.failing(engine.analyse(engine.read_document(output, one.name))):
        yield "the check is clean"
    if not is_same(from_file(run.keeping(), one.name)[1], one.data, one.name):
        yield "restore brings back the original"
    if _problems(run, one.name):
        yield "map verify finds no problem"
    if one.name.endswith(".txt") and output[:1].isascii():
        Path(one.name).write_bytes(ADDED + output)
        with suppress(Incomplete):  # it may be open which surrogates are gone
            if from_file(run.keeping(), one.name)[1] != ADDED + one.data:
                yield "restore brings back the original with what was added"
        Path(one.name).write_bytes(output)


def _problems(run: Session, name: str) -> list[Problem]:
    verifier = Verifier(Access.by(run.ruleset.model))
    for pair in pairs([name], run.keeping()):
        if pair.sidecar.exists():
            verifier.add(pair)
    return verifier.verified.problems


def _in_place(run: Session, name: str) -> Result:
    sinks = sidecar_sinks.in_place(run.engine, run.keeping(), [name])
    return FilterJob(run.engine, sinks)(InputFile(name))
