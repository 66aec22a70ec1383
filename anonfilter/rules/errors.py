"""Validation errors as a user of the YAML needs them: place, what is wrong, nearest key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from anonfilter.errors import RulesError
from anonfilter.rules.nodes import Node


def nearest(word: str, known: list[str]) -> str:
    from rapidfuzz import process

    found = process.extractOne(word, known, score_cutoff=50)
    return found[0] if found else ""


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _keys(model: type[BaseModel], path: tuple[Any, ...]) -> list[str]:
    """The keys that are valid in the mapping at this path of a model."""
    candidates = [model]
    for step in path:
        following = [
            inner
            for candidate in candidates
            if step in candidate.model_fields
            for inner in _models(candidate.model_fields[step].annotation)
        ]
        candidates = following or candidates
    return sorted({key for candidate in candidates for key in candidate.model_fields})


def rules_error(error: ValidationError, node: Node, model: type[BaseModel]) -> RulesError:
    """All that is wrong, a line each, in the order of the file."""
    found = []
    for problem in error.errors(include_input=False, include_url=False):
        path = tuple(problem["loc"])
        if problem["type"] == "extra_forbidden":
            place, key = node.key_place(path), str(path[-1])
            known = _keys(model, path[:-1])
            close = nearest(key, known)
            what = f"unknown key {key!r}" + (f"; did you mean {close!r}?" if close else "")
            what += "" if close else f"; known are: {', '.join(known)}"
        else:
            place = node.locate(path)
            name = ".".join(str(step) for step in path if step != "[key]")
            what = f"{name}: {problem['msg']}" if name else problem["msg"]
        found.append((place.file, place.line, place.column, f"{place}: {what}"))
    return RulesError("\n".join(dict.fromkeys(line for *_, line in sorted(found))))
