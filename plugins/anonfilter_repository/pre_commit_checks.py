"""Find the checks of anonfilter in the configuration of pre-commit, and what disables them.

The settings of a hook are those of the configuration, else of our manifest, else the defaults of
pre-commit. Settings that are not known to be harmless count as disabling a check.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anonfilter.errors import AnonfilterError
from anonfilter.rules import find, nodes

CONFIG = ".pre-commit-config.yaml"
MESSAGES = (".git/COMMIT_EDITMSG", ".git/MERGE_MSG")

# The settings in .pre-commit-hooks.yaml on which it depends when, on which files and how hooks run.
_COMMITTING = ("pre-commit", "pre-merge-commit", "manual")
_ON_ALL = {"types": [], "stages": [*_COMMITTING]}
MANIFEST: Mapping[str, Mapping[str, Any]] = {
    "anonfilter-check": {"entry": "anonfilter check --staged --documents-only", **_ON_ALL},
    "anonfilter-redact": {
        "entry": "anonfilter filter --in-place --documents-only",
        "stages": [*_COMMITTING],
    },
    "anonfilter-check-fast": {
        "entry": "anonfilter check --staged --documents-only --rules fast",
        **_ON_ALL,
    },
    "anonfilter-commit-msg": {"entry": "anonfilter check --commit-msg", "stages": ["commit-msg"]},
    "anonfilter-pre-push": {
        "entry": "anonfilter git pushed",
        "always_run": True,
        "pass_filenames": False,
        "stages": ["pre-push"],
    },
}

# The defaults of pre-commit for each hook.
_USUAL: Mapping[str, Any] = {
    "entry": "",
    "args": [],
    "language": "python",
    "alias": "",
    "stages": [],
    "files": "",
    "exclude": "^$",
    "types": ["file"],
    "types_or": [],
    "exclude_types": [],
    "always_run": False,
    "pass_filenames": True,
}
_FORMER = {"commit": "pre-commit", "merge-commit": "pre-merge-commit", "push": "pre-push"}
_KINDS = {"file", "symlink", "directory"}  # the types in pre-commit that cover all paths
_LANGUAGES = ("python", "system", "unsupported")  # the languages that run the entry unchanged
# The commands that run our checks. Other options, such as --only, may exclude findings.
_ANONFILTER = (
    r"(?:(?:(?:uvx|(?:uv|pipx|poetry|pdm|hatch|pixi) run|python3? -m) )?anonfilter|/\S+/anonfilter)"
)
_FLAG = (
    "--(?:staged|documents-only|strict|no-baseline|no-cache|all|verbose|show-values"
    "|assume-language|trust-local-plugins)|-v"
)
_VALUED = r"(?:-j|--(?:rules|rules-from|baseline|output|color|roster|jobs))[ =][^\s-]\S*"
_CHECK = f"{_ANONFILTER} check(?: (?:{_FLAG}|{_VALUED}))*"
_COMMANDS = {
    "pre-push": re.compile(f"{_ANONFILTER} git pushed"),
    "commit-msg": re.compile(f"{_CHECK} --commit-msg"),
    "pre-commit": re.compile(rf"(?=.* --staged\b){_CHECK}"),
}

# The digest of the script that pre-commit installs, without comments and the lines that differ
# between clones.
_SCRIPT = "665aa7d465a62fb7e1a40c6c4a9c0841"
_SHELL = re.compile(r"#!\s*(?:/usr)?/bin/(?:env )?(?:ba)?sh")
_FILLED = re.compile(
    r"^(?:INSTALL_PYTHON=(?:'[^'\n]*'|[\w./+-]*)|ARGS=\((hook-impl[^;&|<>()`$\n]*)\))$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class FileFilter:
    """A setting of a hook that selects files by a pattern: `files` or `exclude`."""

    written: str
    regex: re.Pattern[str]
    keeps: bool  # True: it selects files that match; False: files that do not match

    def passes(self, path: str) -> bool:
        return bool(self.regex.search(path)) == self.keeps


@dataclass(frozen=True, slots=True)
class Check:
    """A check of anonfilter in the configuration of pre-commit, at one stage.

    ``flaw`` is a clause about what disables the check; "" if nothing does.
    """

    name: str
    flaw: str
    filters: tuple[FileFilter, ...]


def flaw_of_script(hook: Path) -> str:
    """Return a clause about what is wrong with pre-commit's hook; "" if it runs pre-commit."""
    text = hook.read_text(encoding="utf-8", errors="replace")
    rest = [line for line in _FILLED.sub("", text).splitlines() if line.strip()]
    body = [line for line in rest if not line.startswith("#")]
    digest = hashlib.sha256("\n".join(body).encode()).hexdigest()
    if digest[: len(_SCRIPT)] != _SCRIPT or not _SHELL.fullmatch(rest[0]):
        return "but it was edited, so its effect is unknown"
    if f"--hook-type={hook.name}" not in _arguments_of_script(hook):
        return "but it is for another hook"
    return ""


