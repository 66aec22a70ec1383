"""Plan how to clean a history, and clean a new clone with git-filter-repo."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter import git
from anonfilter.accepted.policy import AcceptancePolicy
from anonfilter.checking.names import found_in_names
from anonfilter.contract.report import describe_commits
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.source_tree import EMPTY_TREE
from anonfilter.git import lfs
from anonfilter.git.running import environment, run
from anonfilter.rules import find
from anonfilter.run.cached_check import CachedScanner
from anonfilter.run.inputs import InputFile
from anonfilter.run.session import Session
from anonfilter.run.verdicts import Verdicts
from anonfilter.selection.choice import FileChoice
from anonfilter.selection.messages import without_signatures
from anonfilter.selection.secrets import secrets_in
from anonfilter.selection.target import CheckTarget
from anonfilter.text.values import hide_values
from anonfilter_repository import templates

SCRIPT = "clean-history.sh"
_MESSAGE = "message"
AFTERWARDS = """\
What this command cannot do:
- Push the clean history: git push --mirror --force REMOTE, from the new clone.
- Clean other clones and forks: everybody has to clone again, and delete the old clone.
- Empty caches: a host keeps old commits for links and pull requests until its support removes them.
- Make known values secret again: replace keys and passwords that were ever pushed."""


@hide_values
@dataclass(slots=True)
class Cleaning:
    """The plan for cleaning a history.

    - ``blobs`` and ``messages``: the filtered texts, by the id of the object that they replace.
    - ``lines``: a line about each of these objects. ``commits``: the commits that hold them.
    - ``remaining``: lines about findings that stay, such as those in names of files.
    - ``incomplete``: the errors of files that could not be read, or not be filtered.
    """

    blobs: dict[str, bytes] = field(default_factory=dict)
    messages: dict[str, bytes] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    commits: set[str] = field(default_factory=set)
    remaining: list[str] = field(default_factory=list)
    incomplete: list[AnonfilterError] = field(default_factory=list)

    def write(self, folder: Path) -> None:
        """Write the filtered texts and the script for git-filter-repo into a new folder."""
        folder.mkdir(parents=True)
        for name, filtered_texts in (("blobs", self.blobs), ("messages", self.messages)):
            (folder / name).mkdir()
            for object_id, data in filtered_texts.items():
                (folder / name / object_id).write_bytes(data)
        (folder / SCRIPT).write_text(templates.render(SCRIPT), encoding="utf-8")


def plan(session: Session, written: str) -> Cleaning:
    """Return the plan for the commits of a range."""
    target = CheckTarget(history=written)
    policy = AcceptancePolicy(session, target, lambda note: None, no_baseline=True, own_rules=True)
    cleaning = Cleaning()
    verdicts = Verdicts.of(session.engine)
    with target.choice(session) as choice, git.blobs() as reader:
        scanner = CachedScanner(
            session.engine, session.keeping(), verdicts, choice.sidecar_tree, EMPTY_TREE
        )
        for file in choice.chosen.values():
            try:
                result = scanner.scan(file)
                if result.error is not None:
                    raise result.error
                if any(policy.acceptance.fails(result.path, result.findings)):
                    _add(cleaning, session.engine, file, reader)
            except AnonfilterError as error:
                cleaning.incomplete.append(error)
        cleaning.remaining += _remaining(session.engine, choice)
    return cleaning


def _add(cleaning: Cleaning, engine: Engine, file: InputFile, reader: git.BlobReader) -> None:
    """Add the filtered texts of a file or message with findings."""
    about = f"{file.name} ({describe_commits(file.commits)})"
    if not file.blob:  # a message, of the commits and tags with these ids
        for object_id in file.commits:
            message = reader.stored(object_id).data.partition(b"\n\n")[2]
            cleaning.messages[object_id] = _filtered_message(engine, message)
    else:
        data = cleaning.blobs.get(file.blob) or reader.read(file.blob)
        if lfs.is_pointer(data):
            cleaning.remaining.append(f"{about}: the text is an object of Git LFS")
            return
        cleaning.blobs[file.blob] = filtered(engine, data, file.name)
    cleaning.lines.append(about)
    cleaning.commits.update(file.commits)


def filtered(engine: Engine, data: bytes, name: str) -> bytes:
    """Return a file without its findings; raise ``Incomplete`` if it still has findings."""
    redaction = engine.redact(engine.read_document(data, name))
    if redaction.findings:
        raise Incomplete("still has findings after it was filtered", where=name)
    return redaction.output


def _filtered_message(engine: Engine, message: bytes) -> bytes:
    """Return a message without its findings, but with its signatures and contributors."""
    whole = message.decode("utf-8", "surrogateescape")
    bare = without_signatures(whole)
    new = filtered(engine, bare.encode("utf-8", "surrogateescape"), _MESSAGE)
    lines = [text.split("\n") for text in (whole, bare, new.decode("utf-8", "surrogateescape"))]
    if len({len(text) for text in lines}) > 1:
        return new
    kept = (
        before if before != checked else after
        for before, checked, after in zip(*lines, strict=True)
    )
    return "\n".join(kept).encode("utf-8", "surrogateescape")


def _remaining(engine: Engine, choice: FileChoice) -> Iterator[str]:
    """Yield a line for each finding that stays, because it is in no text."""
    for found, path in found_in_names(engine, choice.names()):
        yield f"{path}: {found.label} ({found.detector}, to be renamed by hand)"
    for file, labels in secrets_in(choice):
        if isinstance(labels, Incomplete):
            yield f"{file.name}: {labels.message}"
        else:
            where = describe_commits(file.commits)
            yield f"{file.name} ({where}): holds a secret of anonfilter: {', '.join(labels)}"
    for path, commits in sorted(choice.rosters.items()):
        yield f"{path} ({describe_commits(commits)}): names people in clear"


def clean(source: Path, clone: Path, folder: Path, cleaning: Cleaning, rules: Sequence[str]) -> int:
    """Clone a repository, clean the clone with the plan in a folder, and check the result.

    Return the exit code of the check.
    """
    run("clone", "--quiet", "--mirror", "--no-local", str(source), str(clone))
    script = ["sh", str((folder / SCRIPT).absolute()), "--quiet", "--force"]
    kept = environment(of_repository=False)
    done = subprocess.run(script, cwd=clone, env=kept, check=False)
    if done.returncode != 0:
        raise AnonfilterError(
            "git filter-repo failed, so the clone is not clean",
            where=str(clone),
            hint="pip install git-filter-repo, or apt-get install git-filter-repo.",
        )
    asked = b"".join(f"{blob}\n".encode() for blob in cleaning.blobs)
    listed = run("cat-file", "--batch-check", folder=clone, of_repository=False, data=asked).stdout
    if listed.count(b" missing\n") != len(cleaning.blobs):
        raise Incomplete("still holds objects that were to be replaced", where=str(clone))
    command = [sys.executable, "-m", "anonfilter", "check", "--history", *rules]
    return subprocess.run(command, cwd=clone, env=kept, check=False).returncode


def rules_of_check(session: Session, named: str | None) -> list[str]:
    """Return the options by which a check of the clone uses the same rules."""
    origin = session.ruleset.origin
    if named is None and origin not in find.shipped():
        tracked = git.tracked(git.top(), Path(origin).absolute())
        if tracked:
            return ["--rules-from", "HEAD"]
    return ["--rules", origin if origin in find.shipped() else str(Path(origin).absolute())]
