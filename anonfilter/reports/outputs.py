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
    """A report and the path of its file; None if the report is printed."""

    name: str
    report: Report
    file: Path | None = None


def parse_outputs(asked: Sequence[str], registry: Registry) -> list[Output]:
    """Return the reports that values of --output ask for: ``NAME`` or ``NAME=FILE``."""
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
            raise AnonfilterError("two reports cannot be written to the same file", where=file)
    return chosen


def _output(asked: str, registry: Registry) -> Output:
    """Return the report that one value of --output asks for."""
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
        raise AnonfilterError("is not a regular file, so no report is written to it", where=file)
    return Output(name, report, Path(file))


def names_for_upload(chosen: Iterable[Output]) -> list[str]:
    """Return the names of the requested reports that are made for upload."""
    return [output.name for output in chosen if getattr(output.report, "published", False)]


def require_unpublished(chosen: Iterable[Output]) -> None:
    """Raise an error if a report is made for upload, because such a report must not show values."""
    for name in names_for_upload(chosen):
        raise AnonfilterError(
            f"--show-values and --output {name} cannot be combined: that report is for upload",
            hint="Use --output text, json or jsonl.",
        )


def write(chosen: Iterable[Output], checked: CheckResult, color: bool | None = None) -> None:
    """Write each report to its file, and then print the report without a file.

    If a file cannot be written, the check is incomplete: otherwise an old report could be taken for
    a new one.
    """
    for output in sorted(chosen, key=lambda output: output.file is None):
        # Only the printed report is limited to the first findings.
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


def current_folder() -> str:
    """Return the path of the current folder from the top of its repository; "" at the top."""
    here = Path.cwd()
    try:
        top = git.toplevel(here) or here
    except AnonfilterError:  # There is a .git that is not a repository.
        top = here
    folder = os.path.relpath(here.resolve(), top.resolve())
    return "" if folder == os.curdir else folder
