"""Which of our checks the pre-commit framework runs in a repository, and at which stages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError
from anonfilter.rules import find, nodes

CONFIG = ".pre-commit-config.yaml"

# Default stages of our hooks, as in .pre-commit-hooks.yaml.
_COMMITTING = ("pre-commit", "pre-merge-commit", "manual")
STAGES = {
    "anonfilter-check": _COMMITTING,
    "anonfilter-check-fast": _COMMITTING,
    "anonfilter-redact": _COMMITTING,
    "anonfilter-commit-msg": ("commit-msg",),
    "anonfilter-pre-push": ("pre-push",),
}
_FORMER = {"commit": "pre-commit", "merge-commit": "pre-merge-commit", "push": "pre-push"}
_CHECKS = re.compile(r"\banonfilter\s+(?:check|git\s+pushed)\b")
_CONFIGURED = re.compile(r"--config[= ](\S+)")


def stages(top: Path, hook: Path) -> dict[str, str]:
    """Map each stage to the id of a hook of ours that pre-commit would run there."""
    found: dict[str, str] = {}
    for stage, name in _hooks(top / _config_of(hook)):
        found.setdefault(stage, name)
    return found


def _config_of(hook: Path) -> str:
    """Return the configuration that ``pre-commit install`` was given."""
    named = _CONFIGURED.search(hook.read_text(encoding="utf-8", errors="replace"))
    return shlex.split(named[1].strip("'\")("))[0] if named else CONFIG


def _hooks(path: Path) -> Iterator[tuple[str, str]]:
    if not path.is_file():
        raise AnonfilterError("no such file: pre-commit stops here", where=path.name)
    config = nodes.load(find.read(path), path.name).plain()
    usual = config.get("default_stages") if isinstance(config, dict) else None
    for repository in _list(config, "repos"):
        for hook in _list(repository, "hooks"):
            if not isinstance(hook, dict):
                continue
            name, entry = str(hook.get("id")), str(hook.get("entry", ""))
            if name in STAGES or _CHECKS.search(entry):
                when: Any = hook.get("stages") or STAGES.get(name) or usual or _COMMITTING
                for stage in when if isinstance(when, list | tuple) else ():
                    yield _FORMER.get(str(stage), str(stage)), name


def _list(node: Any, key: str) -> list[Any]:
    found = node.get(key) if isinstance(node, dict) else None
    return found if isinstance(found, list) else []
