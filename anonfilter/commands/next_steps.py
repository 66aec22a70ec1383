"""Suggest the next commands after a check, by what was checked and found.

A command names a file only if its path exists as reported; otherwise it says FILE.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from anonfilter import git
from anonfilter.contract.document import Finding
from anonfilter.contract.report import CheckResult
from anonfilter.errors import AnonfilterError
from anonfilter.files.paths import SIDECAR, member_path, suffix_of
from anonfilter.files.source_tree import DISK
from anonfilter.keys.key import AnyKey, Key
from anonfilter.keys.keyring import find_key
from anonfilter.reports.advice import OWN
from anonfilter.run.check_file import SOUNDS
from anonfilter.selection.target import Target
from anonfilter.session import Session
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.text.plural import counted
from anonfilter.text.values import hide_values

MANY = 50  # findings that a report lists; with more of them, a baseline is the way to begin
_FEW_FILES = 3
_WIDEST = 60
_FILE = "FILE"
_ALLOW = '--reason "why it may stand"'


@hide_values
@dataclass(frozen=True, slots=True)
class Step:
    """A command, and its purpose."""

    command: str
    does: str


@hide_values
@dataclass(frozen=True)
class Situation:
    """The facts besides the findings that the next commands depend on.

    ``copies`` is the folder that `anonfilter sync` writes, "" without one; ``rules`` is the option
    that names the rules.
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

    @property
    def lacks_key(self) -> bool:
        """True if files cannot be filtered here because the key of their sidecars is missing."""
        return self.keeping.corpus is not None and not isinstance(self.key, Key)

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
        """Return the paths of a command line, and of the sidecars that filtering them writes."""
        if self.keeping.kind is None or paths == _FILE:
            return paths
        if self.keeping.map_dir and self.keeping.corpus is not None:
            folder = os.path.relpath(self.keeping.corpus.root / self.keeping.map_dir)
            return f"{paths} {shlex.quote(folder)}"
        return " ".join([paths, *(f"{shlex.quote(one)}{SIDECAR}" for one in shlex.split(paths))])


def next_steps_for(
    checked: CheckResult, target: Target, situation: Situation, hints: Mapping[str, int]
) -> Iterator[str]:
    """Yield lines with the next commands after a failed check.

    ``hints`` are for incomplete files, each with the number of files that it concerns.
    """
    for label in sorted({one.label for one in checked.findings} & OWN.keys()):
        yield f"{label}: {OWN[label].remedy}"
    for hint, number in hints.items():
        yield f"{counted(number, 'incomplete file')}: {hint}"
    found = [one for one in checked.findings if one.label not in OWN]
    yield from _listed(list(_steps(found, target, situation)))


