"""The feature `editor`: the resident server, which saves start-up time, and the language server.

The resident server loads modules and models once, and forks for each command. The fork takes over
the arguments, folder, environment, limits and standard streams of the client, and then runs what
the client would have run: output and exit code are the same, byte for byte. Each command reads
rules, lists, decisions and keys again; only code and models stay loaded.

A client runs the command itself if it finds no server with the same settings, or if the server does
not answer. The client is in the host (:mod:`anonfilter.resident`), because each command begins with
it.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "serve": (
        "commands.serve:command",
        "Stay resident, so that commands and git hooks start faster.",
    )
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
