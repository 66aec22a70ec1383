"""The feature `archive`: the log of replacements, and a bundle of filtered files for an archive."""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "deposit": ("commands.deposit:command", "Bundle checked files with their log for an archive."),
    "log": ("commands.log:command", "Write a log of all replacements in filtered files."),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
