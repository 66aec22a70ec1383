"""No ``repr`` shows personal data, so that ``logger.debug(document)`` leaks nothing."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from anonfilter import Engine
from anonfilter.contract.registry import OWN_DISTRIBUTION, installed
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.rules import load_ruleset
from anonfilter.text.values import SHOWN, hide_values, hides_values

WITHOUT_TEXTS = re.compile(
    r"anonfilter\.(?:cache|commands|errors|files|git|kit|limits|resident|rules|testing"
    r"|run\.(?:session|worker_pool))\b|anonfilter_(?:datasets|editor|repository)(?!\.sync)\b|\w+\.commands\b"
    r"|anonfilter_english\..*\bbuild_\w+$"
)
"""Modules of settings, paths and processes, and programs that build lists."""
TEXT = re.compile(r"\b(?:str|bytes|Any|object|Callable|IO)\b")
NAMES = ("Quillfeather", "Wilma", "quillfeather")
STORY = "INTERVIEWER: Are you Wilma Quillfeather?\nQUILLFEATHER: Yes, Wilma J. Quillfeather.\n"


def data_types() -> Iterator[type[Any]]:
    ours = {entry.package for entry in installed() if entry.distribution == OWN_DISTRIBUTION}
    for name in sorted({OWN_DISTRIBUTION, *ours}):
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            if WITHOUT_TEXTS.match(module.name) or module.name.endswith("__main__"):
                continue
            try:
                loaded = importlib.import_module(module.name)
            except (ImportError, AnonfilterError):  # of an extra that is not installed
                continue
            own = (one for one in vars(loaded).values() if inspect.isclass(one))
            for found in own:
                is_data = dataclasses.is_dataclass(found) or hasattr(found, "_fields")
                if is_data and found.__module__ == module.name:
                    yield found


def shown(found: type[Any]) -> Iterable[str]:
    """The names of fields that a generated ``repr`` shows, and that can hold text."""
    if dataclasses.is_dataclass(found):
        each = [(one.name, str(one.type)) for one in dataclasses.fields(found) if one.repr]
    else:
        each = [(name, str(kind)) for name, kind in found.__annotations__.items()]
    return [name for name, kind in each if TEXT.search(kind) and name not in SHOWN]


def is_generated(found: type[Any]) -> bool:
    """Return True unless the class defines its own ``repr``."""
    made_by = getattr(found.__repr__, "__module__", None), found.__repr__.__qualname__
    return made_by != (found.__module__, f"{found.__qualname__}.__repr__") or bool(
        getattr(found.__repr__, "__wrapped__", None)
    )


def test_every_data_type_that_can_hold_text_hides_it() -> None:
    open_ones = {
        f"{found.__module__}.{found.__qualname__}: {', '.join(shown(found))}"
        for found in data_types()
        if shown(found) and not hides_values(found) and is_generated(found)
    }
    assert not open_ones, "decorate these with anonfilter.text.values.hide_values"


def reached(root: object) -> Iterator[object]:
    """All objects that can be reached from one by fields and items."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, str | bytes | int | float | type):
            continue
        seen.add(id(one))
        yield one
        if dataclasses.is_dataclass(one):
            waiting += [getattr(one, each.name) for each in dataclasses.fields(one)]
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, tuple | list | set | frozenset):
            waiting += one


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.jsonl", "a.html", "a.eml"])
def test_nothing_of_a_run_shows_a_name(name: str) -> None:
    engine = Engine(load_ruleset("fast"))
    text = {
        "a.csv": "name,text\nWilma Quillfeather,She is Wilma Quillfeather.\n",
        "a.jsonl": '{"text": "She is Wilma Quillfeather."}\n',
        "a.html": "<p title='Wilma Quillfeather'>She is Wilma Quillfeather.</p>\n",
        "a.eml": "From: Wilma Quillfeather <w@quillfeather.example>\n\nI am Wilma Quillfeather.\n",
    }.get(name, STORY)
    document = engine.read_document(text.encode(), name)
    analysis = engine.analyse(document)
    redaction = engine.redact(document)
    assert redaction.tagged
    for one in reached([document, analysis, redaction]):
        if type(one).__module__.startswith("anonfilter"):
            said = f"{one!r} {one} {one:}"
            assert not [each for each in NAMES if each in said], type(one)


def test_an_error_has_no_arguments_that_its_message_does_not_show() -> None:
    error = Incomplete("is cut off", where="a.txt:1:2", hint="Send it again.")
    assert repr(error) == "Incomplete('is cut off')"


def test_a_repr_still_tells_objects_apart() -> None:
    @hide_values
    @dataclasses.dataclass(frozen=True, slots=True)
    class Found:
        label: str
        value: str
        start: int = 3
        others: tuple[str, ...] = ()

    assert repr(Found("PERSON", "Ada")) == (
        "Found(label='PERSON', value=<str of 3>, start=3, others=<tuple of 0>)"
    )
