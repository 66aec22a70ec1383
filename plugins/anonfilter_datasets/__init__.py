"""Datasets in shards, filtered by processes of this machine or by the workers of a Ray cluster."""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "run": (
        "commands.run:command",
        "Filter a dataset in shards, on this machine or on a cluster of Ray.",
    )
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
