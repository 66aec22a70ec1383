"""Going through what fails a check, finding by finding, in a terminal or in a browser.

``items`` groups findings that read alike, ``state`` is how far the review has come: frozen, each
answer a new state that knows the one before, so undoing is going back. ``rulings`` turns answers
into decisions and entries of the allow list; all of that is plain data. ``review`` is what every
review does: inspecting files, and ``writing`` at the end text, sidecar and decisions of a file in
one step. ``dialogue`` and ``screen`` are the terminal, ``web`` is the browser. ``people`` is who is
who, and the decisions file that says otherwise.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "review": ("commands.review:command", "Decide about findings one by one, in a terminal."),
    "people": (
        "commands.people:command",
        "Show and correct which names in a document are one person.",
    ),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
