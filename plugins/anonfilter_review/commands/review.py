"""``anonfilter review``: decide about findings, in a terminal or a browser."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import (
    on_terminal,
    show_error,
    stop_on_signals,
    use_color,
    with_progress,
)
from anonfilter.commands.options import color_option, engine_options, open_session, reading_options
from anonfilter.text.plural import counted
from anonfilter.text.terminal import one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from anonfilter_review.file_review import Review
    from anonfilter_review.review_items import Item

_HANGUP = 129


@click.command(
    "review",
    epilog="\b\nExamples:\n"
    "  anonfilter review interview.txt      findings of a check in this file\n"
    "  anonfilter review essays             all documents of a folder\n"
    "  anonfilter review --staged           findings that would stop the next commit\n"
    "  anonfilter review --each log.txt     equal findings one by one\n"
    "  anonfilter review --web essays       in a browser on this machine\n\n"
    "Exit codes: 0 all findings are decided, 1 findings remain, 2 wrong usage or rules, or no "
    "terminal, 3 a file could not be read, scanned or written.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[FILE]...")
@click.option("--staged", is_flag=True, help="Review git's index, not the files on disk.")
@click.option(
    "--each", is_flag=True, help="Ask about each place, not once per group of equal findings."
)
@click.option(
    "--web", is_flag=True, help="Review in a browser on this machine instead of the terminal."
)
@click.option(
    "--reviewer",
    metavar="NAME",
    default="",
    help="With --web: the name of the reviewer, for signatures.",
)
@click.option("--again", is_flag=True, help="Ask again about findings that were skipped before.")
@engine_options
@reading_options
@color_option
def command(
    paths: tuple[str, ...],
    staged: bool,
    each: bool,
    web: bool,
    reviewer: str,
    again: bool,
    color: str,
    **rules: Any,
) -> int:
    """Decide about the findings in FILEs, in a terminal or, with --web, in a browser.

    This shows the personal data itself, in its context: review your own files only.

    Decisions are written at the end: into the files (redact), into FILE.decisions.yaml (allow
    once, another label, not a person), which filter and check follow, or into
    .anonfilter/allow.yaml (allow always). The command does not ask again about decided and skipped
    findings, so a review can be interrupted and continued.
    """
    if not (paths or staged):
        raise click.UsageError("name the files to review, or give --staged")
    if web and each:
        raise click.UsageError(
            "--each cannot be used with --web, which shows each finding in its place"
        )
    if reviewer and not web:
        raise click.UsageError("--reviewer needs --web")
    if not (web or on_terminal()):
        raise click.UsageError("a review needs a terminal for input and output; or use --web")
    from anonfilter.files.paths import is_sidecar
    from anonfilter.selection.target import CheckTarget
    from anonfilter_review.file_review import Review

    stop_on_signals()
    for path in filter(is_sidecar, paths):
        raise click.UsageError(f"{one_line(path)} is a sidecar, not a document")
    target = CheckTarget(paths=paths, staged=staged)
    with target.policy_tree() as tree:
        session = open_session(**rules, minting=True, tree=tree)
        review = Review(session, _notify, show_error, staged=staged)
        with target.choice(session) as choice:
            for one in with_progress(list(choice.chosen.values()), "scanning file"):
                review.inspect(one)
            items = review.items(again=again)
            if hidden := review.hidden(items):
                _notify(f"{counted(hidden, 'finding')} skipped before; --again asks about them")
            if web:
                return review.exit(hidden + _in_browser(review, items, reviewer))
            if not items:
                _notify(f"nothing to decide in {counted(len(review.inspected), 'file')}")
                return review.exit(hidden)
            left = _in_terminal(review, items, each=each, color=use_color(color))
            return review.exit(hidden + left)


def _in_terminal(review: Review, items: Sequence[Item], *, each: bool, color: bool | None) -> int:
    """Ask for decisions, write them, and return the number of remaining findings.

    Decisions are written even if the terminal is closed or an error occurs.
    """
    from anonfilter_review.finding_context import TextLines
    from anonfilter_review.review_items import grouped
    from anonfilter_review.review_state import State
    from anonfilter_review.terminal_dialogue import Dialogue
    from anonfilter_review.terminal_screen import Screen, TerminalClosed

    support = review.support({item.file for item in items})
    screen = Screen(
        {name: TextLines(one.text) for name, one in review.inspected.items()}, color=color
    )
    dialogue = Dialogue(State.begin(grouped(items, each=each)), screen, support, review.labels)
    try:
        with screen.open():
            wanted = dialogue.run()
    except TerminalClosed:
        review.write(dialogue.state, support)
        raise SystemExit(_HANGUP) from None
    except BaseException:
        review.write(dialogue.state, support)
        raise
    if not wanted:
        _notify("nothing was written")
        return dialogue.state.total
    return review.write(dialogue.state, support)


def _in_browser(review: Review, items: Sequence[Item], reviewer: str) -> int:
    """Serve the page until the review is finished; return the number of remaining findings.

    Ctrl-C and signals write the decisions, as closing the terminal does.
    """
    from anonfilter_review.web.page_requests import PageRequests
    from anonfilter_review.web.server import Server

    requests = PageRequests(review, items, reviewer)
    server = Server()
    _notify(f"the review is at {server.address}")
    _notify("its Finish button ends it, or Ctrl-C, which writes the decisions")
    try:
        server.run(requests)
    except KeyboardInterrupt:
        if requests.left is not None:
            return requests.left
        end = requests.end.write if requests.state.decided else requests.end.discard
        return end(requests.state, _notify)
    except BaseException:
        requests.end.write(requests.state, _notify)
        raise
    assert requests.left is not None
    return requests.left


def _notify(line: str) -> None:
    """Print a line on standard error, if it is still open."""
    with suppress(OSError):
        click.echo(one_line(line), err=True)
