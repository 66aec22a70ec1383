"""``anonfilter serve``: stay resident, so that commands need no start-up time."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import notify, show_error
from anonfilter.errors import AnonfilterError, Exit, Incomplete
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    pass

_MINUTE = 60.0
Report = Callable[[str], None]


@click.group(
    "serve",
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  anonfilter serve --detach                 for commits and editors, in the background\n"
    "  anonfilter serve --rules fast --rules legal\n"
    "  anonfilter serve status\n"
    "  anonfilter serve stop\n\n"
    "With ANONFILTER_SERVE=start, a command starts a server in the background if none is running. "
    "With ANONFILTER_SERVE=off, no server is used.",
)
@click.option(
    "--rules",
    metavar="NAME|FILE",
    multiple=True,
    help="Load the models of these rules; may be repeated. Default: the nearest rules.yaml.",
)
@click.option(
    "--idle",
    metavar="MINUTES",
    type=click.FloatRange(min=0, min_open=True),
    default=30.0,
    show_default=True,
    help="End after this time without a command.",
)
@click.option(
    "--detach", is_flag=True, help="Run in the background, and return when the server is ready."
)
@click.option(
    "--lsp",
    is_flag=True,
    help="Serve an editor instead, by the Language Server Protocol on standard input and output.",
)
@click.pass_context
def command(
    ctx: click.Context, rules: tuple[str, ...], idle: float, detach: bool, lsp: bool
) -> int:
    """Stay resident, so that check, filter, detect, explain and the git hooks start faster.

    Modules and models are loaded once. Each command then runs in a fork of this process, with its
    own folder, environment and standard streams, and reads rules, lists and decisions again. The
    result is the same as without a server. If no server answers, commands run as usual. The socket
    belongs to this user and this installation. A server ends when it has been idle, and when the
    code that it has loaded changes.
    """
    if ctx.invoked_subcommand is not None:
        return Exit.OK
    if lsp:
        if len(rules) > 1 or detach:
            raise click.UsageError("--lsp takes one --rules, and no --detach")
        return _edit(rules[0] if rules else None)
    return _detached(rules, idle * _MINUTE) if detach else _serve(rules, idle * _MINUTE, notify)


def _edit(rules: str | None) -> int:
    try:
        import pygls  # noqa: F401
    except ModuleNotFoundError:
        hint = "Install it: python -m pip install 'anonfilter[lsp]'"
        raise AnonfilterError("--lsp needs pygls, which is not installed", hint=hint) from None
    from anonfilter_editor import language_server

    language_server.serve(rules)
    return Exit.OK


def _serve(rules: tuple[str, ...], idle: float, ready: Report) -> int:
    """Load modules and models, call ``ready``, and serve; return the exit code."""
    from anonfilter.resident import wire
    from anonfilter_editor import code_files
    from anonfilter_editor.resident_server import Server, listening

    setting, before = wire.process_setting(), code_files.files()
    with listening(setting) as socket:
        from anonfilter.commands.main import main
        from anonfilter.reports.versions import versions
        from anonfilter_editor.preloading import modules, warm

        modules()
        engines, errors = warm(rules)
        for error in errors:
            show_error(error)
        if errors and rules:
            return Exit.USAGE
        found = map(versions, engines)
        names = (f"{one.ruleset} {one.ruleset_version}".strip() for one in found)
        about = "; ".join(names) or "no rules"
        server = Server(main, partial(warm, rules), setting, about)
        ready(f"serving, process {os.getpid()}: {about}")
        os.chdir("/")  # so that the folder can be removed
        why = server.serve(socket, before, idle)
    notify(f"ended: {why}")
    return Exit.OK


def _detached(rules: tuple[str, ...], idle: float) -> int:
    """Serve in a new process; return its exit code, or 0 when it is ready."""
    ours, theirs = os.pipe()
    server = os.fork()
    if server == 0:
        os.close(ours)
        os.setsid()

        def ready(line: str) -> None:
            os.write(theirs, os.fsencode(line))
            os.close(theirs)
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            os.close(nothing)

        return _serve(rules, idle, ready)
    os.close(theirs)
    with open(ours, "rb") as pipe:
        line = os.fsdecode(pipe.read())
    if not line:
        code = os.waitstatus_to_exitcode(os.waitpid(server, 0)[1])
        if code <= 0:  # otherwise it has printed an error
            raise Incomplete("the server did not start")
        return code
    notify(line)
    return Exit.OK


@command.command("status", epilog="\b\nExample:\n  anonfilter serve status")
def status() -> int:
    """List this user's servers: their processes and rules, and which of them serves this shell.

    A server answers only commands of the same installation with the same settings in the
    environment, such as the language. Exit codes: 0 a server serves this shell; 1 none does.
    """
    from anonfilter.resident import wire
    from anonfilter_editor import resident_server

    own, found = wire.socket_path(wire.process_setting()), False
    for path in resident_server.sockets():
        status = resident_server.ask(path, wire.STATUS)
        if status is None:
            continue
        found = found or path == own
        process, count, about = status
        where = "" if path == own else " (of another installation or environment)"
        click.echo(f"process {process}: {about}; {counted(int(count), 'command')}{where}")
    if not found:
        notify("no server for this shell: anonfilter serve --detach")
    return Exit.OK if found else Exit.FOUND


@command.command("stop", epilog="\b\nExample:\n  anonfilter serve stop")
def stop() -> int:
    """End this user's servers, after the commands that they are running."""
    from anonfilter.resident import wire
    from anonfilter_editor import resident_server

    ended = 0
    for path in resident_server.sockets():
        ended += resident_server.ask(path, wire.STOP) is not None
        resident_server.wait_until_gone(path)
    notify(f"stopped {counted(ended, 'server')}" if ended else "no server was running")
    return Exit.OK
