"""Conversion of PDFs to transcripts: one utterance a line, and an account of what is left out.

Pages are read as words with places (``document.py``, ``content.py``); where they stand and what
recurs from page to page tells columns (``columns.py``), line numbers, headers and footers
(``margins.py``), and indexes (``indexes.py``); what is left is joined (``utterances.py``).
``transcript.py`` goes from one to the other, and sees to it that no word is lost or doubled.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "convert": ("commands.convert:command", "Make transcripts of PDFs, one utterance a line."),
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
