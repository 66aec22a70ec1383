"""The manual pages, and the examples in the help that they are made of."""

from __future__ import annotations

import shlex
import subprocess
from pathlib import Path

import click
import pytest

from anonfilter.commands.main import COMMANDS, LazyGroup, cli
from website import manual

CONTEXTS = list(manual.commands())
PAGES = dict(manual.pages())


def examples(context: click.Context) -> list[str]:
    """The command lines that the help of a command shows."""
    lines = (context.command.epilog or "").splitlines()
    return [line for line in lines if line.startswith("  ") and "anonfilter" in line]


def called(line: str) -> tuple[click.Command, list[str]]:
    """The command that a line calls, and what is behind its name, up to a pipe."""
    written = line[line.index("anonfilter") :].partition("   ")[0]  # what it does stands behind it
    words = shlex.split(written, comments=True)[1:]
    for end in ("|", ">", "<", "&&", ";"):
        words = words[: words.index(end)] if end in words else words
    command: click.Command = cli
    while isinstance(command, click.Group) and words:
        found = command.get_command(click.Context(command), words[0])
        if found is None:
            break
        command, words = found, words[1:]
    if isinstance(command, LazyGroup):
        return command.get_command(click.Context(command), "filter") or command, words
    return command, words


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda one: str(one.info_name))
def test_every_command_has_examples_whose_options_exist(context: click.Context) -> None:
    assert examples(context), "no example"
    for line in examples(context):
        command, words = called(line)
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        known |= {"--help", "-h", "--version"}
        options = [word.partition("=")[0] for word in words if word.startswith("-") and word != "-"]
        unknown = [
            one for one in options if one not in known and not (one[1] != "-" and one[:2] in known)
        ]
        assert unknown == [], line


def test_every_command_has_a_page() -> None:
    assert {f"anonfilter-{name}.1" for name in COMMANDS} < PAGES.keys()
    assert {"anonfilter.1", "anonfilter-key-new.1", "anonfilter-plugins-new.1"} < PAGES.keys()


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda one: str(one.info_name))
def test_a_page_has_each_option_of_its_command(context: click.Context) -> None:
    page = PAGES[f"{str(context.info_name).replace(' ', '-')}.1"].replace("\\-", "-")
    for one in context.command.get_params(context):
        if isinstance(one, click.Option) and not one.hidden:
            assert one.opts[-1] in page


@pytest.mark.slow
def test_groff_reads_them_without_a_warning(tmp_path: Path) -> None:
    manual.main(tmp_path)
    pages = sorted(tmp_path.iterdir())
    assert len(pages) == len(CONTEXTS)
    done = subprocess.run(
        ["groff", "-man", "-ww", "-z", "-Tutf8", *pages], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    shown = subprocess.run(
        ["groff", "-man", "-Tutf8", "-P-cbou", tmp_path / "anonfilter-check.1"],
        capture_output=True,
        text=True,
        check=True,
    )
    text = " ".join(shown.stdout.split())
    assert "anonfilter check [OPTIONS] [PATH]..." in text
    assert "--staged Check git's index, not the files on disk." in text
    assert "anonfilter check --diff main...HEAD what a branch adds" in text
