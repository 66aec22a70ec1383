"""Which of our checks the pre-commit framework runs in a clone: at which stages, on which files.

Its configuration is evaluated as pre-commit does it, on top of our manifest. What is not known to
leave a check as it is disarms it.
"""

from __future__ import annotations

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

# Our hooks as in .pre-commit-hooks.yaml, as far as it decides when they run, on what, and how.
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

# What pre-commit assumes of every hook.
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
_KINDS = {"file", "symlink", "directory"}  # what pre-commit takes all paths for
_LANGUAGES = ("python", "system", "unsupported")  # these run the entry as it stands
_RUNNERS = (
    ("uv", "run"),
    ("uvx",),
    ("pipx", "run"),
    ("poetry", "run"),
    ("pdm", "run"),
    ("hatch", "run"),
    ("pixi", "run"),
    ("python", "-m"),
    ("python3", "-m"),
)
_FLAGS = (
    "--documents-only",
    "--strict",
    "--no-baseline",
    "--no-cache",
    "--all",
    "-v",
    "--verbose",
    "--show-values",
    "--assume-language",
    "--trust-local-plugins",
)
# --only, --except and all others may leave something out.
_VALUED = (
    "--rules",
    "--rules-from",
    "--baseline",
    "--output",
    "--color",
    "--roster",
    "-j",
    "--jobs",
)

# The script that pre-commit installs, without comments and what it fills in.
_SCRIPT = """\
HERE="$(cd "$(dirname "$0")" && pwd)"
ARGS+=(--hook-dir "$HERE" -- "$@")
if [ -x "$INSTALL_PYTHON" ]; then
    exec "$INSTALL_PYTHON" -mpre_commit "${ARGS[@]}"
elif command -v pre-commit > /dev/null; then
    exec pre-commit "${ARGS[@]}"
else
    echo '`pre-commit` not found.  Did you forget to activate your virtualenv?' 1>&2
    exit 1
fi
"""
_SHELL = re.compile(r"#!\s*(?:/usr)?/bin/(?:env )?(?:ba)?sh")
_FILLED = re.compile(
    r"^(?:INSTALL_PYTHON=(?:'[^'\n]*'|[\w./+-]*)|ARGS=\((hook-impl[^;&|<>()`$\n]*)\))$",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Filter:
    """A pattern of pre-commit's that decides which files a hook is given."""

    written: str
    regex: re.Pattern[str]
    keeps: bool  # those that it matches, or all others

    def passes(self, path: str) -> bool:
        return bool(self.regex.search(path)) == self.keeps


@dataclass(frozen=True, slots=True)
class Check:
    """A check of ours in the configuration, at one stage. ``flaw`` is what disarms it."""

    name: str
    flaw: str
    filters: tuple[Filter, ...]


def flaw_of_script(hook: Path) -> str:
    """What is wrong with a hook that pre-commit has written; "" if it runs pre-commit."""
    text = hook.read_text(encoding="utf-8", errors="replace")
    rest = [line for line in _FILLED.sub("", text).splitlines() if line.strip()]
    body = [line for line in rest if not line.startswith("#")]
    if body != _SCRIPT.splitlines() or not _SHELL.fullmatch(rest[0]):
        return "but edited: what it does is unknown"
    if f"--hook-type={hook.name}" not in _arguments_of_script(hook):
        return "but for another hook"
    return ""


def checks(top: Path, hook: Path) -> list[Check]:
    """Our checks that the configuration has for this hook of git."""
    config = _config(top / _config_of(hook))
    usual = _words(config, "default_stages")
    shared = _filters(config)
    return [
        Check(name, _flaw(found, hook.name), () if _is_for_all(found) else shared + own)
        for name, found, own in _hooks(config)
        if hook.name in _stages(found, usual)
    ]


def _config_of(hook: Path) -> str:
    """Return the configuration that ``pre-commit install`` was given."""
    named = (word.partition("=") for word in _arguments_of_script(hook))
    return next((path for option, _, path in named if option == "--config"), CONFIG)


def _arguments_of_script(hook: Path) -> list[str]:
    filled = _FILLED.finditer(hook.read_text(encoding="utf-8", errors="replace"))
    try:
        return [word for match in filled for word in shlex.split(match[1] or "")]
    except ValueError:
        return []


def _config(path: Path) -> Mapping[str, Any]:
    if not path.is_file():
        raise AnonfilterError("no such file: pre-commit stops here", where=path.name)
    config = nodes.load(find.read(path), path.name).plain()
    return config if isinstance(config, dict) else {}


def _hooks(config: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any], tuple[Filter, ...]]]:
    """Each hook that may be ours, with all that it does not say itself; and its filters."""
    for repository in _list(config, "repos"):
        from_us = "anonfilter" in Path(str(_get(repository, "repo"))).name
        for hook in _list(repository, "hooks"):
            if not isinstance(hook, dict):
                continue
            name = str(hook.get("id"))
            ours = MANIFEST.get(name, {}) if from_us else {}
            whole = {**_USUAL, **ours, **_merged(hook), "id": name}
            if ours or "anonfilter" in str(whole["entry"]):
                yield name, whole, _filters(whole, name)


