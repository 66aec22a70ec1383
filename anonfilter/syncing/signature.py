"""Seeing from outside that neither rules nor programs have changed, in a thousandth of the time
that it takes to read the rules.

A signature is made of the states of files: of those that the rules were read from, or would be
if they were there; of all that they name; of the key's places; and of the folders that programs
are installed in. Where it differs, ``basis`` reads the rules and says whether they do.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter.files.folders import config
from anonfilter.files.paths import is_sidecar
from anonfilter.files.read import look
from anonfilter.syncing.layout import Here

_VARIABLES = (
    "ANONFILTER_RULES", "ANONFILTER_PLUGINS", "ANONFILTER_KEY", "ANONFILTER_IDENTITY", "HOME",
)  # fmt: skip
_RULESETS = Path(__file__).parents[1] / "rules" / "shipped"


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody said on the command line that results depend on."""

    rules: str | None = None
    trust_local_plugins: bool = False
    assume_language: bool = False
    roster: tuple[str, ...] = ()


def of(here: Here, asked: Asked, watched: Sequence[str]) -> str:
    """What is to be seen now; ``watched`` are files that the rules name, or were read from."""
    said = [asked.rules, asked.trust_local_plugins, asked.assume_language, *asked.roster]
    seen = {path: look(path) for path in sorted({*_usual(here), *asked.roster, *watched})}
    given = [os.environ.get(name) for name in _VARIABLES]
    return json.dumps([sys.version, os.getcwd(), str(here.root), said, given, seen])


def _usual(here: Here) -> Iterator[str]:
    """Where rules, keys and programs are looked for, whether they are there or not."""
    folder = Path.cwd().resolve()
    for above in (folder, *folder.parents):
        yield from (str(above / ".anonfilter/rules.yaml"), str(above / "rules.yaml"))
        if above == here.top:
            break
    own = here.root / ".anonfilter"
    yield from (str(own / "corpus.yaml"), str(own / "key.age"))
    yield from (str(config() / name) for name in ("config.yaml", "keys", "identity.txt"))
    yield from (str(Path.home() / ".ssh" / name) for name in ("id_ed25519", "id_rsa"))
    yield str(_RULESETS)
    with os.scandir(_RULESETS) as shipped:
        yield from (entry.path for entry in shipped if entry.name.endswith(".yaml"))
    yield from filter(None, sys.path)


def knowing(here: Here) -> str:
    """The same of all files that know originals: sidecars, and the sealed roster."""
    if not (here.root / ".anonfilter" / "corpus.yaml").is_file():
        return ""
    seen = {path: look(path) for path in sorted(knowing_files(here))}
    return json.dumps(seen)


def knowing_files(here: Here) -> Iterator[str]:
    """Files below the corpus that may know originals. It is no matter if one of them does not."""
    roster = here.root / ".anonfilter" / "roster.yaml"
    if roster.is_file():
        yield str(roster)
    for folder, folders, files in os.walk(here.root):
        folders[:] = [name for name in folders if name != ".git"]
        yield from (os.path.join(folder, name) for name in files if is_sidecar(name))
