"""Formats, which turn a decoded file into a Document. A new format is a line in the table below.

No format writes a file with a library, because that would change other bytes as well. Each format
reads the syntax of the file strictly (a syntax error makes the file incomplete, with line and
column) and gives the builder stretches of the file with their decoded text. A field knows how its
value is written: ``encode`` escapes it, and ``BareValue`` adds quotes if needed. Keys, titles and
markup that may be about a person are fields as well.
"""

from anonfilter.contract.hooks import Register, hookimpl

FORMATS: dict[str, tuple[str, str | None]] = {
    "archive": ("archive.archive_format:Archive", ".zip .tar .tgz .gz"),
    "ass": ("captions.ass:SubStation", ".ass .ssa"),
    "chat": ("timed.chat:CHAT", ".cha"),
    "csv": ("csv.csv_table:CsvTable", ".csv .tsv .tab .psv"),
    "ctm": ("timed.ctm:CTM", ".ctm"),
    "eaf": ("timed.eaf:EAF", ".eaf"),
    "html": ("markup.html:Html", ".html .htm .xhtml .shtml"),
    "jsonl": ("json.json_lines:JsonLines", ".jsonl .ndjson .json .geojson .jsonld"),
    "mail": ("mail_format:MailFormat", ".eml .mbox .mbx .mht .mhtm .mhtml"),
    "markdown": ("markdown.markdown:Markdown", ".md .markdown .mdx .qmd .rmd"),
    "notebook": ("json.notebook:Notebook", ".ipynb"),
    "office": (
        "office.office_format:Office",
        ".docx .docm .dotx .dotm .xlsx .xlsm .xltx .pptx .pptm .potx .ppsx"
        " .odt .ods .odp .ott .ots .otp .epub",
    ),
    "qdpx": ("archive.project_format:Project", ".qdpx"),
    "rtf": ("rtf.rtf_reader:RichText", ".rtf"),
    "sami": ("captions.sami:SAMI", ".smi .sami"),
    "sbv": ("captions.sbv:SBV", ".sbv"),
    "srt": ("captions.srt:SubRip", ".srt"),
    "stm": ("timed.stm:STM", ".stm"),
    "table": ("json.table_format:TableFormat", ".parquet .arrow .feather .ipc"),
    "text": ("plaintext:Plaintext", None),
    "textgrid": ("timed.textgrid:TextGrid", ".textgrid"),
    "ttml": ("timed.ttml:TTML", ".ttml .dfxp"),
    "webvtt": ("captions.webvtt:WebVTT", ".vtt"),
    "xml": (
        "markup.xml:Xml",
        ".xml .tei .eaf .ttml .dfxp .trs .exb .cmdi .svg .rss .atom .opml .xsl .kml .gpx .fb2",
    ),
}
"""The class of each format, and the suffixes that it reads by default; None: all other files."""

CONTAINERS = {
    "gzip": "gzip_file:GzipFile",
    "mail": "mail_file:Mail",
    "qdpx": "project_file:ProjectFile",
    "table": "arrow_table:TableFile",
    "tar": "tar_file:TarFile",
    "zip": "zip_file:ZipFile",
}


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    summary = "List what kinds of files are read, and which are refused."
    register("formats", f"{__name__}.commands.formats:command", summary=summary)


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    for name, (path, suffixes) in FORMATS.items():
        own = None if suffixes is None else suffixes.split()
        register(name, f"{__name__}.{path}", suffixes=own)


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("kinds", f"{__name__}.shared.file_kinds")
    register("reader places", f"{__name__}.reader_places")
    register("renaming", f"{__name__}.renaming.rename_results")
    for kind, path in CONTAINERS.items():
        register(f"container {kind}", f"{__name__}.containers.{path}")
