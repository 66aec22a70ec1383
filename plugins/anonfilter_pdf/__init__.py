"""Conversion of PDFs to transcripts: one utterance on each line, and a report of omitted text.

Pages are read as words with places (``pdf_document.py``, ``pdf_content.py``). Places and recurring
text show columns (``pdf_columns.py``), line numbers, headers and footers (``page_margins.py``), and
indexes (``index_pages.py``). The remaining lines are joined (``utterances.py``). The module
``pdf_transcript.py`` runs these steps and checks that no letter is lost or doubled.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "convert": ("commands.convert:command", "Make transcripts of PDFs, one utterance a line.")
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)
