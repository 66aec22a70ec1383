"""Writes a package with a plugin, its rules and its tests, for the author to change.

What stands in ``templates/`` is filled by ``string.Template``: ``package/`` is the same for all
kinds, and each kind has a folder of its own. The modules there are shown in ``docs/plugins.md``.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from string import Template
from textwrap import indent

from anonfilter import __version__
from anonfilter.contract import registry as plugins
from anonfilter.errors import AnonfilterError

KINDS = ("detector", "resolver", "tagger", "format", "report")

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_MOST = 20  # characters of a name, so that lines which hold it are short enough for linters
_File = tuple[str, str]  # its path and its text


def distribution(name: str) -> str:
    """What pip calls the package of the plugin of this name."""
    return f"anonfilter-{name}"


def require_free(kind: str, name: str) -> None:
    """Refuse a name that cannot be one of a plugin, or that another has."""
    if not _NAME.fullmatch(name) or len(name) > _MOST:
        raise AnonfilterError(
            f"{name!r} is no name of a plugin",
            hint=f"Write small letters and digits, with hyphens between words, such as "
            f"front-page; at most {_MOST} characters.",
        )
    registry = plugins.installed()
    taken = registry.get(f"{kind}s", name)
    named = {one.plugin: one.distribution for one in registry}
    owner = taken.distribution if taken else named.get(name, "")
    package = _package(name)
    if not owner and importlib.util.find_spec(package):
        owner = f"the installed package {package}"
    if owner:
        raise AnonfilterError(f"the name {name!r} is taken: {owner} has it", hint="Choose another.")


def files(kind: str, name: str) -> dict[str, str]:
    """The files of a package with a plugin of this kind and name, by path."""
    templates = resources.files(__name__) / "templates"
    values = _values(kind, name)
    written = dict(_filled(templates / kind, values))
    values["use"] = _use(name, written.get("rules.yaml", ""))
    written |= _filled(templates / "package", values)
    return {
        path.replace("PACKAGE", values["package"]).replace("NAME", values["module"]): text
        for path, text in sorted(written.items())
    }


def _use(name: str, rules: str) -> str:
    """How a plugin is used: by rules, or a report by its name."""
    if not rules:
        return f"    anonfilter check --output {name} data/"
    how = "Rules that use it; `extends: default` brings those that come with anonfilter as well:"
    return f"{how}\n\n{indent(rules, '    ').rstrip()}"


def _values(kind: str, name: str) -> dict[str, str]:
    words = name.split("-")
    return {
        "kind": kind,
        "name": name,
        "module": "_".join(words),
        "package": _package(name),
        "distribution": distribution(name),
        "cls": "".join(map(str.capitalize, words)),
        "label": "_".join(words).upper(),
        "version": __version__,
    }


def _package(name: str) -> str:
    return distribution(name).replace("-", "_")


def _filled(folder: Traversable, values: dict[str, str], below: str = "") -> Iterator[_File]:
    """The files of a folder of templates, by paths with `PACKAGE` and `NAME` in them."""
    for one in folder.iterdir():
        if one.is_dir():
            yield from _filled(one, values, f"{below}{one.name}/")
        else:
            text = Template(one.read_text(encoding="utf-8")).substitute(values)
            yield below + one.name.removesuffix(".tmpl"), text
