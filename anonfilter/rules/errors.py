"""Turns errors of pydantic into messages for the author of a ruleset, with places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from anonfilter.errors import RulesError, did_you_mean
from anonfilter.rules.nodes import Node

_PLAIN = {
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping",
    "model_type": "must be a mapping",
    "string_type": "must be text; quote it",
    "string_too_short": "must not be empty",
    "string_pattern_mismatch": "does not match {pattern}",
    "int_parsing": "must be a whole number",
    "float_parsing": "must be a number",
    "greater_than": "must be greater than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
}
"""The messages for pydantic's types of errors, after the name of the setting."""


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in a type annotation."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)


def _keys(model: type[BaseModel], path: tuple[Any, ...]) -> list[str]:
    """Return the keys that are valid in the mapping at this path of a model."""
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


def _written(path: tuple[str | int, ...], node: Node, missing: bool) -> Iterator[str]:
    """Yield the keys on the path to a value; list indices and branches of a union are omitted."""
    for at, step in enumerate(path):
        holder = node.at(path[:at]).value
        if isinstance(holder, dict) and (step in holder or (missing and at == len(path) - 1)):
            yield str(step)


def rules_error(
    error: ValidationError, node: Node, model: type[BaseModel], *, private: bool = False
) -> RulesError:
    """Return an error with one line for each problem, in the order of the file.

    Unknown keys of a ``private`` file are not shown.
    """
    found = []
    for problem in error.errors(include_input=False, include_url=False):
        path = tuple(problem["loc"])
        if problem["type"] == "extra_forbidden":
            place, key = node.key_place(path), str(path[-1])
            known = _keys(model, path[:-1])
            what = "unknown key" if private else f"unknown key {key!r}"
            what += did_you_mean(key, known) or f"; known are: {', '.join(known)}"
        else:
            place = node.locate(path)
            name = ".".join(_written(path, node, problem["type"] == "missing"))
            known_type = _PLAIN.get(problem["type"])
            if problem["type"] == "missing":
                what = f"the key `{name}:` is missing"
            elif known_type:
                what = f"{name} {known_type.format(**problem.get('ctx', {}))}".strip()
            else:
                message = problem["msg"].removeprefix("Value error, ")
                what = f"{name}: {message}" if name else message
        found.append((place.file, place.line, place.column, f"{place}: {what}"))
    return RulesError("\n".join(dict.fromkeys(line for *_, line in sorted(found))))
