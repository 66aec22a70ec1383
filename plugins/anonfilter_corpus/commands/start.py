"""``anonfilter start``: ask three questions, look at a folder, write rules, name the commands."""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from anonfilter.commands.console import notify, write_new
from anonfilter.commands.next_steps import Step, list_steps
from anonfilter.commands.rules import SCHEMA
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.files.paths import suffix_of
from anonfilter.files.source_tree import DISK
from anonfilter.run.check_file import SOUNDS
from anonfilter.text.plural import counted

RULES = Path(".anonfilter", "rules.yaml")
KINDS = {
    "interviews": ("default", "interviews, focus groups, diaries"),
    "calls": ("call", "telephone calls and voice assistants"),
    "hearings": ("hearing", "transcripts of hearings"),
    "judgments": ("legal", "court judgments; names of judges stay"),
    "data": ("default", "tables and datasets"),
    "texts": ("default", "other texts"),
}
"""The kinds of material, each with its ruleset and a description."""
LESS_EXACT = {
    "ages": "AGE: {generalise: {band: 5}} # [AGE: 35-39]",
    "dates": "DATE: {generalise: {to: month}} # [DATE: May 1971]\n"
    "  DATE_OF_BIRTH: {generalise: {to: year}} # [DATE: 1971]",
    "places": "LOCATION: {generalise: {to: country}} # [PLACE: France]",
    "organisations": "ORGANIZATION: {generalise: {to: kind}} # [ORGANIZATION: hospital]",
}
"""The values that may stay in less exact form, with their rules."""
ORIGINALS = {
    "me": "sealed with a key that only you have",
    "team": "sealed with a key that you share",
    "nobody": "no originals are kept beside the results",
}
NOTHING = "nothing"
_TABLES = frozenset(
    ".csv .tsv .tab .xlsx .ods .json .jsonl .ndjson .parquet .arrow .feather".split()
)
_MOST_FILES = 100_000


def _words(value: str) -> tuple[str, ...]:
    """Return the given words of ``LESS_EXACT``; () for ``nothing``."""
    words = tuple(word for word in value.replace(",", " ").split() if word != NOTHING)
    unknown = [word for word in words if word not in LESS_EXACT]
    if unknown:
        raise click.BadParameter(
            f"{unknown[0]!r} is not one of: {', '.join(LESS_EXACT)}, {NOTHING}"
        )
    return words


@click.command(
    "start",
    epilog="\b\nExamples:\n  anonfilter start interviews/\n"
    "  anonfilter start interviews/ --have interviews --stay ages,dates --originals me",
)
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option("--have", type=click.Choice(list(KINDS)), help="What the folder has.")
@click.option(
    "--stay",
    callback=lambda _context, _option, value: None if value is None else _words(value),
    metavar="WORDS",
    help=f"What stays in less exact form: {', '.join(LESS_EXACT)}, or {NOTHING}.",
)
@click.option(
    "--originals", type=click.Choice(list(ORIGINALS)), help="Who may see the originals later."
)
def command(
    folder: str, have: str | None, stay: tuple[str, ...] | None, originals: str | None
) -> int:
    """Ask three questions about a folder, write .anonfilter/rules.yaml, and show what to run next.

    Options answer the questions. Without a terminal, a question without an option gets its default.
    No file of the folder is changed. Existing rules are not replaced.
    """
    if RULES.exists():
        raise AnonfilterError(
            "exists and is not replaced", where=str(RULES), hint="Edit it, or remove it first."
        )
    found = _count_suffixes(folder)
    if not found:
        raise AnonfilterError("has no files", where=folder, hint="Name the folder of your texts.")
    kinds = ", ".join(f"{number} {suffix or 'others'}" for suffix, number in found.most_common(6))
    notify(f"{folder}: {counted(found.total(), 'file')}: {kinds}")
    guess = "data" if 2 * sum(found[suffix] for suffix in _TABLES) > found.total() else "interviews"
    have = have or _ask(
        "What does the folder have?", {kind: about for kind, (_, about) in KINDS.items()}, guess
    )
    if stay is None:
        stay = _ask_words()
    originals = originals or _ask("Who may see the originals later?", ORIGINALS, "me")
    write_new(RULES, _rules(have, stay, originals), str(RULES))
    for line in list_steps(list(_steps(folder, found, originals))):
        click.echo(line)
    return Exit.OK


def _count_suffixes(folder: str) -> Counter[str]:
    """Return the number of files by suffix; hidden files and folders do not count."""
    found = Counter[str]()
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found.update(suffix_of(name).lower() for name in files if not name.startswith("."))
        if found.total() > _MOST_FILES:
            break
    return found


def _ask(question: str, choices: dict[str, str], default: str) -> str:
    """Return one of the choices; the default if there is no terminal to ask."""
    if not sys.stdin.isatty():
        notify(f"{question} {default} (no terminal; use an option to answer)")
        return default
    click.echo(question, err=True)
    for name, about in choices.items():
        click.echo(f"  {name:<12}{about}", err=True)
    answer: str = click.prompt(
        "Answer",
        type=click.Choice(list(choices)),
        default=default,
        show_choices=False,
        err=True,
    )
    return answer


def _ask_words() -> tuple[str, ...]:
    question = "What must stay, in less exact form?"
    if not sys.stdin.isatty():
        notify(f"{question} {NOTHING} (no terminal; use an option to answer)")
        return ()
    click.echo(f"{question} One or more of: {', '.join(LESS_EXACT)}; or {NOTHING}.", err=True)
    words: tuple[str, ...] = click.prompt("Answer", value_proc=_words, default=NOTHING, err=True)
    return words


def _rules(have: str, stay: tuple[str, ...], originals: str) -> str:
    """Return the text of a ruleset for these answers."""
    from anonfilter.rules import load_ruleset

    base, about = KINDS[have]
    lines = [
        f"# yaml-language-server: $schema={SCHEMA}",
        f"# Written by `anonfilter start` for {about}. `anonfilter rules show` prints all rules.",
        "# Identifiers without a setting here are replaced by tags, such as names and numbers.",
        "anonfilter: 1",
        f"extends: {base}=={load_ruleset(base).model.version}",
    ]
    if originals == "nobody":
        lines.append("sidecar: none # no originals are kept beside the results")
    if stay:
        lines += ["labels:", *(f"  {LESS_EXACT[word]}" for word in dict.fromkeys(stay))]
    return "\n".join(lines) + "\n"


def _steps(folder: str, found: Counter[str], originals: str) -> Iterator[Step]:
    """Yield the next commands, in their order."""
    name = folder.rstrip("/") or folder
    source, output = shlex.quote(f"{name}/"), shlex.quote(f"{name}-redacted/")
    if originals != "nobody":
        yield Step("anonfilter key new", "make the key that seals the originals; keep a copy")
    if originals == "team":
        yield Step("anonfilter key share --to COLLEAGUE.pub", "let a colleague open them")
    if found[".pdf"]:
        yield Step("anonfilter convert FILE.pdf -o FILE.txt", "make a transcript of each PDF")
    if any(found[suffix] for suffix in SOUNDS):
        yield Step("anonfilter audio FILE.wav -o REDACTED.wav", "silence each recording")
    yield Step(f"anonfilter stats {source}", "count what is in the files")
    yield Step(f"anonfilter -o {output} {source}", "write filtered copies")
    yield Step(f"anonfilter check {output}", "is anything left?")
    yield Step(f"anonfilter review --web {output}", "read them, and correct what was missed")
    if DISK.top(Path.cwd()) is not None:
        yield Step("anonfilter git install", "check each commit from now on")
