"""Several reports of one check: ``--output sarif=report.sarif --output text``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from anonfilter.contract.registry import Registry
from anonfilter.contract.report import Checked, Report, Unfinished
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.write import new_file


@dataclass(frozen=True, slots=True)
class Output:
    """A report by its name, and the file that it goes to; without one, standard output."""

    name: str
    report: Report
    file: Path | None = None


def outputs(asked: Sequence[str], registry: Registry) -> list[Output]:
    """What ``NAME`` and ``NAME=FILE`` ask for. Nothing has been written yet."""
    chosen = [_output(one, registry) for one in asked]
    printed = [one.name for one in chosen if one.file is None]
    if len(printed) > 1:
        raise AnonfilterError(
            f"{' and '.join(printed)} would be printed into one another",
            hint=f"Give one of them a file: --output {printed[1]}=FILE",
        )
    files = [os.path.realpath(one.file) for one in chosen if one.file is not None]
    for at, file in enumerate(files):
        if file in files[:at]:
            raise AnonfilterError("two reports would be written to it", where=file)
    return chosen


def _output(asked: str, registry: Registry) -> Output:
    name, named, file = asked.partition("=")
    report: Report = registry.require("reports", name).load()()
    if not named or file == "-":
        return Output(name, report)
    if not file:
        raise AnonfilterError(
            f"--output {asked} names no file", hint=f"Say --output {name}=FILE, or just {name}."
        )
    if os.path.exists(file) and not os.path.isfile(file):
        raise AnonfilterError("is no regular file, and no report is put in its place", where=file)
    return Output(name, report, Path(file))


def published(chosen: Iterable[Output]) -> list[str]:
    """The reports among these that are made to be uploaded."""
    return [one.name for one in chosen if getattr(one.report, "published", False)]


def require_unpublished(chosen: Iterable[Output]) -> None:
    """Values are not shown to those for whom a report of these is made."""
    for name in published(chosen):
        raise AnonfilterError(
            f"--show-values goes not with --output {name}, which is there to be uploaded",
            hint="Values and paths as they are: --output text, json or jsonl.",
        )


def write(chosen: Iterable[Output], checked: Checked, color: bool | None = None) -> None:
    """Write each report, the printed one last. A file is whole or as it was before, and one that
    cannot be written makes the check incomplete: nobody may take an old report for this one."""
    for one in sorted(chosen, key=lambda one: one.file is None):
        lines = one.report.write(checked)
        if one.file is None:
            for line in lines:
                click.echo(line, color=color)
            continue
        text = "".join(click.unstyle(line) + "\n" for line in lines)
        try:
            new_file(Path(os.path.realpath(one.file)), text.encode(errors="backslashreplace"), None)
        except Incomplete as error:
            checked.incomplete.append(Unfinished(str(one.file), error.message))
