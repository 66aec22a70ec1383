"""Find out what guards a clone against commits with personal data, and what is missing."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.git import environment
from anonfilter.text.values import hide_values
from anonfilter_repository import clone as clones
from anonfilter_repository import diff_driver, git_hooks, pre_commit_checks
from anonfilter_repository.clone import Clone
from anonfilter_repository.git_hooks import Hook, State

SETTING = "anonfilter.command"
_VERSION = re.compile(r"anonfilter \d\S*")
_SECONDS = 30
_SHOWN = 3  # the most files that a remark names
_ENDINGS = re.compile(r"\*\.\{?([\w,]+)\}?")


@hide_values
@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a clone; ``well`` is False if something is missing.

    A clone is guarded if all facts with ``needed`` are good.
    """

    name: str
    well: bool
    says: str
    hint: str = ""
    needed: bool = False


def with_submodules(clone: Clone, path: str = "") -> Iterator[tuple[str, Clone]]:
    """Yield a clone with the path "", and the submodules that are cloned in it with their paths."""
    yield path, clone
    for name in git.submodules(clone.top):
        if (clone.top / name / ".git").exists():
            yield from with_submodules(clones.at(clone.top / name), os.path.join(path, name))


def survey(clone: Clone, *, submodules: bool = False) -> Iterator[Fact]:
    """Yield the facts about a clone, in the order in which they are shown.

    With ``submodules``, the caller surveys submodules too, so no fact names them.
    """
    yield _folder(clone)
    for name in git_hooks.KINDS:
        yield hook(clone, name)
    yield _command(clone)
    yield _rules(clone)
    yield _key(clone)
    yield _textconv(clone)
    yield _ci(clone)
    others = [] if submodules else git.submodules(clone.top)
    if others:
        names = ", ".join(others[:_SHOWN]) + (", …" if len(others) > _SHOWN else "")
        hint = "anonfilter git status --recurse-submodules"
        yield Fact("submodules", False, f"not looked at: {names}", hint)


def is_guarded(facts: list[Fact]) -> bool:
    return all(fact.well for fact in facts if fact.needed)


def _folder(clone: Clone) -> Fact:
    shown = clone.shown(clone.hooks)
    setting = clone.settings.get("core.hookspath")
    if setting is None:
        return Fact("hooks", True, f"Git runs the hooks in {shown}", needed=True)
    says = f"Git runs the hooks in {shown} (core.hooksPath, {setting.scope})"
    if clone.hooks.exists() and not clone.hooks.is_dir():
        return Fact(
            "hooks",
            False,
            f"{says}, which is not a folder",
            needed=True,
            hint="git config --unset core.hooksPath",
        )
    return Fact("hooks", True, says, needed=True)


def hook(clone: Clone, name: str) -> Fact:
    """Return the fact about a hook of anonfilter, which may be run by Git or by pre-commit."""
    kind = git_hooks.KINDS[name]
    found = git_hooks.inspect(clone.hooks, name)
    well, says, hint = False, "", "anonfilter git install"
    if found.state is State.OURS and not found.executable:
        says = "ours, and not executable, so git ignores it"
    elif found.state is State.OURS:
        well = True
        says = f"ours, after {found.earlier.name}" if found.earlier is not None else "ours"
    elif found.state is State.PRE_COMMIT:
        well, says, hint = _through_pre_commit(clone, found)
    elif found.state is State.ALTERED:
        says = "ours, but it was edited, so its effect is unknown"
        hint = f"Read {clone.shown(found.path)}; delete it, and: anonfilter git install"
    else:
        says = "none" if found.state is State.NONE else "not ours, and not inspected"
    says = f"{says}; guards {kind.guards}" if well else f"{says}: {kind.guards} is not checked"
    return Fact(name, well, says, "" if well else hint, needed=kind.needed)


def _through_pre_commit(clone: Clone, hook: Hook) -> tuple[bool, str, str]:
    """Return whether pre-commit runs the hook of anonfilter, a description, and a hint."""
    fix = f"{pre_commit_checks.CONFIG} has no anonfilter hook for it: anonfilter git install"
    if not hook.executable:
        return False, "pre-commit's, and not executable, so git ignores it", "pre-commit install"
    flaw = pre_commit_checks.flaw_of_script(hook.path)
    if flaw:
        return False, f"pre-commit's, {flaw}", f"pre-commit install -f -t {hook.name}"
    behind = git_hooks.target(clone.hooks, hook.name)
    if behind.state is State.OURS and behind.executable:
        return True, "ours, run by pre-commit's", ""
    try:
        checks = pre_commit_checks.checks(clone.top, hook.path)
    except AnonfilterError as error:
        return False, f"pre-commit's; {error.where}: {error.message}", fix
    if not checks:
        return False, "pre-commit's, without anonfilter", fix
    sound = [check for check in checks if not check.flaw]
    first = (sound or checks)[0]
    flaw = _left_out(clone, sound, hook.name) if sound else first.flaw
    says = f"pre-commit's, with {first.name}"
    if not flaw:
        return True, says, ""
    return (
        False,
        f"{says}, {flaw}",
        f"Remove this from {pre_commit_checks.CONFIG}, or: anonfilter git install",
    )


