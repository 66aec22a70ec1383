"""The feature `repository`: Git hooks, pre-commit, CI, and `sync`."""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "sync": ("commands.sync:command", "Keep redacted copies of git-ignored originals up to date."),
    "git": ("commands.git:command", "Install hooks in this clone, and show what guards it."),
    "ci": ("commands.ci:command", "Check in CI, and write configurations for CI and servers."),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
