"""``anonfilter cache``: shows what earlier runs have left on this machine, and removes it."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress

import click

from anonfilter.cache import sealed as cache
from anonfilter.commands.console import notify, use_color
from anonfilter.commands.options import color_option, json_option
from anonfilter.errors import Exit
from anonfilter.text.plural import counted, sized
from anonfilter.text.terminal import one_line

_KINDS = {
    "detections": "what detectors found in the fields of documents",
    "filtered": "what the filter made of files",
    "known": "indexes of the originals that corpora know",
    "patterns": "compiled regular expressions",
    "shards": "which shards `run` has done, and marks of whom they name",
    "skipped": "findings that reviews skipped",
    "sync": "what the last `sync` of each corpus knew",
    "verdicts": "what checks found in files",
}


@click.group(
    "cache",
    epilog="\b\nExamples:\n"
    "  anonfilter cache info\n"
    "  anonfilter cache clear --kind detections\n"
    "  anonfilter check --no-cache",
)
def command() -> None:
    """Show and remove what earlier runs have left on this machine.

    It only saves time: without it, everything is done again with the same result; only reviews ask
    again about what they skipped. The files are sealed, and their names are digests.
    XDG_CACHE_HOME says where they are, if not in ~/.cache. With `--no-cache`, a command reads
    documents again and stores nothing.
    """


@command.command(
    "info",
    epilog="\b\nExamples:\n  anonfilter cache info\n  anonfilter cache info --json | jq .folder",
)
@json_option
@color_option
def info(as_json: bool, color: str) -> int:
    """Show the number and size of the stored files of each kind, and the limits."""
    sizes, files = Counter[str](), Counter[str]()
    for one in cache.files():
        sizes[one.kind] += one.size
        files[one.kind] += 1
    kinds = sorted({*_KINDS, *files})
    if as_json:
        data = {
            kind: {"files": files[kind], "bytes": sizes[kind], "most": _most(kind)}
            for kind in kinds
        }
        click.echo(json.dumps({"folder": str(cache.folder()), "kinds": data}, indent=2))
        return Exit.OK
    from anonfilter.reports.tables import Sheet, show

    rows = [
        (kind, _KINDS.get(kind, ""), f"{files[kind]:,}", sized(sizes[kind]), *_bound(kind))
        for kind in kinds
    ]
    rows.append(("all", "", f"{files.total():,}", sized(sizes.total()), "", ""))
    columns = ("kind", "holds", "files", "size", "most files", "most in all")
    show(
        [Sheet(one_line(str(cache.folder())), columns, tuple(rows), texts=2)],
        color=use_color(color),
    )
    return Exit.OK


@command.command(
    "clear",
    epilog="\b\nExamples:\n  anonfilter cache clear\n"
    "  anonfilter cache clear --kind detections --kind verdicts",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(sorted(_KINDS)),
    help="Remove only this kind; may be repeated.",
)
def clear(kinds: tuple[str, ...]) -> int:
    """Remove the stored files of all kinds, or of one kind; the user's secret stays."""
    removed = size = 0
    for one in cache.files():
        if not kinds or one.kind in kinds:
            with suppress(FileNotFoundError):  # by another process
                one.path.unlink()
                removed, size = removed + 1, size + one.size
    notify(f"removed {counted(removed, 'file')}, {sized(size)}")
    return Exit.OK


def _most(kind: str) -> dict[str, int] | None:
    bound = cache.BOUNDS.get(kind)
    return None if bound is None else {"files": bound.files, "bytes": bound.bytes}


def _bound(kind: str) -> tuple[str, str]:
    bound = cache.BOUNDS.get(kind)
    return ("", "") if bound is None else (f"{bound.files:,}", sized(bound.bytes))
