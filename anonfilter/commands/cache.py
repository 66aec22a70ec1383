"""``anonfilter cache``: shows and removes what earlier runs have stored on this machine."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from dataclasses import asdict

import click

from anonfilter.cache import sealed as cache
from anonfilter.commands.console import notify, use_color
from anonfilter.commands.options import color_option, json_option
from anonfilter.errors import Exit
from anonfilter.text.plural import counted, sized
from anonfilter.text.terminal import one_line

_KINDS = {
    "detections": "findings of detectors in the fields of documents",
    "filtered": "results of the filter for whole files",
    "known": "indexes of the known originals of corpora",
    "patterns": "compiled regular expressions",
    "shards": "shards that `run` has done, and marks of the people in them",
    "skipped": "findings that reviews skipped",
    "sync": "the state of each corpus after its last `sync`",
    "verdicts": "results of `check` for whole files",
}


@click.group(
    "cache",
    epilog="\b\nExamples:\n"
    "  anonfilter cache info\n"
    "  anonfilter cache clear --kind detections\n"
    "  anonfilter check --no-cache",
)
def command() -> None:
    """Show and remove what earlier runs have stored on this machine.

    The cache only saves time: without it, the results are the same, but reviews ask again about
    findings that were skipped. Its files are sealed, and their names are digests. They are in
    ~/.cache, or in the folder that XDG_CACHE_HOME names. With `--no-cache`, a command reads
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
    for file in cache.files():
        sizes[file.kind] += file.size
        files[file.kind] += 1
    kinds = sorted({*_KINDS, *files})
    if as_json:
        data = {
            kind: {
                "files": files[kind],
                "bytes": sizes[kind],
                "most": asdict(cache.BOUNDS[kind]) if kind in cache.BOUNDS else None,
            }
            for kind in kinds
        }
        click.echo(json.dumps({"folder": str(cache.folder()), "kinds": data}, indent=2))
        return Exit.OK
    from anonfilter.reports.tables import Sheet, show

    rows = []
    for kind in kinds:
        bound = cache.BOUNDS.get(kind)
        most = (f"{bound.files:,}", sized(bound.bytes)) if bound is not None else ("", "")
        holds = _KINDS.get(kind, "")
        rows.append((kind, holds, f"{files[kind]:,}", sized(sizes[kind]), *most))
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
    """Remove the stored files of all kinds, or of some kinds; the user's secret stays."""
    removed = size = 0
    for file in cache.files():
        if not kinds or file.kind in kinds:
            with suppress(FileNotFoundError):  # another process has removed it
                file.path.unlink()
                removed, size = removed + 1, size + file.size
    notify(f"removed {counted(removed, 'file')}, {sized(size)}")
    return Exit.OK