def _merged(hook: Mapping[str, Any]) -> dict[str, Any]:
    """A hook with what it takes over by YAML's merge key."""
    others = hook.get("<<", [])
    merged: dict[str, Any] = {}
    for other in reversed(others if isinstance(others, list) else [others]):
        merged |= _merged(other) if isinstance(other, dict) else {}
    return merged | {key: value for key, value in hook.items() if key != "<<"}


def _stages(hook: Mapping[str, Any], usual: Sequence[str]) -> set[str]:
    """The stages that a hook runs at: of those that name none, all."""
    written = _words(hook, "stages") or usual or [*_COMMITTING, "commit-msg", "pre-push"]
    return {_FORMER.get(stage, stage) for stage in written}


def _flaw(hook: Mapping[str, Any], stage: str) -> str:
    """What keeps a hook from checking; "" if it does."""
    skipped = {name.strip() for name in os.environ.get("SKIP", "").split(",")} - {""}
    if skipped & {hook["id"], hook["alias"]}:
        return "skipped by SKIP"
    if hook["language"] not in _LANGUAGES:
        return f"disarmed by `language: {hook['language']}`"
    called = _arguments(hook)
    if stage == "pre-push":
        well = called == ["git", "pushed"]
        wrong = "" if _is_for_all(hook) else "`always_run` or `pass_filenames`"
    elif stage == "commit-msg":
        well = _is_check(called[:-1]) and called[-1:] == ["--commit-msg"]
        wrong = _wrong_types(hook, {"file"})
        wrong = wrong or ("" if _is_on(hook["pass_filenames"]) else "`pass_filenames: false`")
    else:
        well = "--staged" in called and _is_check([word for word in called if word != "--staged"])
        wrong = "" if _is_for_all(hook) else _wrong_types(hook, _KINDS)
    if not well:
        return "whose entry and args do not do just our check"
    return f"disarmed by {wrong}" if wrong else ""


def _arguments(hook: Mapping[str, Any]) -> list[str]:
    """What anonfilter is called with; nothing for any other command."""
    try:
        words = [*shlex.split(str(hook["entry"])), *_words(hook, "args")]
    except ValueError:
        return []
    runner = next((one for one in _RUNNERS if tuple(words[: len(one)]) == one), ())
    program, *rest = words[len(runner) :] or [""]
    named = program == "anonfilter" or (Path(program).is_absolute() and not runner)
    return rest if named and Path(program).name == "anonfilter" else []


def _is_check(called: Sequence[str]) -> bool:
    """Return True if these words are a check, with no option that could leave anything out."""
    if called[:1] != ["check"]:
        return False
    words = iter(called[1:])
    for word in words:
        name, _, value = word.partition("=")
        if name in _VALUED and word.startswith("-"):
            if not (value or next(words, "")):
                return False
        elif word not in _FLAGS:
            return False
    return True


def _is_for_all(hook: Mapping[str, Any]) -> bool:
    """Return True if a hook runs for any change, and finds the files itself."""
    return _is_on(hook["always_run"]) and not _is_on(hook["pass_filenames"])


def _wrong_types(hook: Mapping[str, Any], needed: set[str]) -> str:
    """The setting that keeps files of these types from a hook, as far as that is known."""
    every, some = _words(hook, "types"), _words(hook, "types_or")
    if any({word} != needed for word in every):
        return f"`types: [{', '.join(every)}]`"
    if some and not needed.issubset(some):
        return f"`types_or: [{', '.join(some)}]`"
    without = _words(hook, "exclude_types")
    return f"`exclude_types: [{', '.join(without)}]`" if without else ""


def _filters(holder: Mapping[str, Any], name: str = "") -> tuple[Filter, ...]:
    found = []
    for key in ("files", "exclude"):
        pattern = str(holder.get(key, _USUAL[key]))
        if pattern != _USUAL[key]:
            try:
                regex = re.compile(pattern)
            except re.error:
                where = f"{name}: {key}" if name else key
                raise AnonfilterError("is no regular expression", where=where) from None
            found.append(Filter(f"`{key}: {pattern}`", regex, key == "files"))
    return tuple(found)


def _is_on(value: Any) -> bool:
    """Return True if a value is true as pre-commit reads it, by YAML 1.1."""
    return value is True or str(value).lower() in ("yes", "on")


def _words(holder: Mapping[str, Any], key: str) -> list[str]:
    found = holder.get(key) or []
    return [str(word) for word in (found if isinstance(found, list) else [found])]


def _list(node: Any, key: str) -> list[Any]:
    found = _get(node, key)
    return found if isinstance(found, list) else []


def _get(node: Any, key: str) -> Any:
    return node.get(key) if isinstance(node, dict) else None
