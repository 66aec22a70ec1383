"""``sync --init``: everything that keeping in step needs, step by step, each with its reason.

What is there already stays as it is; so it can be run again at any time.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from anonfilter import git
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.files import write as output
from anonfilter.syncing import guard
from anonfilter.syncing.layout import Here, Layout, relative

SOURCE, OUTPUT = "raw", "transcripts"

Say = Callable[[str], None]


def set_up(
    source: str | None, twins: str | None, rules: str | None, say: Say, *, trusted: bool
) -> int:
    here = Here.now()
    layout = _rules(here, source, twins, rules, say, trusted=trusted)
    _ignored(layout, say)
    _folders(layout, say)
    guard.require_kept(layout, ())
    _key(layout, say, trusted=trusted)
    _hooks(say)
    say(f"now put originals into {relative(layout.source_folder)}/, and: anonfilter sync")
    return Exit.OK


def _rules(
    here: Here, source: str | None, twins: str | None, rules: str | None, say: Say, *, trusted: bool
) -> Layout:
    """The rules say which folders: their entry, or a file of their own that extends others."""
    from anonfilter.rules import find, load_ruleset

    origin, _ = find.ruleset(None, here.root)
    own = Path(origin)
    if not (own.is_file() and own.resolve().is_relative_to(here.top)):
        extended = rules or (origin if origin in find.shipped() else "default")
        own = here.root / "rules.yaml"
        if own.exists():
            raise AnonfilterError(
                "is there, and is no ruleset of ours", where=relative(own),
                hint="Write .anonfilter/rules.yaml, which begins with `anonfilter: 1`; "
                "and run this again.",
            )  # fmt: skip
        _write(own, f"anonfilter: 1\nextends: {extended}\n" + _entry(source, twins))
        say(f"rules: wrote {relative(own)}, which extends {extended}: it says what is personal "
            "data, and which folders belong together")  # fmt: skip
    corpus = load_ruleset(str(own), trust_local=trusted).model.corpus
    if corpus is None:
        before = own.read_text(encoding="utf-8")
        gap = "" if before.endswith("\n") else "\n"
        _write(own, before + gap + _entry(source, twins))
        try:
            corpus = load_ruleset(str(own), trust_local=trusted).model.corpus
        except AnonfilterError:
            _write(own, before)
            raise
        say(f"rules: added to {relative(own)} which folders belong together")
    if corpus is None:
        raise AnonfilterError("takes no entry `corpus:` at its end", where=relative(own))
    if (source or corpus.source, twins or corpus.output) != (corpus.source, corpus.output):
        raise AnonfilterError(
            f"says `corpus: {{source: {corpus.source}, output: {corpus.output}}}` already",
            where=relative(own), hint="Change it there, and move the files.",
        )  # fmt: skip
    layout = Layout(here, corpus.source, corpus.output)
    say(f"rules: originals in {corpus.source}/, their redacted twins in {corpus.output}/ "
        f"({relative(own)})")  # fmt: skip
    return layout


def _entry(source: str | None, twins: str | None) -> str:
    return f"corpus: {{source: {_quoted(source or SOURCE)}, output: {_quoted(twins or OUTPUT)}}}\n"


def _quoted(text: str) -> str:
    import json

    return text if text.replace("/", "").isalpha() else json.dumps(text, ensure_ascii=False)


def _ignored(layout: Layout, say: Say) -> None:
    """Git leaves the originals out: from the first moment on, before any is there."""
    top, folder = layout.here.top, layout.source_folder
    probe = folder if folder.is_symlink() else folder / ".any-file"
    name = os.path.relpath(folder, top)
    if probe in git.ignored(top, [probe]):
        say(f".gitignore: git ignores {name}/ already: originals are never committed")
    else:
        path = top / ".gitignore"
        before = path.read_bytes() if path.exists() else b""
        gap = b"" if not before or before.endswith(b"\n") else b"\n"
        output.new_file(path, before + gap + _pattern(name), None)
        say(f".gitignore: added /{name}, so that originals are never committed")
    guard.require_ignored(layout)


def _pattern(name: str) -> bytes:
    """The folder, or a link to one, and nothing else of that name."""
    escaped = "".join(f"\\{char}" if char in "*?[\\" else char for char in name)
    trailing = escaped[:-1] + "\\ " if escaped.endswith(" ") else escaped
    return os.fsencode(f"/{trailing}\n")


def _folders(layout: Layout, say: Say) -> None:
    made = []
    for folder in (layout.source_folder, layout.output_folder):
        if not folder.is_dir():
            folder.mkdir(parents=True)
            made.append(f"{relative(folder)}/")
    say(f"folders: made {' and '.join(made)}" if made else "folders: both are there")


def _key(layout: Layout, say: Say, *, trusted: bool) -> None:
    """Sidecars are sealed, so that they can be committed: for that there must be a key."""
    from anonfilter.pseudonyms.keys.corpus import find_corpus
    from anonfilter.rules import load_ruleset

    kind = load_ruleset(None, folder=layout.here.root, trust_local=trusted).model.sidecar
    corpus = find_corpus(layout.here.root)
    if kind in ("none", "plain"):
        say(f"key: none is needed, by the rules' `sidecar: {kind}`")
    elif corpus is not None:
        say(f"key: {relative(corpus.file)} is there; anonfilter key status says where its key is")
    else:
        from anonfilter.pseudonyms.keys.creation import create_corpus

        say("key: sidecars keep what each tag stands for, sealed with a key, so that they can be "
            "committed and filtered again with the same numbers")  # fmt: skip
        corpus, _, where = create_corpus(layout.here.root)
        say(f"wrote {corpus.shown(corpus.file)} (commit it); {where}")


def _hooks(say: Say) -> None:
    from anonfilter.checking import clone_guard as guard
    from anonfilter.git import clone

    if guard.is_guarded(list(guard.survey(clone.current()))):
        say("hooks: this clone is guarded (anonfilter git status)")
    else:
        say("hooks: commits are not checked in this clone yet: anonfilter git install; or, with "
            "pre-commit: anonfilter ci init pre-commit")  # fmt: skip


def _write(path: Path, text: str) -> None:
    like = os.stat(path) if path.exists() else None
    output.new_file(path, text.encode("utf-8"), like)
