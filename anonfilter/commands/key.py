"""``anonfilter key``: the key that a corpus's sidecars are sealed with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import complain, rules_option, say, watched
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.session import load_rules
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.pseudonyms.keys.corpus import Corpus
    from anonfilter.pseudonyms.keys.key import AnyKey


@click.group(
    "key",
    epilog="\b\nExamples:\n  anonfilter key new\n"
    "  anonfilter key share --to ~/.ssh/id_ed25519.pub --to age1…\n"
    "  anonfilter key export --check\n\n"
    "The key is looked for in ANONFILTER_KEY; in the user's own folder "
    "(~/.config/anonfilter/keys); in .anonfilter/key.age, which ANONFILTER_IDENTITY (a file), "
    "~/.ssh/id_ed25519, ~/.ssh/id_rsa or ~/.config/anonfilter/identity.txt may open.",
)
def command() -> None:
    """Make, share, change and show the key that sidecars are sealed with."""


@command.command(
    "new",
    epilog="\b\nExamples:\n  anonfilter key new\n  anonfilter key new --print | pass insert …",
)
@click.option(
    "--print", "printed", is_flag=True,
    help="Print the key, for a password manager, and store it nowhere.",
)  # fmt: skip
def new(printed: bool) -> int:
    """Make the files from here on down a corpus, with a key of its own.

    Writes .anonfilter/corpus.yaml, which is to be committed, and the key to a file in your own
    folder, which nobody else can read. Where ANONFILTER_KEY is set, the corpus takes that key,
    and none is stored.
    """
    from anonfilter.pseudonyms.keys.creation import create_corpus

    corpus, key, where = create_corpus(Path.cwd(), keep=not printed)
    if printed:
        click.echo(key.text())
    say(f"wrote {corpus.shown(corpus.file)} (commit it); {where}")
    return Exit.OK


@command.command(
    "share",
    epilog="\b\nExamples:\n  anonfilter key share --to age1…\n"
    "  anonfilter key share --to 'ssh-ed25519 AAAA… me@work' --to colleague.pub\n"
    "  anonfilter key share --remove colleague.pub && anonfilter key rotate",
)
@click.option(
    "--to", "added", multiple=True, metavar="PUBLIC-KEY|FILE",
    help="Who can open it from now on: age1…, 'ssh-ed25519 AAAA…', or a .pub file.",
)  # fmt: skip
@click.option(
    "--remove", "removed", multiple=True, metavar="PUBLIC-KEY|FILE",
    help="Who is left out from now on; `key rotate` must follow.",
)  # fmt: skip
def share(added: tuple[str, ...], removed: tuple[str, ...]) -> int:
    """Enclose the key in the repository, encrypted for each member of the team.

    Writes .anonfilter/key.age and, into .anonfilter/corpus.yaml, for whom it is. Public keys are
    kept with the comment that they come with. Without options, it is enclosed anew for the same.
    """
    from anonfilter.pseudonyms.keys import enclosed, keyring
    from anonfilter.pseudonyms.locks import locked

    with locked(_corpus().file):
        corpus = _corpus()
        key = keyring.require_key(corpus)
        if not (added or corpus.recipients):
            raise AnonfilterError("--to says for whom", hint="anonfilter key share --help")
        corpus = replace(corpus, recipients=enclosed.changed(corpus.recipients, added, removed))
        corpus.save()
        enclosed.write(corpus, key)
    recipients = corpus.recipients
    shown = corpus.shown(corpus.enclosed_key)
    say(f"wrote {shown} (commit it), for {len(recipients)}" if recipients else f"removed {shown}")
    for name in enclosed.names_of(recipients):
        say(f"  {name}")
    if removed:
        say("Who was removed still has the key: anonfilter key rotate makes a new one.")
    return Exit.OK


@command.command(
    "export",
    epilog="\b\nExamples:\n  anonfilter key export --check | gh secret set ANONFILTER_KEY",
)
@click.option("--check", "checking", is_flag=True, help="The check key, which opens nothing.")
def export(checking: bool) -> int:
    """Print the key; with --check, the one that a build needs.

    With the check key, `anonfilter check` recognises originals of the corpus that have survived
    somewhere. It opens no sidecar. But whoever has it can try names, and learn which are in the
    corpus: keep it as a secret, and never give it to builds of forks.
    """
    from anonfilter.pseudonyms.keys import keyring
    from anonfilter.pseudonyms.keys.key import check_key_of

    corpus = _corpus()
    key = keyring.find_key(corpus) if checking else keyring.require_key(corpus)
    if key is None:
        raise keyring.missing(corpus, keyring.search(corpus))
    click.echo((check_key_of(key) if checking else key).text())
    if checking:
        say("This check key opens nothing, yet it is a secret: whoever has it can confirm guesses.")
    return Exit.OK


@command.command(
    "rotate",
    epilog="\b\nExamples:\n  anonfilter key rotate\n  anonfilter key rotate --no-new-key\n\n"
    "Exit codes: 0 all is sealed with the corpus's key; 2 there is no full key, or the rules are "
    "wrong; 3 a sidecar does not open, and nothing was changed.",
)
@click.option(
    "--no-new-key", "keeping", is_flag=True,
    help="Seal with the key that there is what older keys of yours open: after a merge.",
)  # fmt: skip
@rules_option
def rotate(keeping: bool, rules: str | None) -> int:
    """Make a new key, and seal every sidecar of the corpus with it.

    For when somebody leaves the team, or a key was seen. A run that was interrupted is taken up
    by the next one; until then nobody can work on the corpus. What this cannot do: git's history
    keeps the sidecars as they were, and the old key opens those.
    """
    from anonfilter.pseudonyms.keys import rotation as rotations
    from anonfilter.pseudonyms.locks import locked
    from anonfilter.pseudonyms.sidecars import tree

    map_dir = load_rules(rules, False).model.map_dir
    with locked(_corpus().file):
        corpus = _corpus()
        rotation = rotations.leftovers(corpus) if keeping else rotations.planned(corpus)
        paths = list(tree.sealed(corpus))
        problems = rotations.problems(rotation, watched(paths, "Reading file"))
        for problem in problems:
            complain(problem)
        if problems:
            say("nothing was changed: every file must open first")
            return Exit.INCOMPLETE
        if not keeping:
            rotations.begin(rotation)
            paths = list(tree.sealed(corpus))  # nobody adds to them any more
        done = 0
        for path in watched(paths, "Sealing file"):
            done += rotations.reseal(rotation, path, tree.document_of(path, corpus.root, map_dir))
        if not keeping:
            corpus = rotations.finish(rotation)
    say(f"sealed {done:,} of {len(paths):,} files again; the key is {corpus.key_id}")
    if not keeping:
        _after_rotation(corpus)
    return Exit.OK


def _after_rotation(corpus: Corpus) -> None:
    """What a new key does not do by itself."""
    from anonfilter.pseudonyms.keys import enclosed, keyring

    own = keyring.key_file(corpus)
    say(f"The new key is in {own}: keep a copy. The old one is kept beside it.")
    if keyring.is_given():
        say(f"{keyring.VARIABLE} holds the old one still: set it to the new one.")
    if corpus.recipients:
        shown = corpus.shown(corpus.enclosed_key)
        say(f"{shown} holds the new key, for {len(corpus.recipients)}; are they all meant?")
        for name in enclosed.names_of(corpus.recipients):
            say(f"  {name}")
    say("Commit what changed, and give your builds the new `anonfilter key export --check`.")
    say(
        "Git's history keeps sidecars that the old key opens, and tags of `scope: corpus` stay: "
        "whoever has both, that key and the repository, reads those and confirms guesses of these."
    )
    say(
        "Branches from before have sidecars with the old key: merge them, "
        "then anonfilter key rotate --no-new-key."
    )


@command.command("status", epilog="\b\nExample:\n  anonfilter key status")
def status() -> int:
    """Say which corpus this is, where its key is, who shares it, and what it does not open."""
    from anonfilter.pseudonyms.keys import enclosed, keyring

    corpus = _corpus()
    found = keyring.search(corpus)
    _table("corpus", f"{corpus.id}, in {corpus.shown(corpus.file)}")
    _table("key", f"{corpus.key_id}; here: {_kind_of(found.key)}")
    if corpus.rotating_to:
        _table("next key", f"{corpus.rotating_to}; anonfilter key rotate does the rest")
    if found.key is not None:
        _table("  from", found.source)
    for remark in found.remarks:
        _table("  not from", remark)
    _table("shared with", str(len(corpus.recipients) or "nobody"))
    for name in enclosed.names_of(corpus.recipients):
        _table("", name)
    whole = found.key is not None and not corpus.rotating_to and _all_open(corpus, found.key)
    return Exit.OK if whole else Exit.INCOMPLETE


def _all_open(corpus: Corpus, key: AnyKey) -> bool:
    from anonfilter.pseudonyms.keys import keyring, survey
    from anonfilter.pseudonyms.sidecars import tree

    paths = list(tree.sealed(corpus))
    broken = list(survey.unopened(corpus, key, watched(paths, "Opening file")))
    _table("sealed", f"files: {len(paths):,}; not opened: {len(broken):,}")
    for error in broken:
        _table("", f"{error.where}: {error.message}")
    if broken and len(keyring.kept_keys(corpus)) > 1:
        say("Older keys of yours may open them: anonfilter key rotate --no-new-key")
    return not broken


def _kind_of(key: AnyKey | None) -> str:
    from anonfilter.pseudonyms.keys.key import Key

    return "none" if key is None else "full" if isinstance(key, Key) else "for checking"


def _table(title: str, text: str) -> None:
    click.echo(one_line(f"{title:<12} {text}"))


def _corpus() -> Corpus:
    from anonfilter.pseudonyms.keys.corpus import require_corpus

    return require_corpus(Path.cwd())
