"""What guards a clone against personal data, and what does not."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anonfilter.errors import AnonfilterError
from anonfilter.git import environment, hooks, precommit, textconv
from anonfilter.git.clone import Clone
from anonfilter.git.hooks import Hook, State

SETTING = "anonfilter.command"
_VERSION = re.compile(r"anonfilter \d\S*")
_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing about this clone. A clone is guarded if all is well that is ``needed``."""

    name: str
    well: bool
    says: str
    hint: str = ""
    needed: bool = False


def survey(clone: Clone) -> Iterator[Fact]:
    """All that there is to say, the hooks first."""
    yield _folder(clone)
    for name in hooks.KINDS:
        yield _hook(clone, name)
    yield _command(clone)
    yield _rules(clone)
    yield _key(clone)
    yield _textconv(clone)
    yield _ci(clone)


def is_guarded(facts: list[Fact]) -> bool:
    return all(fact.well for fact in facts if fact.needed)


def _folder(clone: Clone) -> Fact:
    shown = clone.shown(clone.hooks)
    setting = clone.settings.get("core.hookspath")
    if setting is None:
        return Fact("hooks", True, f"git runs those in {shown}", needed=True)
    says = f"git runs those in {shown} (core.hooksPath, {setting.scope})"
    if clone.hooks.exists() and not clone.hooks.is_dir():
        return Fact("hooks", False, f"{says}, which is no folder", needed=True,
                    hint="git config --unset core.hooksPath")  # fmt: skip
    return Fact("hooks", True, says, needed=True)


def _hook(clone: Clone, name: str) -> Fact:
    """Whether a hook of ours runs: as git's hook, or before or in pre-commit's."""
    kind = hooks.KINDS[name]
    hook = hooks.inspect(clone.hooks, name)
    well, says, hint = False, "", "anonfilter git install"
    if hook.state is State.OURS:
        well, says = _runs(hook, "ours")
    elif hook.state is State.PRE_COMMIT:
        well, says, hint = _through_pre_commit(clone, hook)
    elif hook.state is State.ALTERED:
        says = "ours, and changed by somebody since: what it does is unknown"
        hint = f"Read {clone.shown(hook.path)}; delete it, and: anonfilter git install"
    else:
        says = "none" if hook.state is State.NONE else "somebody else's, which is not looked into"
    says = f"{says}; guards {kind.guards}" if well else f"{says}: {kind.guards} is not checked"
    return Fact(name, well, says, "" if well else hint, needed=kind.needed)


def _runs(hook: Hook, whose: str) -> tuple[bool, str]:
    if not hook.executable:
        return False, f"{whose}, and not executable, so git passes it by"
    earlier = f", after {hook.earlier.name}" if hook.earlier is not None else ""
    return True, f"{whose}{earlier}"


def _through_pre_commit(clone: Clone, hook: Hook) -> tuple[bool, str, str]:
    """Ours runs before pre-commit's own, or is one that pre-commit's configuration names."""
    fix = f"{precommit.CONFIG} names no hook of ours for it: anonfilter git install"
    if not hook.executable:
        return False, "pre-commit's, and not executable, so git passes it by", "pre-commit install"
    behind = hooks.target(clone.hooks, hook.name)
    if behind.state is State.OURS and behind.executable:
        return True, "ours, run by pre-commit's", ""
    try:
        found = precommit.stages(clone.top, hook.path).get(hook.name)
    except AnonfilterError as error:
        return False, f"pre-commit's; {error.where}: {error.message}", fix
    if found is None:
        return False, "pre-commit's, without us", fix
    return True, f"pre-commit's, with {found}", ""


def called(clone: Clone) -> str:
    """How the hooks call anonfilter."""
    return clone.setting(SETTING) or "anonfilter"


def _command(clone: Clone) -> Fact:
    """Do the hooks find anonfilter? Asked in the way of a hook, from the top, through the shell."""
    command = called(clone)
    try:
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} --version"],
            cwd=clone.top,
            env=environment(of_repository=False),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        said = ""
    else:
        said = done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
    if _VERSION.fullmatch(said):
        return Fact("anonfilter", True, f"{said}, called as: {command}", needed=True)
    return Fact(
        "anonfilter", False,
        f"cannot be run as: {command}; our hooks stop all that they should check", needed=True,
        hint=f"git config {SETTING} /path/to/anonfilter, or activate its environment",
    )  # fmt: skip


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
    ours = "" if own else ", which is not in this repository: others have other rules"
    shown = clone.shown(Path(origin)) if own else find.display(origin)
    return Fact("rules", True, f"{shown}{ours}", needed=True)


def _key(clone: Clone) -> Fact:
    """Without the corpus's key, originals that are known cannot be recognised."""
    from anonfilter.pseudonyms.keys import corpus as corpora
    from anonfilter.pseudonyms.keys import keyring

    try:
        corpus = corpora.find_corpus(clone.top)
        if corpus is None:
            return Fact("corpus", True, "none: no original is known here, and none is looked for")
        found = keyring.search(corpus)
    except AnonfilterError as error:
        where = f"{error.where}: " if error.where else ""
        return Fact("corpus", False, f"{where}{error.message}", error.hint, True)
    if found.key is None:
        return Fact("corpus", False, "its key is not here: known originals are not recognised",
                    "anonfilter key status says where it is looked for")  # fmt: skip
    return Fact("corpus", True, f"key {corpus.key_id}, from {found.source}")


def _textconv(clone: Clone) -> Fact:
    """What git stores of readable diffs is in the clear: that makes the clone unguarded."""
    try:
        textconv.refuse_cache(clone)
    except AnonfilterError as error:
        return Fact("textconv", False, f"{error.where} {error.message}", error.hint, True)
    if not textconv.is_set(clone):
        return Fact("textconv", True, "not set: diffs of sidecars are of sealed lines")
    values = "with originals" if textconv.shows_values(clone) else "without originals"
    return Fact("textconv", True, f"diffs of sidecars are readable, {values}")


def _ci(clone: Clone) -> Fact:
    """Hooks can be passed by; only what others run cannot."""
    from anonfilter.git import ci

    found = [clone.shown(path) for path in ci.configurations(clone.top)]
    if found:
        return Fact("CI", True, f"{', '.join(found)} (whether it is required is said elsewhere)")
    return Fact("CI", False, "no configuration names anonfilter; hooks can be passed by",
                "anonfilter ci init github|gitlab|pre-receive")  # fmt: skip