def checks(top: Path, hook: Path) -> list[Check]:
    """Return anonfilter's checks that the configuration runs in this hook of Git."""
    named = (word.partition("=") for word in _arguments_of_script(hook))
    config = _config(
        top / next((path for option, _, path in named if option == "--config"), CONFIG)
    )
    usual = _words(config, "default_stages")
    shared = _filters(config)
    return [
        Check(name, _flaw(found, hook.name), () if _is_for_all(found) else shared + own)
        for name, found, own in _hooks(config)
        if hook.name in _stages(found, usual)
    ]


def _arguments_of_script(hook: Path) -> list[str]:
    """Return the arguments that ``pre-commit install`` wrote into a hook, such as the config."""
    filled = _FILLED.finditer(hook.read_text(encoding="utf-8", errors="replace"))
    try:
        return [word for match in filled for word in shlex.split(match[1] or "")]
    except ValueError:
        return []


def _config(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        raise AnonfilterError("does not exist, so pre-commit fails", where=path.name)
    config = nodes.load(find.read(path), path.name).plain()
    return config if isinstance(config, dict) else {}


def _hooks(
    config: Mapping[str, Any],
) -> Iterator[tuple[str, dict[str, Any], tuple[FileFilter, ...]]]:
    """Yield the name, settings and filters of each hook that may be a check of anonfilter."""
    for repository in _list(config, "repos"):
        from_us = "anonfilter" in Path(str(_get(repository, "repo"))).name
        for hook in _list(repository, "hooks"):
            if not isinstance(hook, dict):
                continue
            name = str(hook.get("id"))
            ours = MANIFEST.get(name, {}) if from_us else {}
            whole = {**_USUAL, **ours, **hook, "id": name}
            if ours or "anonfilter" in str(whole["entry"]):
                yield name, whole, _filters(whole, name)


def _stages(hook: Mapping[str, Any], usual: Sequence[str]) -> set[str]:
    """Return the stages at which a hook runs: those of its setting, else ``usual``, else all."""
    written = _words(hook, "stages") or usual or [*_COMMITTING, "commit-msg", "pre-push"]
    return {_FORMER.get(stage, stage) for stage in written}


def _flaw(hook: Mapping[str, Any], stage: str) -> str:
    """Return a clause such as "which SKIP skips" if pre-commit would not run our check, else ""."""
    skipped = {name.strip() for name in os.environ.get("SKIP", "").split(",")} - {""}
    if skipped & {hook["id"], hook["alias"]}:
        return "which the variable SKIP skips"
    if hook["language"] not in _LANGUAGES:
        return f"which `language: {hook['language']}` disables"
    if "<<" in hook:
        return "which the settings of `<<` may disable"
    if not _COMMANDS.get(stage, _COMMANDS["pre-commit"]).fullmatch(_command(hook)):
        return "whose entry and args are not only our check"
    setting = ""
    if stage == "commit-msg":
        hidden = "" if _is_on(hook["pass_filenames"]) else "`pass_filenames: false`"
        setting = _wrong_types(hook, {"file"}) or hidden
    elif not _is_for_all(hook):
        is_push = stage == "pre-push"
        setting = "`always_run` or `pass_filenames`" if is_push else _wrong_types(hook, _KINDS)
    return f"which {setting} disables" if setting else ""


def _command(hook: Mapping[str, Any]) -> str:
    """Return the words of a hook's command; "" if a shell could not divide it into words."""
    try:
        return " ".join([*shlex.split(str(hook["entry"])), *_words(hook, "args")])
    except ValueError:
        return ""


def _is_for_all(hook: Mapping[str, Any]) -> bool:
    """Return True if a hook always runs, and the check finds the files by itself."""
    return _is_on(hook["always_run"]) and not _is_on(hook["pass_filenames"])


def _wrong_types(hook: Mapping[str, Any], needed: set[str]) -> str:
    """Return the setting that hides files of these types from a hook; "" if no setting does."""
    every, any_of = _words(hook, "types"), _words(hook, "types_or")
    if any({word} != needed for word in every):
        return f"`types: [{', '.join(every)}]`"
    if any_of and not needed.issubset(any_of):
        return f"`types_or: [{', '.join(any_of)}]`"
    without = _words(hook, "exclude_types")
    return f"`exclude_types: [{', '.join(without)}]`" if without else ""


def _filters(holder: Mapping[str, Any], name: str = "") -> tuple[FileFilter, ...]:
    found = []
    for key in ("files", "exclude"):
        pattern = str(holder.get(key, _USUAL[key]))
        if pattern != _USUAL[key]:
            try:
                regex = re.compile(pattern)
            except re.error:
                where = f"{name}: {key}" if name else key
                raise AnonfilterError("is not a regular expression", where=where) from None
            found.append(FileFilter(f"`{key}: {pattern}`", regex, key == "files"))
    return tuple(found)


def _is_on(value: Any) -> bool:
    """Return True if a value is true in YAML 1.1, which pre-commit reads."""
    return value is True or str(value).lower() in ("yes", "on")


def _words(holder: Mapping[str, Any], key: str) -> list[str]:
    found = holder.get(key) or []
    return [str(word) for word in (found if isinstance(found, list) else [found])]


def _list(node: Any, key: str) -> list[Any]:
    found = _get(node, key)
    return found if isinstance(found, list) else []


def _get(node: Any, key: str) -> Any:
    return node.get(key) if isinstance(node, dict) else None
