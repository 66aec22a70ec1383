"""Writes the reports of a check: ``--output sarif=report.sarif --output text``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from anonfilter import git
from anonfilter.contract.registry import Registry
from anonfilter.contract.report import CheckResult, IncompleteFile, Report
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.write import new_file
from anonfilter.text.values import hide_values


@hide_values
@dataclass(frozen=True, slots=True)
class Output:
    """A report, and the file that it goes to; without one, standard output."""

    name: str
    report: Report
    file: Path | None = None


def outputs(asked: Sequence[str], registry: Registry) -> list[Output]:
    """Parse ``NAME`` and ``NAME=FILE``; writes nothing."""
    chosen = [_output(name, registry) for name in asked]
    printed = [output.name for output in chosen if output.file is None]
    if len(printed) > 1:
        raise AnonfilterError(
            f"{' and '.join(printed)} cannot both be printed",
            hint=f"Give one of them a file: --output {printed[1]}=FILE",
        )
    files = [os.path.realpath(output.file) for output in chosen if output.file is not None]
    for at, file in enumerate(files):
        if file in files[:at]:
            raise AnonfilterError("is named for two reports", where=file)
    return chosen


def _output(asked: str, registry: Registry) -> Output:
    name, named, file = asked.partition("=")
    report: Report = registry.require("reports", name).load()()
    if not named or file == "-":
        return Output(name, report)
    if not file:
        raise AnonfilterError(
            f"--output {asked} names no file",
            hint=f"Write --output {name}=FILE, or --output {name}.",
        )
    if os.path.exists(file) and not os.path.isfile(file):
        raise AnonfilterError("is not a regular file, and is not replaced by a report", where=file)
    return Output(name, report, Path(file))


def published(chosen: Iterable[Output]) -> list[str]:
    """The reports among these that are made for upload."""
    return [output.name for output in chosen if getattr(output.report, "published", False)]


def require_unpublished(chosen: Iterable[Output]) -> None:
    """Refuse to show values in a report that is made for upload."""
    for name in published(chosen):
        raise AnonfilterError(
            f"--show-values and --output {name} cannot be combined: that report is for upload",
            hint="Use --output text, json or jsonl.",
        )


def write(chosen: Iterable[Output], checked: CheckResult, color: bool | None = None) -> None:
    """Write each report, the printed one last. Files are written whole or not at all; one that
    cannot be written makes the check incomplete, so that an old report is not taken for it."""
    for output in sorted(chosen, key=lambda output: output.file is None):
        # a file is not scrolled through: it has everything
        lines = output.report.write(checked if output.file is None else replace(checked, most=None))
        if output.file is None:
            for line in lines:
                click.echo(line, color=color)
            continue
        text = "".join(click.unstyle(line) + "\n" for line in lines)
        try:
            new_file(
                Path(os.path.realpath(output.file)), text.encode(errors="backslashreplace"), None
            )
        except Incomplete as error:
            checked.incomplete.append(IncompleteFile(str(output.file), error.message))


def below() -> str:
    """The path of the current folder from the top of its repository."""
    here = Path.cwd()
    try:
        top = git.toplevel(here) or here
    except AnonfilterError:  # something named .git here is not a repository
        top = here
    folder = os.path.relpath(here.resolve(), top.resolve())
    return "" if folder == os.curdir else folder
