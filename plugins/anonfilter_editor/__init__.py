"""Serving: a resident process runs commands for others, so that none waits for start-up.

The server loads modules and models once and forks for each command. The fork takes over the
client's arguments, folder, environment, limits and standard streams, and then runs what the
client would have run: output and exit code are the same, byte for byte. Rules, lists, decisions and
keys are read anew by each command; only code and models stay.

A client that finds no server of its own setting, or one that does not answer, runs the command
itself. `wire` and `client` import next to nothing, because each command begins with them.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "serve": (
        "commands.serve:command",
        "Stay resident, so that commands and git hooks need not start up.",
    ),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
