"""Write the manual pages of all commands from their help; `make man` runs this module."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from anonfilter import __version__
from anonfilter.commands.main import cli

_AS_IT_STANDS = "\b\n"  # click's mark for paragraphs whose lines are not wrapped
_SECTION = re.compile(r"(Examples?(?:, [^:\n]+)?|Exit codes|Shell completion):[^\S\n]*\n?")
_CODE = re.compile(r"`([^`]+)`")


def commands(command: click.Command = cli, name: str = "anonfilter") -> Iterator[click.Context]:
    """Yield every command, the commands of groups included, under its full name."""
    context = click.Context(command, info_name=name, max_content_width=100)
    yield context
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None and not found.hidden:
                yield from commands(found, f"{name} {below}")


def pages() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page."""
    for context in commands():
        yield f"{_file_name(context)}.1", "\n".join(_lines(context)) + "\n"


def _file_name(context: click.Context) -> str:
    return str(context.info_name).replace(" ", "-")


def _lines(context: click.Context) -> Iterator[str]:
    command, name = context.command, str(context.info_name)
    title = _file_name(context).upper()
    yield f'.TH "{title}" "1" "" "anonfilter {__version__}" "anonfilter"'
    described, *further = _paragraphs(command.help or "")
    short = described.rstrip(".")
    yield from (".SH NAME", f"{_escaped(_file_name(context))} \\- {_escaped(short)}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (".SH SYNOPSIS", f"\\fB{_escaped(name)}\\fR {_escaped(usage)}")
    yield ".SH DESCRIPTION"
    for paragraph in (described, *further):
        yield from _paragraph(paragraph)
    yield from _listed("COMMANDS", _below(context))
    yield from _listed("OPTIONS", _options(context))
    for paragraph in _paragraphs(command.epilog or ""):
        yield from _epilog(paragraph)
    yield from _see_also(context)


def _paragraphs(text: str) -> list[str]:
    return [one for one in re.split(r"\n{2,}", inspect.cleandoc(text)) if one]


def _paragraph(text: str) -> Iterator[str]:
    if text.startswith(_AS_IT_STANDS):
        yield from (".PP", ".nf", *map(_escaped, text[len(_AS_IT_STANDS) :].splitlines()), ".fi")
    else:
        yield from (".PP", _escaped(" ".join(text.split())))


def _epilog(text: str) -> Iterator[str]:
    """Yield a section for each heading such as "Examples:"; else a paragraph."""
    kept = _AS_IT_STANDS if text.startswith(_AS_IT_STANDS) else ""
    if match := _SECTION.match(text, len(kept)):
        yield f".SH {match[1].upper()}"
        text = kept + text[match.end() :]
    yield from _paragraph(text)


def _listed(title: str, rows: Iterator[tuple[str, str]]) -> Iterator[str]:
    for number, (term, meaning) in enumerate(rows):
        if number == 0:
            yield f".SH {title}"
        yield from (".TP", f"\\fB{_escaped(term)}\\fR", _escaped(meaning))


def _options(context: click.Context) -> Iterator[tuple[str, str]]:
    for one in context.command.get_params(context):
        record = one.get_help_record(context) if isinstance(one, click.Option) else None
        if record is not None:
            yield record


def _below(context: click.Context) -> Iterator[tuple[str, str]]:
    for one in commands(context.command, str(context.info_name)):
        if _above(one) == context.info_name:
            yield _file_name(one), one.command.get_short_help_str(200)


def _above(context: click.Context) -> str:
    return str(context.info_name).rpartition(" ")[0]


def _see_also(context: click.Context) -> Iterator[str]:
    if above := _above(context):
        yield from (".SH SEE ALSO", f"\\fB{_escaped(above.replace(' ', '-'))}\\fR(1)")


def _escaped(text: str) -> str:
    """Escape text for troff; text between backquotes becomes bold."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)
    text = _CODE.sub(r"\\fB\1\\fR", text)
    return f"\\&{text}" if text.startswith((".", "'")) else text


def main(folder: Path) -> None:
    """Write all pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
