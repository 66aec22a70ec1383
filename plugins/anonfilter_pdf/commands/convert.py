"""``anonfilter convert``: convert PDFs to transcripts, one utterance a line."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter import limits
from anonfilter.commands.console import notify, show_error, stop_on_signals
from anonfilter.commands.options import quiet_option
from anonfilter.commands.path_checks import select_readable
from anonfilter.commands.progress import Progress
from anonfilter.commands.result_paths import paths_for_results, relative_result_path
from anonfilter.errors import AnonfilterError, Exit, Incomplete, one_file
from anonfilter.files.read import STANDARD_INPUT, STDIN, LoadedFile, read_input
from anonfilter.limits import MEGABYTE

if TYPE_CHECKING:
    from anonfilter_pdf.pdf_transcript import Transcript

_SECONDS, _SECONDS_PER_MEGABYTE = 300, 60
_SUFFIX, _LEFT_OUT = ".txt", ".left-out.txt"


@click.command(
    "convert",
    epilog="\b\nExamples:\n"
    "  anonfilter convert hearing.pdf -o hearing.txt\n"
    "  anonfilter convert hearing.pdf | anonfilter > redacted.txt\n"
    "  anonfilter convert --left-out -o transcripts hearings\n\n"
    "Exit codes: 0 done, 2 wrong usage, 3 a PDF could not be read to its end: it is damaged, "
    "encrypted, or a scan without text.",
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(readable=False), metavar="FILE..."
)
@click.option(
    "-o",
    "--output",
    "destination",
    metavar="FILE|DIR",
    type=click.Path(),
    help="Write the transcript to FILE. For several PDFs or a folder, give a folder DIR.",
)
@click.option(
    "--left-out",
    is_flag=True,
    help="Write the omitted text to a second file: hearing.left-out.txt.",
)
@quiet_option
def command(files: tuple[str, ...], destination: str | None, left_out: bool, quiet: bool) -> int:
    """Convert PDFs to text: the cover, then one utterance a line, then the declaration of the
    transcriber.

    Headers, footers, line numbers and indexes are left out; so is text that readers cannot see,
    such as text under black boxes. The command reports what it leaves out, and accounts for each
    letter of the pages.

    The text has all names: filter it next.
    """
    several = len(files) > 1 or any(map(os.path.isdir, files))
    if destination is None and (several or left_out):
        raise click.UsageError("give a folder for the transcripts with -o")
    left, code = select_readable(files, folders=True)
    names = dict(_pdfs(left))
    places = _places(names, destination, several=several)
    stop_on_signals()
    for pdf in _convert_with_progress(list(names), quiet=quiet):
        if pdf.transcript is None:
            code = Exit.INCOMPLETE
            continue
        _write(pdf, pdf.transcript, places.get(pdf.name), left_out=left_out)
        if not quiet:
            _report(pdf.name, pdf.transcript)
    if not names and left and not quiet:
        notify("the folder has no PDF")
    return code


@dataclass(frozen=True, slots=True)
class _Converted:
    """A converted PDF: its transcript, or the error."""

    name: str
    source: LoadedFile
    transcript: Transcript | None = None
    error: Incomplete | None = None


def _convert_with_progress(names: list[str], *, quiet: bool) -> Iterator[_Converted]:
    """Convert PDFs, and show progress and errors."""
    sizes = [os.path.getsize(name) if os.path.isfile(name) else 0 for name in names]
    done = _convert_each(names)
    with Progress("converting", len(names), sum(sizes), quiet=quiet) as shown, closing(done):
        for pdf in shown.watch(done, lambda pdf: (len(pdf.source.data), 0, 0)):
            if pdf.error is not None:
                show_error(pdf.error)
            yield pdf


def _convert_each(names: list[str]) -> Generator[_Converted, None, None]:
    """Convert each PDF, and yield the result or the error."""
    convert = _import_converter()
    for name in names:
        called = STANDARD_INPUT if name == STDIN else name
        source = LoadedFile(name, b"")
        try:
            with one_file(called):
                source = read_input(name)
                more = _SECONDS_PER_MEGABYTE * len(source.data) / MEGABYTE
                with limits.timed(called, _SECONDS + more):
                    done = convert(source.data)
        except Incomplete as error:
            yield _Converted(name, source, error=error.of(called))
        else:
            yield _Converted(name, source, done)


def _import_converter() -> Callable[[bytes], Transcript]:
    """Return the function that converts PDFs; raise an error if pdfminer is not installed."""
    try:
        from anonfilter_pdf.pdf_transcript import convert
    except ModuleNotFoundError:
        hint = "Install it: python -m pip install 'anonfilter[pdf]'"
        what = "convert needs pdfminer.six, which is not installed"
        raise AnonfilterError(what, hint=hint) from None
    return convert


def _pdfs(names: list[str]) -> Iterator[tuple[str, Path]]:
    """Yield the path of each PDF, and the relative path for its transcript.

    Hidden files in folders, and links, are left out.
    """
    for name in names:
        if not os.path.isdir(name):
            yield name, relative_result_path(name)
            continue
        top = relative_result_path(os.path.realpath(name) if os.path.isabs(name) else name)
        for folder, folders, found in os.walk(name):
            folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
            for file in sorted(found):
                path = os.path.join(folder, file)
                if file.lower().endswith(".pdf") and not (file[0] == "." or os.path.islink(path)):
                    yield path, top / os.path.relpath(path, name)


def _places(names: dict[str, Path], destination: str | None, *, several: bool) -> dict[str, Path]:
    """Return the path of each transcript, by the name of its PDF; {} for standard output."""
    if destination is None:
        return {}
    folder = Path(destination)
    if several or folder.is_dir() or destination.endswith(os.sep):
        if STDIN in names:
            raise click.UsageError("standard input has no file name; name a FILE with -o")
        texts = {name: place.with_suffix(_SUFFIX) for name, place in names.items()}
        return paths_for_results(folder, list(names), texts)
    for name in names:
        if os.path.realpath(folder) == os.path.realpath(name):
            raise AnonfilterError("the transcript would overwrite the PDF", where=destination)
    return dict.fromkeys(names, folder)


def _write(pdf: _Converted, done: Transcript, place: Path | None, *, left_out: bool) -> None:
    """Write a transcript to its file or to standard output, and the omitted text beside it."""
    from anonfilter.files import write
    from anonfilter_pdf.conversion_report import left_out_text

    if place is None:
        write.standard_output([done.text.encode()])
        return
    write.new_file(place, done.text.encode(), pdf.source.status)
    if left_out:
        beside = place.with_name(place.name.removesuffix(_SUFFIX) + _LEFT_OUT)
        write.new_file(beside, left_out_text(done).encode(), pdf.source.status)


def _report(name: str, done: Transcript) -> None:
    """Print the counts of a conversion."""
    from anonfilter_pdf.conversion_report import report_lines

    first, *more = report_lines(done)
    notify(f"{STANDARD_INPUT if name == STDIN else name}: {first}")
    for line in more:
        notify(f"  {line}")