def steps_after_filter(
    path: str, member: str, line: int, column: int, rules: str | None
) -> Iterator[str]:
    """Yield lines with the next commands after a filter run that left a finding at this place."""
    option, file = _option(rules), _file(path)
    yield from _listed(
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


def _listed(steps: Sequence[Step]) -> Iterator[str]:
    if steps:
        yield "next:"
    width = min(_WIDEST, max((len(one.command) for one in steps), default=0))
    for step in steps:
        yield f"  {step.command:<{width}}  # {step.does}"


def _steps(found: Sequence[Finding], target: Target, situation: Situation) -> Iterator[Step]:
    named = [one for one in found if one.in_name]
    inside = [one for one in found if not one.in_name]
    yield from _of_names(named, target)
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
        yield from _of_history(inside)
    else:
        yield from _of_files(inside, target, situation)


def _of_names(named: Sequence[Finding], target: Target) -> Iterator[Step]:
    for ref in _first(one.path for one in named if one.path in target.refs):
        name = shlex.quote(ref.removeprefix("refs/heads/").removeprefix("refs/tags/"))
        if ref.startswith("refs/tags/"):
            yield Step(f"git tag NEW-NAME {name} && git tag -d {name}", "rename the tag")
        else:
            yield Step(f"git branch -m {name} NEW-NAME", "rename the branch")
    for path in _first(one.path for one in named if one.path not in target.refs):
        yield Step(f"git mv -- {_file(path)} NEW-NAME", "rename the file")


def _of_history(found: Sequence[Finding]) -> Iterator[Step]:
    for commit in _first(one.commits[0] for one in found if one.commits):
        before = f"{commit[:12]}~" if _has_parent(commit) else "--root"
        yield Step(f"git rebase -i {before}", "edit that commit, if it was not pushed yet")
    yield Step(
        "git filter-repo --path FILE --invert-paths",
        "take a file out of all commits; what was pushed is known to others",
    )


def _has_parent(commit: str) -> bool:
    from anonfilter.git import revisions

    try:
        return bool(revisions.commit(f"{commit}~"))
    except AnonfilterError:
        return False


def _of_files(found: Sequence[Finding], target: Target, situation: Situation) -> Iterator[Step]:
    copies = {path for path in _paths(found) if _below(path, situation.copies)}
    if copies:
        paths = _files(one.path for one in found if one.path in copies)
        yield Step(f"anonfilter sync {paths}", "make these copies again from their originals")
    sounds = [path for path in _paths(found) if suffix_of(path) in SOUNDS]
    for path in sounds[:_FEW_FILES]:
        yield Step(
            f"anonfilter audio{situation.rules} {_file(path)} -o REDACTED{suffix_of(path)}",
            "silence the findings, and remove titles, comments and pictures",
        )
    found = [one for one in found if one.path not in copies and one.path not in sounds]
    if not found:
        return
    scope = shlex.join(target.paths) if target.paths else "."
    if target.in_tree:
        yield from _of_disk(found, scope, situation)
    yield from _of_each(found, target, scope, situation)
    if target.diff is not None:
        base = shlex.quote(target.diff.partition("..")[0])
        yield Step(f"git rebase -i {base}", "then edit the commits: they still hold what was found")


def _of_disk(found: Sequence[Finding], scope: str, situation: Situation) -> Iterator[Step]:
    """Yield steps for files on the disk: for files that git has, and for files that it does not.

    Files that git does not have yet may be originals, so they are ignored and get no baseline.
    """
    tracked = {path for path in _paths(found) if os.path.realpath(path) in situation.tracked}
    known = [one for one in found if one.path in tracked]
    new = _new_place(found, situation.tracked)
    if situation.tracked and new:
        yield Step(
            f"echo {shlex.quote(new)} >> .gitignore",
            "keep these originals out of git, to which they were not added yet",
        )
    if len(known) <= MANY:
        return
    update = f"anonfilter check{situation.rules} {scope} --update-baseline"
    if not situation.has_baseline:
        yield from _begin(update, situation)
    elif situation.key is not None:
        yield Step(update, "accept all findings without looking at them")


def _new_place(found: Sequence[Finding], tracked: frozenset[str]) -> str:
    """Return a .gitignore pattern for the first file, or its highest folder, that git does not
    track.

    Return "" if there is none below the current folder.
    """
    here = Path.cwd().resolve()
    known = {str(above) for path in tracked for above in Path(path).parents}
    for one in _paths(found):
        file = Path(os.path.realpath(one))
        if str(file) in tracked or here not in file.parents:
            continue
        new = [above for above in file.parents if here in above.parents and str(above) not in known]
        return f"/{(new[-1] if new else file).relative_to(here)}{'/' if new else ''}"
    return ""


def _of_each(
    found: Sequence[Finding], target: Target, scope: str, situation: Situation
) -> Iterator[Step]:
    """Yield the steps that decide about findings, or replace them."""
    few, rules = _files(one.path for one in found), situation.rules
    first = found[0]
    place = _place(first.path, first.member, first.line, first.column)
    asked = "--staged" if target.staged else scope if few == _FILE and target.in_tree else few
    add, and_add = "", ""
    if target.staged:
        add, and_add = f" && git add -- {situation.with_sidecars(few)}", ", and git add .anonfilter"
    yield Step(f"anonfilter review{rules} {asked}", "decide about each finding, in a terminal")
    if situation.lacks_key:
        yield Step("anonfilter key status", "show how to get the key, which the filter needs")
    else:
        yield Step(f"anonfilter{rules} -i {few}{add}", "replace all of them by tags")
    yield Step(
        f"anonfilter allow{rules} {place} {_ALLOW}", f"accept one finding from now on{and_add}"
    )


def _begin(update: str, situation: Situation) -> Iterator[Step]:
    """Yield the steps that start checks in a repository with many old findings."""
    if situation.keeping.corpus is None:
        yield Step("anonfilter key new", "make a key, so that the baseline reveals no values")
    yield Step(update, "begin here: accept the present findings, and fail on new ones only")
    yield Step("git add .anonfilter && git commit", "share the baseline")
    yield Step("anonfilter git install", "check each commit from now on")


def _files(paths: Iterable[str]) -> str:
    """Return the names of the files if they are few, else a placeholder."""
    distinct = list(dict.fromkeys(paths))
    few = len(distinct) <= _FEW_FILES and all(map(os.path.lexists, distinct))
    return shlex.join(distinct) if few else _FILE


def _file(path: str) -> str:
    return _files([path])


def _place(path: str, member: str, line: int, column: int) -> str:
    """Return a place as a command argument, quoted for the shell if it names a member."""
    if not member or not os.path.lexists(path):
        return f"{_file(path)}:{line}:{column}"
    return shlex.quote(f"{member_path(path, member)}:{line}:{column}")


def _paths(found: Iterable[Finding]) -> Iterable[str]:
    """Return the files of findings, each once."""
    return dict.fromkeys(one.path for one in found)


def _first(names: Iterable[str]) -> list[str]:
    """Return the first few of the names, each once."""
    return list(dict.fromkeys(names))[:_FEW_FILES]


def _below(path: str, folder: str) -> bool:
    return bool(folder) and os.path.realpath(path).startswith(os.path.join(folder, ""))
