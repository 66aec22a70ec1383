"""The feature `measure`: scores against annotated text, attacks on filtered text, reports."""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "eval": ("commands.eval:command", "Score the rules against annotated text."),
    "redteam": (
        "commands.redteam:command",
        "Find out whether people can be recognised in filtered text.",
    ),
    "report": (
        "commands.report:command",
        "Write a report for an ethics board or a data-protection file.",
    ),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("folder report", f"{__name__}.report.folder_report")
    register(
        "eval --utility",
        f"{__name__}.commands.utility:command",
        summary="Score models trained on filtered text",
    )
