"""Detect changes of rules and programs without reading the rules, in a thousandth of the time.

A signature has the states of files: of all files from which the rules were read, or would be read
if they existed; of all files that the rules name; of the places of keys; and of the folders of
installed programs. If the signature differs, ``shared_inputs`` reads the rules and decides.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import anonfilter
from anonfilter.files.folders import config
from anonfilter.files.paths import is_sidecar
from anonfilter.files.read import state_of_path
from anonfilter.text.values import hide_values
from anonfilter_repository.sync.folders import Workspace

_VARIABLES = (
    "ANONFILTER_RULES",
    "ANONFILTER_PLUGINS",
    "ANONFILTER_KEY",
    "ANONFILTER_IDENTITY",
    "HOME",
)
_RULESETS = Path(anonfilter.__file__).parent / "rules" / "shipped"


@hide_values
@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of the command line on which results depend."""

    rules: str | None = None
    trust_local_plugins: bool = False
    assume_language: bool = False
    roster: tuple[str, ...] = ()
    no_cache: bool = False


def of(workspace: Workspace, options: RunOptions, watched: Sequence[str]) -> str:
    """Return the current signature; ``watched`` has the files that make up the rules.

    They include the files that the rules name.
    """
    chosen = [options.rules, options.trust_local_plugins, options.assume_language, *options.roster]
    seen = {
        path: state_of_path(path)
        for path in sorted({*_usual(workspace), *options.roster, *watched})
    }
    given = [os.environ.get(name) for name in _VARIABLES]
    return json.dumps([sys.version, os.getcwd(), str(workspace.root), chosen, given, seen])


def _usual(workspace: Workspace) -> Iterator[str]:
    """Yield the paths at which rules, keys and programs are searched; they need not exist."""
    folder = Path.cwd().resolve()
    for above in (folder, *folder.parents):
        yield from (str(above / ".anonfilter/rules.yaml"), str(above / "rules.yaml"))
        if above == workspace.top:
            break
    own = workspace.root / ".anonfilter"
    yield from (str(own / "corpus.yaml"), str(own / "key.age"))
    yield from (str(config() / name) for name in ("config.yaml", "keys", "identity.txt"))
    yield from (str(Path.home() / ".ssh" / name) for name in ("id_ed25519", "id_rsa"))
    yield str(_RULESETS)
    with os.scandir(_RULESETS) as shipped:
        yield from (entry.path for entry in shipped if entry.name.endswith(".yaml"))
    yield from filter(None, sys.path)


def knowing(workspace: Workspace) -> str:
    """Return the signature of all files with known originals; "" without a corpus."""
    if not (workspace.root / ".anonfilter" / "corpus.yaml").is_file():
        return ""
    seen = {path: state_of_path(path) for path in sorted(knowing_files(workspace))}
    return json.dumps(seen)


def knowing_files(workspace: Workspace) -> Iterator[str]:
    """Yield the files of the corpus with known originals: sidecars and sealed roster."""
    roster = workspace.root / ".anonfilter" / "roster.yaml"
    if roster.is_file():
        yield str(roster)
    for folder, folders, files in os.walk(workspace.root):
        folders[:] = [name for name in folders if name != ".git"]
        yield from (os.path.join(folder, name) for name in files if is_sidecar(name))
