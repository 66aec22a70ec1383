"""PDFs: a format that redacts them, and a command that converts them to transcripts.

pdfminer interprets pages (``pdf_document.py``, ``pdf_content.py``) and gives words with places.

To redact, ``pdf_glyphs.py`` records the glyphs of each letter, ``page_text.py`` makes the text of
the pages, ``pdf_objects.py`` finds all strings and streams beside the pages, ``pdf_comments.py``
finds the comments and the text between objects, and ``pdf_file.py`` is
the container that joins them and writes the result. ``content_rewriter.py`` removes the glyphs from
content streams.

To convert, places and recurring text show columns (``pdf_columns.py``), line numbers, headers and
footers (``page_margins.py``), and indexes (``index_pages.py``). The remaining lines are joined
(``utterances.py``) to one utterance on each line. The module ``pdf_transcript.py`` runs these steps
and checks that no letter is lost or doubled.
"""

from anonfilter.contract.hooks import Register, hookimpl

COMMANDS = {
    "convert": ("commands.convert:command", "Make transcripts of PDFs, one utterance a line.")
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    register("pdf", f"{__name__}.pdf_format:PdfFormat", suffixes=[".pdf"])


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("container pdf", f"{__name__}.pdf_file:PdfFile")
