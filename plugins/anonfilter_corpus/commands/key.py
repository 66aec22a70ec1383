"""``anonfilter key``: create, share, rotate and show the key that seals sidecars."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, show_error, with_progress
from anonfilter.commands.options import rules_option
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.run.session import load_rules
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.keys.corpus import Corpus
    from anonfilter.keys.key import AnyKey


@click.group(
    "key",
    epilog="\b\nExamples:\n  anonfilter key new\n"
    "  anonfilter key share --to ~/.ssh/id_ed25519.pub --to age1…\n"
    "  anonfilter key export --check\n\n"
    "The key is searched in ANONFILTER_KEY; in ~/.config/anonfilter/keys; in .anonfilter/key.age, "
    "opened by ANONFILTER_IDENTITY (a file), ~/.ssh/id_ed25519, ~/.ssh/id_rsa or "
    "~/.config/anonfilter/identity.txt.",
)
def command() -> None:
    """Create, share, rotate and show the key that seals sidecars."""


@command.command(
    "new",
    epilog="\b\nExamples:\n  anonfilter key new\n  anonfilter key new --print | pass insert …",
)
@click.option(
    "--print",
    "printed",
    is_flag=True,
    help="Print the key, for a password manager, instead of storing it.",
)
def new(printed: bool) -> int:
    """Make the files below this folder a corpus with its own key.

    The command writes .anonfilter/corpus.yaml, which must be committed, and the key to a private
    file in your configuration folder. If ANONFILTER_KEY is set, the corpus uses this key, and no
    key is stored.
    """
    from anonfilter.keys.keyring import create_corpus

    corpus, key, where = create_corpus(Path.cwd(), keep=not printed)
    if printed:
        click.echo(key.text())
    notify(f"wrote {corpus.shown(corpus.file)} (commit it); {where}")
    return Exit.OK


@command.command(
    "share",
    epilog="\b\nExamples:\n  anonfilter key share --to age1…\n"
    "  anonfilter key share --to 'ssh-ed25519 AAAA… me@work' --to colleague.pub\n"
    "  anonfilter key share --remove colleague.pub && anonfilter key rotate",
)
@click.option(
    "--to",
    "added",
    multiple=True,
    metavar="PUBLIC-KEY|FILE",
    help="A new recipient: age1…, 'ssh-ed25519 AAAA…', or a .pub file.",
)
@click.option(
    "--remove",
    "removed",
    multiple=True,
    metavar="PUBLIC-KEY|FILE",
    help="A recipient to remove; run `key rotate` afterwards.",
)
def share(added: tuple[str, ...], removed: tuple[str, ...]) -> int:
    """Store the key in the repository, encrypted for each colleague.

    The command writes .anonfilter/key.age, and adds the recipients to .anonfilter/corpus.yaml:
    public keys with their comments. Without options, it encrypts the key again for the same
    recipients.
    """
    from anonfilter.files.locks import locked
    from anonfilter.keys import enclosed, keyring

    with locked(_corpus().file):
        corpus = _corpus()
        key = keyring.require_key(corpus)
        if not (added or corpus.recipients):
            raise AnonfilterError("name a recipient with --to", hint="anonfilter key share --help")
        corpus = replace(
            corpus, recipients=enclosed.change_recipients(corpus.recipients, added, removed)
        )
        corpus.save()
        enclosed.write(corpus, key)
    recipients = corpus.recipients
    shown = corpus.shown(corpus.enclosed_key)
    notify(
        f"wrote {shown} (commit it), for {len(recipients)}" if recipients else f"removed {shown}"
    )
    for name in enclosed.display_names(recipients):
        notify(f"  {name}")
    if removed:
        notify("Removed recipients still have the key: run anonfilter key rotate.")
    return Exit.OK


@command.command(
    "export", epilog="\b\nExamples:\n  anonfilter key export --check | gh secret set ANONFILTER_KEY"
)
@click.option(
    "--check", "checking", is_flag=True, help="Print the check key, which opens no sidecar."
)
def export(checking: bool) -> int:
    """Print the key; with --check, the check key for CI.

    With the check key, `anonfilter check` recognises originals of the corpus in other texts. The
    check key opens no sidecar, but it can confirm that a name is in the corpus: keep it secret, and
    do not give it to builds of forks.
    """
    from anonfilter.keys import keyring
    from anonfilter.keys.key import check_key_of

    corpus = _corpus()
    key = keyring.find_key(corpus) if checking else keyring.require_key(corpus)
    if key is None:
        raise keyring.missing_key_error(corpus, keyring.search_key(corpus))
    click.echo((check_key_of(key) if checking else key).text())
    if checking:
        notify("The check key opens nothing, but is a secret: it can confirm guesses.")
    return Exit.OK


@command.command(
    "rotate",
    epilog="\b\nExamples:\n  anonfilter key rotate\n  anonfilter key rotate --no-new-key\n\n"
    "Exit codes: 0 all is sealed with the corpus's key; 2 no full key, or wrong rules; 3 a sidecar "
    "does not open, and nothing was changed.",
)
@click.option(
    "--no-new-key",
    "keeping",
    is_flag=True,
    help="After a merge: seal files that only your older keys open with the current key.",
)
@rules_option
def rotate(keeping: bool, rules: str | None) -> int:
    """Create a new key, and seal every sidecar of the corpus with it.

    Do this when a member leaves the team, or when a key was exposed. If the command is interrupted,
    run it again: until it is finished, the corpus cannot be used. The old key still opens the
    sidecars in git's history.
    """
    from anonfilter.files.locks import locked
    from anonfilter.sidecars import sidecar_files
    from anonfilter_corpus import key_rotation

    map_dir = load_rules(rules, False).model.map_dir
    with locked(_corpus().file):
        corpus = _corpus()
        rotation = key_rotation.leftovers(corpus) if keeping else key_rotation.planned(corpus)
        paths = list(sidecar_files.find_sealed_files(corpus))
        problems = key_rotation.problems(rotation, with_progress(paths, "Reading file"))
        for problem in problems:
            show_error(problem)
        if problems:
            notify("nothing was changed: your keys must open every file first")
            return Exit.INCOMPLETE
        if not keeping:
            key_rotation.begin(rotation)
            paths = list(
                sidecar_files.find_sealed_files(corpus)
            )  # from now on, no run adds a sidecar
        sealed = 0
        for path in with_progress(paths, "Sealing file"):
            sealed += key_rotation.reseal(
                rotation, path, sidecar_files.document_of(path, corpus.root, map_dir)
            )
        if not keeping:
            corpus = key_rotation.finish(rotation)
    notify(f"sealed {sealed:,} of {len(paths):,} files again; the key is {corpus.key_id}")
    if not keeping:
        _after_rotation(corpus)
    return Exit.OK


def _after_rotation(corpus: Corpus) -> None:
    """Print the steps that remain after a rotation."""
    from anonfilter.keys import enclosed, keyring

    own = keyring.key_file(corpus)
    notify(f"The new key is in {own}: keep a copy. The old key is beside it.")
    if keyring.is_given():
        notify(f"{keyring.VARIABLE} has the old key: set it to the new key.")
    if corpus.recipients:
        shown = corpus.shown(corpus.enclosed_key)
        notify(f"{shown} has the new key, for {len(corpus.recipients)}; check the list:")
        for name in enclosed.display_names(corpus.recipients):
            notify(f"  {name}")
    notify("Commit the changes, and give CI the new `anonfilter key export --check`.")
    notify(
        "The old key still opens the sidecars in git's history, and confirms guesses about tags of "
        "`scope: corpus`."
    )
    notify(
        "Older branches have sidecars with the old key: merge them, then run "
        "anonfilter key rotate --no-new-key."
    )


@command.command(
    "retire",
    epilog="\b\nExamples:\n  anonfilter log interviews/ -o log.xlsx && anonfilter key retire\n"
    "  anonfilter key retire --yes\n\n"
    "Exit codes: 0 the key is destroyed; 2 nothing was changed; 3 a sidecar has originals in "
    "clear, and nothing was changed.",
)
@click.option("--yes", is_flag=True, help="Do not ask: destroy the key.")
def retire(yes: bool) -> int:
    """Destroy the key, so that no original can be restored any more.

    The command overwrites and removes the key on this machine, with its older keys and key.age. It
    tries all of your other keys on each sidecar, and ends with an error if one opens it. Logs and
    reports show the day, which it records in .anonfilter/corpus.yaml. Destroy copies of the key in
    other places yourself: backups, password managers, secrets of CI and the machines of colleagues.
    """
    from anonfilter.files.locks import locked
    from anonfilter.keys import enclosed
    from anonfilter_corpus import key_retirement

    with locked(_corpus().file):
        planned = key_retirement.planned(_corpus())
        planned.require_closed()
        before = planned.corpus
        files = counted(len(planned.sealed), "sealed file")
        if not yes:
            click.confirm(
                f"Destroy the key {before.key_id} of {files} for ever?",
                abort=True,
                err=True,
            )
        in_history = planned.is_in_history()
        corpus = planned.destroy()
        tried = planned.require_closed()
    notify(f"the key {corpus.key_id} is destroyed on this machine")
    notify(f"{files}; none of your other keys opens one (keys tried: {tried:,})")
    notify(f"recorded in {corpus.shown(corpus.file)} (commit it)")
    if before.recipients:
        notify("These recipients had the key; ask them to destroy their copies:")
        for name in enclosed.display_names(before.recipients):
            notify(f"  {name}")
    if in_history:
        notify("Git's history has key.age, which their private keys still open.")
    notify("Copies in backups and password managers must be destroyed there.")
    return Exit.OK


@command.command("accept", epilog="\b\nExample:\n  anonfilter key accept 4f7q2mzk3a")
@click.argument("key_id", metavar="KEY-ID")
def accept(key_id: str) -> int:
    """Accept the key in key.age after a colleague has changed it.

    A key that replaced a known key is refused, since everyone who can write to the repository can
    put a key there. Ask the colleague for the id of the new key, which `key status` shows.
    """
    from anonfilter.keys import keyring, known_keys
    from anonfilter.keys.key import Key

    corpus = _corpus()
    found = keyring.enclosed_key(corpus)
    if not isinstance(found.key, Key):
        raise keyring.missing_key_error(corpus, found)
    if key_id != found.key.id:
        raise AnonfilterError(
            f"has the key {found.key.id}, which is not the key that you named",
            where=corpus.shown(corpus.enclosed_key),
            hint="Ask your team for the id of their key (anonfilter key status).",
        )
    known_keys.remember(corpus, found.key)
    notify(f"the key {found.key.id} of this corpus is accepted on this machine")
    return Exit.OK


@command.command("status", epilog="\b\nExample:\n  anonfilter key status")
def status() -> int:
    """Show the corpus, its key, its recipients, and unopened files."""
    from anonfilter.keys import enclosed, keyring

    corpus = _corpus()
    found = keyring.search_key(corpus)
    _table("corpus", f"{corpus.id}, in {corpus.shown(corpus.file)}")
    _table("key", f"{corpus.key_state}; here: {_kind_of(found.key)}")
    if corpus.rotating_to:
        _table("next key", f"{corpus.rotating_to}; anonfilter key rotate finishes the change")
    if found.key is not None:
        _table("  from", found.source)
    for remark in found.remarks:
        _table("  not from", remark)
    _table("shared with", str(len(corpus.recipients) or "none"))
    for name in enclosed.display_names(corpus.recipients):
        _table("", name)
    if found.key is None:
        click.echo(keyring.missing_key_error(corpus, found).hint, err=True)
    whole = found.key is not None and not corpus.rotating_to and _all_open(corpus, found.key)
    return Exit.OK if whole else Exit.INCOMPLETE


def _all_open(corpus: Corpus, key: AnyKey) -> bool:
    from anonfilter.keys import keyring
    from anonfilter.sidecars import sidecar_files
    from anonfilter_corpus import unopened_files

    paths = list(sidecar_files.find_sealed_files(corpus))
    broken = list(unopened_files.unopened(corpus, key, with_progress(paths, "Opening file")))
    _table("sealed", f"files: {len(paths):,}; not opened: {len(broken):,}")
    for error in broken:
        _table("", f"{error.where}: {error.message}")
    if broken and len(keyring.kept_keys(corpus)) > 1:
        notify("Your older keys may open them: anonfilter key rotate --no-new-key")
    return not broken


def _kind_of(key: AnyKey | None) -> str:
    from anonfilter.keys.key import Key

    return "none" if key is None else "full" if isinstance(key, Key) else "for checking"


def _table(title: str, text: str) -> None:
    click.echo(one_line(f"{title:<12} {text}"))


def _corpus() -> Corpus:
    from anonfilter.keys.corpus import require_corpus

    return require_corpus(Path.cwd())
