"""The resident server, which runs commands without their start-up, and the language server.

The server loads modules and models once and forks for each command. The fork takes over the
client's arguments, folder, environment, limits and standard streams, and then runs what the
client would have run: output and exit code are the same, byte for byte. Rules, lists, decisions and
keys are read again by each command; only code and models stay loaded.

A client runs the command itself if it finds no server with its own settings, or if the server does
not answer. The client is in the host (:mod:`anonfilter.resident`), because each command begins with
it.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "serve": (
        "commands.serve:command",
        "Stay resident, so that commands and git hooks need not start up.",
    )
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
