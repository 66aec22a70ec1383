"""Suggests the next commands after a check or a filter run, by what was checked and found.

A command names a file only if its path exists as reported; otherwise it has the word FILE.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anonfilter import git
from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import SIDECAR, member_path, suffix_of
from anonfilter.files.source_tree import DISK
from anonfilter.git import revisions
from anonfilter.keys.key import AnyKey, Key
from anonfilter.keys.keyring import find_key
from anonfilter.reports.advice import OWN
from anonfilter.run.check_file import SOUNDS
from anonfilter.run.session import Session
from anonfilter.selection.target import CheckTarget
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values

MANY = 50  # findings that a report lists; with more of them, a baseline is the way to begin
_FEW_FILES = 3
_WIDEST = 60  # characters of a command in front of its purpose
_FILE = "FILE"
_ALLOW = '--reason "why it may stand"'


@hide_values
@dataclass(frozen=True, slots=True)
class Step:
    """A command, and its purpose."""

    command: str
    purpose: str


@hide_values
@dataclass(frozen=True)
class Situation:
    """The facts, besides the findings, on which the next commands depend.

    - ``keeping``: the policy for sidecars.
    - ``copies``: the folder that `anonfilter sync` writes; "" if there is none.
    - ``rules``: the option --rules as part of a command; "" if it was not given.
    """

    keeping: SidecarPolicy
    has_baseline: bool = False
    copies: str = ""
    rules: str = ""

    @classmethod
    def of(cls, session: Session, rules: str | None, *, has_baseline: bool) -> Situation:
        corpus, folders = session.corpus, session.ruleset.model.corpus
        root = corpus.root if corpus is not None else DISK.top(Path.cwd()) or Path.cwd()
        copies = os.path.realpath(root / folders.output) if folders is not None else ""
        return cls(session.keeping(), has_baseline, copies, _option(rules))

    @cached_property
    def key(self) -> AnyKey | None:
        return None if self.keeping.corpus is None else find_key(self.keeping.corpus)

    @cached_property
    def tracked(self) -> frozenset[str]:
        """The files that git tracks, as absolute paths; empty if git cannot list them."""
        try:
            top = git.toplevel(Path.cwd())
            paths = git.tracked(top, top) if top is not None else []
        except AnonfilterError:
            return frozenset()
        return frozenset(str(top.resolve() / path) for path in paths) if top else frozenset()

    def with_sidecars(self, paths: str) -> str:
        """Return the paths of a command line, followed by the paths of their sidecars."""
        if self.keeping.kind is None or paths == _FILE:
            return paths
        if self.keeping.map_dir and self.keeping.corpus is not None:
            folder = os.path.relpath(self.keeping.corpus.root / self.keeping.map_dir)
            return f"{paths} {shlex.quote(folder)}"
        sidecars = (f"{shlex.quote(path)}{SIDECAR}" for path in shlex.split(paths))
        return " ".join([paths, *sidecars])


def next_steps_for(
    checked: CheckResult, target: CheckTarget, situation: Situation, hints: Mapping[str, int]
) -> Iterator[str]:
    """Yield lines with the next commands after a failed check.

    ``hints`` maps each hint for incomplete files to the number of these files.
    """
    for label in sorted({finding.label for finding in checked.findings} & OWN.keys()):
        yield f"{label}: {OWN[label].remedy}"
    for hint, number in hints.items():
        yield f"{counted(number, 'incomplete file')}: {hint}"
    found = [finding for finding in checked.findings if finding.label not in OWN]
    yield from list_steps(list(_steps(found, target, situation)))


def steps_after_filter(
    path: str, member: str, line: int, column: int, rules: str | None
) -> Iterator[str]:
    """Yield lines with the next commands after a filter run that left a finding at this place."""
    option, file = _option(rules), _file(path)
    yield from list_steps(
        [
            Step(
                f"anonfilter explain{option} {_place(path, member, line, column)}",
                "show what found it, and why it was not replaced by a tag",
            ),
            Step(f"anonfilter review{option} {file}", "decide about it, in a terminal"),
            Step(
                f"anonfilter{option} --keep-output {file} > DRAFT",
                "write the text with the finding in it, to edit by hand",
            ),
        ]
    )


def _option(rules: str | None) -> str:
    return "" if rules is None else f" --rules {shlex.quote(rules)}"


def list_steps(steps: Sequence[Step]) -> Iterator[str]:
    """Yield a line for each step, with its purpose as a comment."""
    if steps:
        yield "next:"
    width = min(_WIDEST, max((len(step.command) for step in steps), default=0))
    for step in steps:
        yield f"  {step.command:<{width}}  # {step.purpose}"


def _steps(found: Sequence[Finding], target: CheckTarget, situation: Situation) -> Iterator[Step]:
    named = [finding for finding in found if finding.in_name]
    inside = [finding for finding in found if not finding.in_name]
    yield from _steps_for_names(named, target, situation)
    if not inside:
        return
    if target.commit_msg is not None:
        again = f"git commit --edit --file={shlex.quote(target.commit_msg)}"
        yield Step(again, "write the message again: nothing was committed")
    elif target.stdin is not None:
        yield Step(
            f"... | anonfilter{situation.rules} | ...",
            "replaces personal data in standard input by tags",
        )
    elif target.history is not None:
        yield from _steps_for_history(inside)
    else:
        yield from _steps_for_files(inside, target, situation)


def _steps_for_names(
    named: Sequence[Finding], target: CheckTarget, situation: Situation
) -> Iterator[Step]:
    paths = [finding.path for finding in named]
    for ref in _first(path for path in paths if path in target.refs):
        name = shlex.quote(ref.removeprefix("refs/heads/").removeprefix("refs/tags/"))
        if ref.startswith("refs/tags/"):
            yield Step(f"git tag NEW-NAME {name} && git tag -d {name}", "rename the tag")
        else:
            yield Step(f"git branch -m {name} NEW-NAME", "rename the branch")
    for path in _first(path for path in paths if path not in target.refs):
        move = "git mv" if os.path.realpath(path) in situation.tracked else "mv"
        yield Step(f"{move} -- {_file(path)} NEW-NAME", "rename the file")


def _steps_for_history(found: Sequence[Finding]) -> Iterator[Step]:
    for commit in _first(finding.commits[0] for finding in found if finding.commits):
        before = f"{commit[:12]}~" if _has_parent(commit) else "--root"
        yield Step(f"git rebase -i {before}", "edit that commit, if it was not pushed yet")
    yield Step(
        "git filter-repo --path FILE --invert-paths",
        "take a file out of all commits; what was pushed is known to others",
    )


def _has_parent(commit: str) -> bool:
    with suppress(AnonfilterError):
        return bool(revisions.commit(f"{commit}~"))
    return False


def _steps_for_files(
    found: Sequence[Finding], target: CheckTarget, situation: Situation
) -> Iterator[Step]:
    below = os.path.join(situation.copies, "")
    copies = {
        path
        for path in _paths(found)
        if situation.copies and os.path.realpath(path).startswith(below)
    }
    if copies:
        paths = _files(finding.path for finding in found if finding.path in copies)
        yield Step(f"anonfilter sync {paths}", "make these copies again from their originals")
    sounds = [path for path in _paths(found) if suffix_of(path) in SOUNDS]
    for path in sounds[:_FEW_FILES]:
        yield Step(
            f"anonfilter audio{situation.rules} {_file(path)} -o REDACTED{suffix_of(path)}",
            "silence the findings, and remove titles, comments and pictures",
        )
    found = [finding for finding in found if finding.path not in {*copies, *sounds}]
    if not found:
        return
    scope = shlex.join(target.paths) if target.paths else "."
    if target.in_tree:
        yield from _steps_for_disk(found, scope, situation)
    yield from _steps_for_findings(found, target, scope, situation)
    if target.diff is not None:
        base = shlex.quote(target.diff.partition("..")[0])
        yield Step(f"git rebase -i {base}", "then edit the commits: they still hold what was found")


def _steps_for_disk(found: Sequence[Finding], scope: str, situation: Situation) -> Iterator[Step]:
    """Yield the steps that keep files out of git, or that start a baseline for tracked files.

    Files that git does not track may be originals, so they get no baseline.
    """
    tracked = {path for path in _paths(found) if os.path.realpath(path) in situation.tracked}
    known = [finding for finding in found if finding.path in tracked]
    new = _untracked_place(found, situation.tracked)
    if situation.tracked and new:
        yield Step(
            f"echo {shlex.quote(new)} >> .gitignore",
            "keep these originals out of git, to which they were not added yet",
        )
    if len(known) <= MANY:
        return
    update = f"anonfilter check{situation.rules} {scope} --update-baseline"
    if not situation.has_baseline:
        yield from _steps_to_begin(update, situation)
    elif situation.key is not None:
        yield Step(update, "accept all findings without looking at them")


def _untracked_place(found: Sequence[Finding], tracked: frozenset[str]) -> str:
    """Return a .gitignore pattern for the first untracked file, or for its highest new folder.

    Return "" if no file below the current folder is untracked.
    """
    here = Path.cwd().resolve()
    known = {str(above) for path in tracked for above in Path(path).parents}
    for path in _paths(found):
        file = Path(os.path.realpath(path))
        if str(file) in tracked or here not in file.parents:
            continue
        new = [above for above in file.parents if here in above.parents and str(above) not in known]
        return f"/{(new[-1] if new else file).relative_to(here)}{'/' if new else ''}"
    return ""


def _steps_for_findings(
    found: Sequence[Finding], target: CheckTarget, scope: str, situation: Situation
) -> Iterator[Step]:
    """Yield the steps that decide about findings, or replace them."""
    few, rules = _files(_paths(found)), situation.rules
    first = found[0]
    place = _place(first.path, first.member, first.line, first.column)
    asked = "--staged" if target.staged else scope if few == _FILE and target.in_tree else few
    add, and_add = "", ""
    if target.staged:
        add, and_add = f" && git add -- {situation.with_sidecars(few)}", ", and git add .anonfilter"
    yield Step(f"anonfilter review{rules} {asked}", "decide about each finding, in a terminal")
    if situation.keeping.corpus is not None and not isinstance(situation.key, Key):
        yield Step("anonfilter key status", "show how to get the key, which the filter needs")
    else:
        yield Step(f"anonfilter{rules} -i {few}{add}", "replace all of them by tags")
    yield Step(
        f"anonfilter allow{rules} {place} {_ALLOW}", f"accept one finding from now on{and_add}"
    )


def _steps_to_begin(update: str, situation: Situation) -> Iterator[Step]:
    """Yield the steps that start checks in a repository with many old findings."""
    if situation.keeping.corpus is None:
        yield Step("anonfilter key new", "make a key, so that the baseline reveals no values")
    yield Step(update, "begin here: accept the present findings, and fail on new ones only")
    yield Step("git add .anonfilter && git commit", "share the baseline")
    yield Step("anonfilter git install", "check each commit from now on")


def _files(paths: Iterable[str]) -> str:
    """Return up to three paths as command arguments; for more, or for none, the word FILE."""
    distinct = list(dict.fromkeys(paths))
    few = len(distinct) <= _FEW_FILES and all(map(os.path.lexists, distinct))
    return shlex.join(map(_no_option, distinct)) if few else _FILE


def _no_option(path: str) -> str:
    """Return a path that no command takes for an option: ``./-notes.txt``."""
    return f"./{path}" if path.startswith("-") else path


def _file(path: str) -> str:
    return _files([path])


def _place(path: str, member: str, line: int, column: int) -> str:
    """Return FILE:LINE:COLUMN as a command argument, quoted for the shell."""
    if not member or not os.path.lexists(path):
        return f"{_file(path)}:{line}:{column}"
    return shlex.quote(f"{member_path(_no_option(path), member)}:{line}:{column}")


def _paths(found: Iterable[Finding]) -> Iterable[str]:
    """Return the paths of the files with findings, each path once."""
    return dict.fromkeys(finding.path for finding in found)


def _first(names: Iterable[str]) -> list[str]:
    """Return the first three different names of these names."""
    return list(dict.fromkeys(names))[:_FEW_FILES]
