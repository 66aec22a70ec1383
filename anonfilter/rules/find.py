"""Finds the ruleset to use: by argument, environment, repository or the user's settings."""

from __future__ import annotations

import os
import re
from functools import cache
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete, RulesError
from anonfilter.files import folders
from anonfilter.files.paths import display as display
from anonfilter.files.source_tree import DISK, Tree, upwards
from anonfilter.rules.nodes import load

_OURS = re.compile(r"\s*(?:#.*\n\s*|---\s*\n\s*)*anonfilter\s*:")
_SHIPPED = "anonfilter.rules.shipped"


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the rulesets that are installed with anonfilter."""
    names = (entry.name for entry in resources.files(_SHIPPED).iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in names if name.endswith(".yaml")))


def read(path: Path, tree: Tree = DISK, what: str = "ruleset") -> str:
    """Return the text of a ruleset, or of another kind of file that errors call ``what``."""
    where = display(str(path))
    try:
        data = tree.read(path)
    except Incomplete as error:
        raise RulesError(error.message, where=where, hint=error.hint) from None
    if data is None:
        raise RulesError(f"there is no such {what}", where=where)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise RulesError("cannot be read: it is not UTF-8", where=where) from None


def named(name: str, folder: Path, tree: Tree = DISK) -> tuple[str, str]:
    """Return the origin and the text of a ruleset with this name, or path from a folder."""
    if name in shipped():
        text = resources.files(_SHIPPED).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
        return name, text
    path = folder / name
    if path.suffix in (".yaml", ".yml") or tree.has(path):
        return str(path), read(path, tree)
    raise RulesError(
        f"there is no ruleset {name!r}",
        hint=f"Shipped are: {', '.join(shipped())}. The name of a file ends in .yaml.",
    )


def tree_of(name: str | None, tree: Tree) -> Tree:
    """Return the tree to read the rules from: ``tree``, or the disk.

    It is the disk if ``tree`` is Git's index, and the index lacks the rules that the user named.
    """
    wanted = name or os.environ.get("ANONFILTER_RULES")
    return DISK if tree.is_index and wanted and not tree.has(wanted) else tree


def ruleset(name: str | None, folder: Path, tree: Tree = DISK) -> tuple[str, str]:
    """Return the origin and the text of the ruleset to use.

    It is the ruleset with this name, the one that ANONFILTER_RULES names, the nearest one in or
    above the folder, the one that the user's settings name, or ``default``.
    """
    wanted = name or os.environ.get("ANONFILTER_RULES")
    if wanted:
        return named(wanted, Path.cwd(), tree)
    near = _nearest(folder.resolve(), tree)
    if near is not None:
        return str(near), read(near, tree)
    configured = user_config().rules
    if configured:
        return named(configured, folders.config(), tree)
    return named("default", folder, tree)


def _nearest(folder: Path, tree: Tree) -> Path | None:
    """Return the path of the nearest ruleset in or above a folder, within its repository."""
    for place in upwards(tree, folder):
        own = place / ".anonfilter" / "rules.yaml"
        if tree.has(own):
            return own
        plain = place / "rules.yaml"
        if tree.has(plain) and _OURS.match(read(plain, tree)):
            return plain
    return None


class UserConfig(Strict):
    """Settings that only the user may make, never a repository."""

    rules: str = ""
    trust_local_plugins: tuple[str, ...] = ()
    allow_network: tuple[str, ...] = ()


@cache
def user_config() -> UserConfig:
    """Return the user's own settings, from config.yaml in the folder of settings."""
    path = folders.config() / "config.yaml"
    if not path.is_file():
        return UserConfig()
    node = load(read(path), str(path))
    try:
        return UserConfig.model_validate(node.plain())
    except ValidationError as error:
        from anonfilter.rules.errors import rules_error

        raise rules_error(error, node, UserConfig) from None