def _left_out(clone: Clone, checks: Sequence[pre_commit_checks.Check], stage: str) -> str:
    """Return a clause about documents that none of these checks of pre-commit gets; "" if none."""
    if not all(check.filters for check in checks):
        return ""
    paths = pre_commit_checks.MESSAGES if stage == "commit-msg" else _documents(clone)
    left = [
        path
        for path in paths
        if all(any(not each.passes(path) for each in check.filters) for check in checks)
    ]
    if not left:
        return ""
    setting = next(each.written for each in checks[0].filters if not each.passes(left[0]))
    more = ", …" if len(left) > _SHOWN else ""
    return f"and {setting} leaves out {', '.join(left[:_SHOWN])}{more}"


def _documents(clone: Clone) -> list[str]:
    """Return the documents in the clone, and an example name for each suffix in the rules."""
    from anonfilter.rules import load_ruleset
    from anonfilter.selection.globs import Globs, patterns

    try:
        ruleset = load_ruleset(folder=clone.top)
    except AnonfilterError:  # `_rules` reports it
        return []
    kinds = [
        f"document.{ending}"
        for match in map(_ENDINGS.fullmatch, patterns(ruleset))
        if match
        for ending in match[1].split(",")
    ]
    documents = Globs(ruleset)
    return [path for path in (*git.listed(clone.top).paths, *kinds) if path in documents]


def _command(clone: Clone) -> Fact:
    """Return the fact about the command by which hooks call anonfilter; it is run to test it."""
    command = clone.setting(SETTING) or "anonfilter"
    code, version = _run(clone, f"{command} --version")
    refused, _ = _run(clone, f"{command} check --rules {os.devnull}/none")
    if code == Exit.OK and _VERSION.fullmatch(version):
        if refused == Exit.USAGE:
            return Fact("anonfilter", True, f"{version}, called as: {command}", needed=True)
        return Fact(
            "anonfilter",
            False,
            f"{version}, called as: {command}, which hides that a check fails",
            needed=True,
            hint=f"git config {SETTING} anonfilter",
        )
    effect = "our hooks let git go on" if refused == Exit.OK else "our hooks stop git until it can"
    return Fact(
        "anonfilter",
        False,
        f"cannot be run as: {command}; {effect}",
        needed=True,
        hint=f"git config {SETTING} /path/to/anonfilter, or activate its environment",
    )


def _run(clone: Clone, command: str) -> tuple[int | None, str]:
    """Run a command as hooks do; return its exit code (None after a timeout) and its output."""
    try:
        result = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=clone.top,
            env=environment(of_repository=False),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return result.returncode, result.stdout.decode("utf-8", "replace").strip()


def _rules(clone: Clone) -> Fact:
    from anonfilter.rules import find, load_ruleset

    try:
        ruleset = load_ruleset(folder=clone.top)
    except AnonfilterError as error:
        where = f"{error.where}: " if error.where else ""
        return Fact("rules", False, f"{where}{error.message}", "anonfilter rules check", True)
    origin = ruleset.origin
    if origin in find.shipped():
        return Fact("rules", True, f"{origin}, as shipped", needed=True)
    own = Path(origin).is_file() and clone.owns(Path(origin))
    ours = "" if own else ", which is not in this repository: other clones may have other rules"
    shown = clone.shown(Path(origin)) if own else find.display(origin)
    return Fact("rules", True, f"{shown}{ours}", needed=True)


def _key(clone: Clone) -> Fact:
    """Return the fact about the corpus key, without which known originals are not recognised."""
    from anonfilter.keys import corpus as corpora
    from anonfilter.keys import keyring

    try:
        corpus = corpora.find_corpus(clone.top)
        if corpus is None:
            return Fact("corpus", True, "none: no originals are known here")
        found = keyring.search_key(corpus)
    except AnonfilterError as error:
        where = f"{error.where}: " if error.where else ""
        return Fact("corpus", False, f"{where}{error.message}", error.hint, True)
    if found.key is None:
        return Fact(
            "corpus",
            False,
            "its key is missing here: known originals are not recognised",
            "anonfilter key status lists the places where the key is searched",
        )
    return Fact("corpus", True, f"key {corpus.key_id}, from {found.source}")


def _textconv(clone: Clone) -> Fact:
    """Return the fact about the diff driver, whose cache would store originals in clear."""
    try:
        diff_driver.refuse_cache(clone)
    except AnonfilterError as error:
        return Fact("textconv", False, f"{error.where} {error.message}", error.hint, True)
    if not diff_driver.is_set(clone):
        return Fact("textconv", True, "not set: diffs of sidecars show sealed lines")
    values = "with originals" if diff_driver.shows_values(clone) else "without originals"
    return Fact("textconv", True, f"diffs of sidecars are readable, {values}")


def _ci(clone: Clone) -> Fact:
    """Return the fact about CI configurations, whose checks cannot be bypassed as hooks can."""
    from anonfilter_repository import ci_configurations

    found = [clone.shown(path) for path in ci_configurations.configurations(clone.top)]
    if found:
        return Fact(
            "CI", True, f"{', '.join(found)} (whether the host requires it is not visible here)"
        )
    return Fact(
        "CI",
        False,
        "no configuration runs anonfilter; hooks can be bypassed",
        "anonfilter ci init github|gitlab|pre-receive",
    )
