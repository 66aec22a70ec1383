"""Writes a package with a plugin, its rules and its tests, as a start for authors of plugins.

``string.Template`` fills in the files in ``templates/``. The folder ``package`` is for all kinds of
plugins, and each kind has its own folder. ``docs/plugins.md`` shows the modules in them.
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
_MOST = 20  # the most characters of a name, so that linters accept the lines with it
_File = tuple[str, str]  # a path and a text


def distribution(name: str) -> str:
    """Return the name of the package of the plugin, under which pip installs it."""
    return f"anonfilter-{name}"


def require_free(kind: str, name: str) -> None:
    """Raise an error if a name is not valid for a plugin, or is already in use."""
    if not _NAME.fullmatch(name) or len(name) > _MOST:
        raise AnonfilterError(
            f"{name!r} is not a valid name for a plugin",
            hint=f"Use lower-case letters and digits, with hyphens between words, such as "
            f"front-page. A name has at most {_MOST} characters.",
        )
    registry = plugins.installed()
    taken = registry.get(f"{kind}s", name)
    owners = {registration.plugin: registration.distribution for registration in registry}
    owner = taken.distribution if taken else owners.get(name, "")
    package = _package(name)
    if not owner and importlib.util.find_spec(package):
        owner = f"the installed package {package}"
    if owner:
        raise AnonfilterError(f"the name {name!r} is taken by {owner}", hint="Choose another.")


def files(kind: str, name: str) -> dict[str, str]:
    """Return the texts of the files of a package with a new plugin, by their paths."""
    templates = resources.files(__name__) / "templates"
    words = name.split("-")
    values = {
        "kind": kind,
        "name": name,
        "module": "_".join(words),
        "package": _package(name),
        "distribution": distribution(name),
        "cls": "".join(map(str.capitalize, words)),
        "label": "_".join(words).upper(),
        "version": __version__,
    }
    written = dict(_filled(templates / kind, values))
    values["use"] = _use(name, written.get("rules.yaml", ""))
    written |= _filled(templates / "package", values)
    return {
        path.replace("PACKAGE", values["package"]).replace("NAME", values["module"]): text
        for path, text in sorted(written.items())
    }


def _use(name: str, rules: str) -> str:
    """Return the README's text on how to use the plugin: in rules, or with --output."""
    if not rules:
        return f"    anonfilter check --output {name} data/"
    how = "These rules use it. Add `extends: default` for the rules that come with anonfilter:"
    return f"{how}\n\n{indent(rules, '    ').rstrip()}"


def _package(name: str) -> str:
    return distribution(name).replace("-", "_")


def _filled(folder: Traversable, values: dict[str, str], below: str = "") -> Iterator[_File]:
    """Yield the paths and the filled texts of a folder of templates.

    The paths still contain `PACKAGE` and `NAME`.
    """
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _filled(entry, values, f"{below}{entry.name}/")
        else:
            text = Template(entry.read_text(encoding="utf-8")).substitute(values)
            yield below + entry.name.removesuffix(".tmpl"), text
