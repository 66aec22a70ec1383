"""The source of a plugin file, as a repository has one: a detector that does what a test needs."""

from __future__ import annotations

from textwrap import dedent, indent

_SOURCE = """
import os, pathlib, re, socket, time
from anonfilter.contract import Needs, Span, Strict, hookimpl

class Own:
    scope = "{scope}"
    Config = Strict

    def __init__(self, config, setting):
        pass

{members}
    def detect(self, document, fields):
{detect}

@hookimpl
def anonfilter_register_detectors(register):
    register("{name}", f"{{__name__}}:Own")
"""


def detector_file(
    name: str, detect: str = "return ()", *, scope: str = "field", members: str = ""
) -> str:
    """A file that registers a detector: the body of its `detect`, and what else it has."""
    body, others = (
        indent(dedent(code).strip("\n"), "    " * deep)
        for code, deep in ((detect, 2), (members, 1))
    )
    return _SOURCE.format(name=name, scope=scope, members=f"{others}\n", detect=body)
