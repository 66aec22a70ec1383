"""Options that several commands share, and the session, files and place that they describe."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from anonfilter.containers.places import Places
    from anonfilter.contract.document import Redaction
    from anonfilter.engine.pipeline import Engine
    from anonfilter.files.read import LoadedFile
    from anonfilter.files.source_tree import Tree
    from anonfilter.rules import Ruleset
    from anonfilter.run.inputs import InputFile
    from anonfilter.run.result import Result
    from anonfilter.run.session import Session

F = TypeVar("F", bound=Callable[..., Any])
_PLACE = re.compile(r"(?P<file>.+?):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?:?", re.DOTALL)


def block(*options: Callable[[Any], Any]) -> Callable[[F], F]:
    """Return one decorator for several options, which the help text lists in this order."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


rules_option = click.option(
    "--rules",
    metavar="NAME|FILE",
    help="A shipped ruleset or a file. Default: the nearest rules.yaml.",
)
trust_option = click.option(
    "--trust-local-plugins", is_flag=True, help="Load plugin code and models from this repository."
)
ruleset_options = block(rules_option, trust_option)
label_options = block(
    click.option(
        "--only", multiple=True, metavar="LABEL", help="Replace only this label; may be repeated."
    ),
    click.option(
        "--except",
        "excepted",
        multiple=True,
        metavar="LABEL",
        help="Leave this label in the text; may be repeated.",
    ),
)
document_options = block(
    click.option(
        "--assume-language",
        is_flag=True,
        help="Skip the test that documents are in the rules' language.",
    ),
    click.option(
        "--roster",
        multiple=True,
        metavar="FILE",
        type=click.Path(),
        help="People known to be in the documents: names, aliases, roles (YAML).",
    ),
)
cache_option = click.option(
    "--no-cache", is_flag=True, help="Read documents again, and store nothing (`anonfilter cache`)."
)
reading_options = block(
    click.option(
        "--format",
        "read_as",
        metavar="NAME",
        default="",
        help="Read all files in this format, whatever their names (`anonfilter formats` lists "
        "them).",
    ),
    click.option(
        "--encoding",
        metavar="NAME",
        default="",
        help="The encoding of all files, such as cp1252; results have the same encoding.",
    ),
)
accept_recogniser_option = click.option(
    "--accept-recogniser",
    is_flag=True,
    help="Rely on a speech recogniser whose quality is not known, and on uncertain words.",
)
engine_options = block(ruleset_options, label_options, document_options, cache_option)
stdin_filename_option = click.option(
    "--stdin-filename",
    metavar="NAME",
    help="The name of standard input; its suffix selects the format.",
)
output_option = click.option(
    "--output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The output format.",
)
color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour the output; auto honours NO_COLOR.",
)
documents_only_option = click.option(  # for hooks, which name every changed text, code included
    "--documents-only",
    is_flag=True,
    help="Leave out named files that the rules' `documents:` do not match.",
)
show_values_option = click.option(
    "--show-values", is_flag=True, help="Show the personal data itself."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
markdown_option = click.option(
    "--markdown", "as_markdown", is_flag=True, help="Print tables in Markdown."
)


class Jobs(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """The type of --jobs: a number of processes, or "auto" for one per processor."""

    name = "N|auto"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if value == "auto":
            from anonfilter.run.loop import available

            return available()
        if not str(value).isdecimal() or int(value) == 0:
            self.fail(f"{value!r} is neither a number from 1 on nor `auto`", param, ctx)
        return int(value)


def jobs_option(default: str) -> Callable[[F], F]:
    """Return the option --jobs, the number of processes, with this default."""
    return click.option(
        "-j",
        "--jobs",
        type=Jobs(),
        default=default,
        show_default=True,
        metavar="N|auto",
        help="Work on N files at a time, or on N parts of a long file; auto: one per processor.",
    )


quiet_option = click.option("-q", "--quiet", is_flag=True, help="Show no summary and no progress.")


def exclusive(options: Mapping[str, object]) -> None:
    """Refuse a command line with more than one of these options."""
    given = [name for name, value in options.items() if value not in (None, False, ())]
    if len(given) > 1:
        raise click.UsageError(f"{given[0]} and {given[1]} cannot be combined")


def split_place(place: str) -> tuple[str, int, int | None] | None:
    """Split FILE:LINE[:COLUMN] into file, line and column; return None for any other text.

    FILE may name a member of an archive: "talks.zip: day1.txt".
    """
    match = _PLACE.fullmatch(place)
    if match is None:
        return None
    return match["file"], int(match["line"]), int(match["column"]) if match["column"] else None


def stretch_of(places: Places, member: str, line: int, column: int | None) -> tuple[int, int]:
    """Return the start and end offset of a line or, with ``column``, of one character of the line.

    The line is that of the file, or of its ``member`` if one is named.
    """
    lines = places.lines(member)
    what = f"{one_line(member)} in it" if member else "the file"
    if not lines:
        why = f"{what} has no lines" if member else "the file holds other files"
        raise click.UsageError(f"{why}; name a member as reports do: FILE: MEMBER:LINE")
    if not 1 <= line < len(lines):
        raise click.UsageError(
            f"{what} has {counted(len(lines) - 1, 'line')}, and no line {line:,}"
        )
    first, last = lines[line - 1 : line + 1]
    if column is None:
        return first, last
    first = min(first + column - 1, last)
    return first, min(first + 1, last)


def open_session(
    rules: str | None,
    trust_local_plugins: bool,
    only: tuple[str, ...] = (),
    excepted: tuple[str, ...] = (),
    assume_language: bool = False,
    roster: tuple[str, ...] = (),
    no_cache: bool = False,
    read_as: str = "",
    encoding: str = "",
    *,
    accept_recogniser: bool = False,
    tree: Tree | None = None,
    minting: bool = False,
    seeking: bool = True,
) -> Session:
    """Open the session that `engine_options` describe; `Session.open` explains other parameters.

    Unless ``no_cache`` is set, the engine of the session uses the findings of earlier runs.
    """
    started = time.time_ns()
    from anonfilter.containers.declarations import ReadingOptions
    from anonfilter.containers.encodings import codec_of
    from anonfilter.engine.pipeline import Options
    from anonfilter.files.source_tree import DISK
    from anonfilter.run.session import Session, load_rules

    tree = tree or DISK
    ruleset = load_rules(rules, trust_local_plugins, tree)
    if accept_recogniser:
        ruleset = ruleset.relying_on_recogniser()
    only, excepted = _known_labels(ruleset, only), _known_labels(ruleset, excepted)
    try:
        reading = ReadingOptions(read_as, codec_of(encoding) if encoding else "")
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    options = Options(
        frozenset(only),
        frozenset(excepted),
        assume_language,
        tuple(map(Path, roster)),
        reading=reading,
    )
    session = Session.open(ruleset, options, tree=tree, minting=minting, seeking=seeking)
    warn_of_gaps(session.engine)
    if not no_cache:
        from anonfilter.cache.detections import use_earlier_findings

        use_earlier_findings(session.engine, started)
    return session


def _known_labels(ruleset: Ruleset, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the labels of the rules with these names, which may be published names of them."""
    labels = ruleset.labels
    if labels.keys() >= set(names):
        return names
    from anonfilter.contract.label_names import find_label

    for name in names:
        if not find_label(name, labels):
            known = ", ".join(sorted(labels))
            raise click.UsageError(f"the rules have no label {name!r}; they have: {known}")
    return tuple(find_label(name, labels) for name in names)


def warn_of_gaps(engine: Engine) -> None:
    """Print a warning for each part of the rules that is switched off but needed by another."""
    from anonfilter.commands.console import notify
    from anonfilter.rules import find

    options = engine.options
    if engine.ruleset.origin in find.shipped() and not (options.only or options.excepted):
        return  # tests ensure that these have no gap
    from anonfilter.engine.gaps import find_gaps

    for gap in find_gaps(engine):
        notify(f"warning: {gap}")


def filtered_in_memory(
    engine: Engine,
    files: Sequence[InputFile],
    then: Callable[[LoadedFile, Redaction, Result], None],
    jobs: int = 1,
) -> Iterator[Result]:
    """Filter files without writing anything, and yield their results.

    ``then`` is called for each file; it adds the lines that the command prints to the result.
    Errors that make a file incomplete are printed.
    """
    from anonfilter.commands.console import show_error
    from anonfilter.errors import Incomplete
    from anonfilter.run import loop
    from anonfilter.run.filter_file import FilterJob
    from anonfilter.run.inputs import OpenedFile, load_whole
    from anonfilter.run.sinks import nowhere, without_sidecars

    job = FilterJob(
        engine,
        without_sidecars(nowhere),
        keep_output=True,
        then=then,
        opener=lambda engine, file: nullcontext(OpenedFile(load_whole(engine, file))),
        verb="read",
    )
    if len(files) > 1 and any(file.is_stdin for file in files):
        jobs = 1  # workers have no standard input
    sizes = loop.sizes_of(file.name for file in files)
    with closing(
        loop.results(job, files, job.died, engine=engine, sizes=sizes, jobs=jobs)
    ) as results:
        for result in results:
            if isinstance(result.error, Incomplete):
                show_error(result.error.of(result.name))
            yield result
