"""The feature `corpus`: commands to start, for the key of a corpus, and for its sidecars."""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "start": ("commands.start:command", "Ask three questions, and write rules for a folder."),
    "map": ("commands.map:command", "List, verify, count and adopt sidecars."),
    "key": ("commands.key:command", "Create, share, rotate and show the key that seals sidecars."),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
