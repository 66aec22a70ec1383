"""Configurations for CI, for pre-commit and for a server, made for one repository."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter_plugins.shared import models

from anonfilter import __version__
from anonfilter.git import templates

if TYPE_CHECKING:
    from anonfilter.rules import Ruleset

_OURS = re.compile(r"\banonfilter\b")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Target:
    """What is written, and where: a path from the top of the repository."""

    template: str
    path: str
    next_step: str
    instead: str


TARGETS = {
    "github": Target(
        "github.yaml", ".github/workflows/anonfilter.yaml",
        "Commit it; anonfilter key export --check | gh secret set ANONFILTER_KEY, if there is a "
        "corpus; make its job a required check of the default branch.",
        "anonfilter ci init github --print shows what would be written.",
    ),
    "gitlab": Target(
        "gitlab.yaml", ".gitlab-ci.yml",
        "Commit it; give the masked variable ANONFILTER_KEY what anonfilter key export --check "
        "prints, if there is a corpus.",
        "anonfilter ci init gitlab --print > .gitlab/anonfilter.yml, and in .gitlab-ci.yml: "
        "include: [{local: .gitlab/anonfilter.yml}]",
    ),
    "pre-commit": Target(
        "pre-commit.yaml", ".pre-commit-config.yaml",
        "Commit it; pre-commit install, in each clone.",
        "anonfilter ci init pre-commit --print shows what to add to it.",
    ),
}  # fmt: skip
PRE_RECEIVE = "pre-receive"


def configurations(top: Path) -> list[Path]:
    """The configurations of builds in a working tree that name anonfilter."""
    candidates = [
        *sorted((top / ".github" / "workflows").glob("*.y*ml")),
        *sorted((top / ".gitlab").glob("*.y*ml")),
        top / ".gitlab-ci.yml",
    ]
    return [path for path in candidates if _names_us(path)]


def _names_us(path: Path) -> bool:
    try:
        return _OURS.search(path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False


def written_for(ruleset: Ruleset, target: str, branch: str) -> str:
    """A configuration that installs what the rules need."""
    packages, commands = _installs(ruleset)
    own = [f"python -m pip install {' '.join(map(_quoted, packages))}", *commands]
    if target == "gitlab":
        own.insert(0, "echo .cache/ >> .git/info/exclude # packages are no documents")
    indent = {"github": " " * 10, "gitlab": " " * 4 + "- "}.get(target, "")
    return templates.filled(
        TARGETS[target].template,
        version=__version__,
        branch=_quoted_yaml(branch),
        install="\n".join(f"{indent}{line}" for line in own),
        dependencies="".join(f"        {line}\n" for line in _dependencies(packages, commands)),
    )


def _dependencies(packages: list[str], commands: list[str]) -> Iterator[str]:
    """What pre-commit is to install beside anonfilter, or cannot."""
    extras = packages[0].partition("[")[2].partition("]")[0].split(",")
    further = [
        requirement.partition(";")[0].strip()
        for requirement in importlib.metadata.requires("anonfilter") or ()
        if any(extra and f"extra == '{extra}'" in requirement for extra in extras)
    ]
    if further or packages[1:]:
        listed = ", ".join(_quoted_yaml(one) for one in [*further, *packages[1:]])
        yield f"additional_dependencies: [{listed}]"
    for command in commands:
        yield f"# pre-commit cannot do this, which the rules need: {command}"


def pre_receive() -> str:
    return templates.filled("pre-receive.sh")


def _installs(ruleset: Ruleset) -> tuple[list[str], list[str]]:
    """The packages to install, ours first with the extras that the rules need; then commands that
    fetch models in another way."""
    brought = set(_brought())
    extras: set[str] = set()
    packages: list[str] = []
    commands: list[str] = []
    for extra, model, command in _needed(ruleset):
        extras |= {extra} - {""}
        if command:
            commands.append(command)
        elif model and model not in brought:
            packages.append(model)
    chosen = f"[{','.join(sorted(extras))}]" if extras else ""
    return [f"anonfilter{chosen}=={__version__}", *_once(packages)], _once(commands)


def _needed(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    """Of each plugin in the rules: its extra, a package that is its model, or what fetches that."""
    from anonfilter.contract.plugin import Installing
    from anonfilter.engine.toolbox import needs_of
    from anonfilter.rules.merge import CHAINS

    for chain in CHAINS:
        for instance in ruleset.instances[chain]:
            made = instance.make()
            needs = needs_of(made)
            yield needs.extra, "", ""
            for model in needs.models:
                command = made.how_to_install(model) if isinstance(made, Installing) else ""
                package = "" if command else _package(model, instance.setting.folder)
                yield "", package, command


def _package(model: str, folder: Path) -> str:
    spec = models.parse(model, folder)
    return f"{spec.package.replace('_', '-')}=={spec.version}" if spec.package else ""


def _brought() -> Iterator[str]:
    """The pinned packages that come with anonfilter itself."""
    for requirement in importlib.metadata.requires("anonfilter") or ():
        if ";" not in requirement:
            yield requirement.replace("_", "-")


def _once(items: list[str]) -> list[str]:
    return list(dict.fromkeys(items))


def _quoted(requirement: str) -> str:
    return f"'{requirement}'" if "[" in requirement else requirement


def _quoted_yaml(text: str) -> str:
    return text if _NAME.fullmatch(text) else "'" + text.replace("'", "''") + "'"
