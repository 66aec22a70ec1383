"""``sync --init``: set up everything that sync needs, and print each step with its reason.

Existing files stay as they are, so the command can be repeated at any time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.files import write as output
from anonfilter_repository.sync import ignored_originals
from anonfilter_repository.sync.folders import Layout, Workspace, relative

SOURCE, OUTPUT = "raw", "transcripts"

Say = Callable[[str], None]


def set_up(
    source: str | None, copies: str | None, rules: str | None, say: Say, *, trusted: bool
) -> int:
    workspace = Workspace.current()
    layout = _rules(workspace, source, copies, rules, say, trusted=trusted)
    _ignored(layout, say)
    made = []
    for folder in (layout.source_folder, layout.output_folder):
        if not folder.is_dir():
            folder.mkdir(parents=True)
            made.append(f"{relative(folder)}/")
    say(f"folders: created {' and '.join(made)}" if made else "folders: both exist")
    ignored_originals.require_kept(layout, ())
    _key(layout, say, trusted=trusted)
    from anonfilter_repository import clone, clone_guard

    if clone_guard.is_guarded(list(clone_guard.survey(clone.current()))):
        say("hooks: this clone is guarded (anonfilter git status)")
    else:
        say(
            "hooks: commits are not checked in this clone yet: anonfilter git install; or, with "
            "pre-commit: anonfilter ci init pre-commit"
        )
    say(f"now put originals into {relative(layout.source_folder)}/, and run: anonfilter sync")
    return Exit.OK


def _rules(
    workspace: Workspace,
    source: str | None,
    copies: str | None,
    rules: str | None,
    say: Say,
    *,
    trusted: bool,
) -> Layout:
    """Add the folders to the rules, in the file of the repository or in a new file."""
    from anonfilter.rules import load_ruleset

    folders = [_quoted(folder) for folder in (source or SOURCE, copies or OUTPUT)]
    entry = "corpus: {{source: {}, output: {}}}\n".format(*folders)
    own = _own_rules(workspace, rules, entry, say)
    corpus = load_ruleset(str(own), trust_local=trusted).model.corpus
    if corpus is None:
        before = own.read_text(encoding="utf-8")
        _write(own, before + ("" if before.endswith("\n") else "\n") + entry)
        try:
            corpus = load_ruleset(str(own), trust_local=trusted).model.corpus
        except AnonfilterError:
            _write(own, before)
            raise
        say(f"rules: added the folders to {relative(own)}")
    if corpus is None:
        raise AnonfilterError("an entry `corpus:` at the end has no effect", where=relative(own))
    if (source or corpus.source, copies or corpus.output) != (corpus.source, corpus.output):
        raise AnonfilterError(
            f"already has `corpus: {{source: {corpus.source}, output: {corpus.output}}}`",
            where=relative(own),
            hint="Change the entry there, and move the files.",
        )
    say(
        f"rules: originals in {corpus.source}/, their redacted copies in {corpus.output}/ "
        f"({relative(own)})"
    )
    return Layout(workspace, corpus.source, corpus.output)


def _own_rules(workspace: Workspace, rules: str | None, entry: str, say: Say) -> Path:
    """Return the rules file of this repository; if there is none, write one that extends others."""
    from anonfilter.rules import find

    origin, _ = find.ruleset(None, workspace.root)
    own = Path(origin)
    if own.is_file() and own.resolve().is_relative_to(workspace.top):
        return own
    extended = rules or (origin if origin in find.shipped() else "default")
    own = workspace.root / "rules.yaml"
    if own.exists():
        raise AnonfilterError(
            "exists, and is not a ruleset of anonfilter",
            where=relative(own),
            hint="Write .anonfilter/rules.yaml, which begins with `anonfilter: 1`; "
            "and run this again.",
        )
    _write(own, f"anonfilter: 1\nextends: {extended}\n{entry}")
    say(
        f"rules: wrote {relative(own)}, which extends {extended}: the rules define what is "
        "personal data, and name the folders"
    )
    return own


def _quoted(text: str) -> str:
    import json

    return text if text.replace("/", "").isalpha() else json.dumps(text, ensure_ascii=False)


def _ignored(layout: Layout, say: Say) -> None:
    """Make git ignore the folder of originals, unless it does already."""
    top, folder = layout.workspace.top, layout.source_folder
    probe = folder if folder.is_symlink() else folder / ".any-file"
    name = os.path.relpath(folder, top)
    if probe in git.ignored(top, [probe]):
        say(f".gitignore: git already ignores {name}/, so that originals are never committed")
    else:
        path = top / ".gitignore"
        before = path.read_bytes() if path.exists() else b""
        gap = b"" if not before or before.endswith(b"\n") else b"\n"
        output.new_file(path, before + gap + _pattern(name), None)
        say(f".gitignore: added /{name}, so that originals are never committed")
    ignored_originals.require_ignored(layout)


def _pattern(name: str) -> bytes:
    """Return a .gitignore line for only the folder, or link to a folder, with this path."""
    escaped = "".join(f"\\{char}" if char in "*?[\\" else char for char in name)
    trailing = escaped[:-1] + "\\ " if escaped.endswith(" ") else escaped
    return os.fsencode(f"/{trailing}\n")


def _key(layout: Layout, say: Say, *, trusted: bool) -> None:
    """Create a key that seals the sidecars, unless a corpus exists or the rules need no key."""
    from anonfilter.keys.corpus import find_corpus
    from anonfilter.rules import load_ruleset

    kind = load_ruleset(None, folder=layout.workspace.root, trust_local=trusted).model.sidecar
    corpus = find_corpus(layout.workspace.root)
    if kind in ("none", "plain"):
        say(f"key: not needed with `sidecar: {kind}` in the rules")
    elif corpus is not None:
        say(f"key: {relative(corpus.file)} exists; anonfilter key status shows where its key is")
    else:
        from anonfilter.keys.keyring import create_corpus

        say(
            "key: sidecars keep the original of each tag. The key seals them, so that they can be "
            "committed, and later runs use the same numbers"
        )
        corpus, _, where = create_corpus(layout.workspace.root)
        say(f"wrote {corpus.shown(corpus.file)} (commit it); {where}")


def _write(path: Path, text: str) -> None:
    like = os.stat(path) if path.exists() else None
    output.new_file(path, text.encode("utf-8"), like)
