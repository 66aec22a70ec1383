"""Review of findings that fail a check, one by one, in a terminal or in a browser.

``review_items`` groups equal findings. ``review_state`` has the answers: each answer makes a new
immutable state that refers to the previous one, so undo goes back. ``rulings`` turns answers into
decisions and entries of the allow list. ``file_review`` inspects files; at the end,
``decision_writer`` writes the text, sidecar and decisions of a file in one step.
``terminal_dialogue`` and ``terminal_screen`` are the terminal, ``web`` is the browser. ``people``
shows the people of a document, and edits the decisions file.
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
