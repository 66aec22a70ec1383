"""Office documents: Word, Excel, PowerPoint and OpenDocument; and EPUB books."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatch

from pydantic import Field as Option

from anonfilter.containers.member_text import MemberPart, split_parts
from anonfilter.containers.members import is_binary
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import stem_of, suffix_of
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.markup.markup_tokens import read_xml_tokens
from anonfilter_documents.office.office_reader import OfficeReader
from anonfilter_documents.office.office_vocabulary import (
    FontVocabulary,
    OfficeVocabulary,
    PropertyVocabulary,
)
from anonfilter_documents.office.sheet_names import SheetNames
from anonfilter_documents.office.workbook_dates import Dates, read_dates
from anonfilter_documents.office.workbook_labels import SHARED, WorkbookLabels, read_workbook_labels
from anonfilter_documents.shared.builder import GAP, DocumentBuilder
from anonfilter_documents.shared.encoded_texts import add_encoded
from anonfilter_documents.shared.format_bases import (
    ContainerReader,
    FormatWithSuffixes,
    speakers_option,
    suffixes_option,
)
from anonfilter_documents.shared.schema_names import is_schema_name

_MARKUP = (".xml", ".rels", ".vml", ".opf", ".ncx", ".rdf")
_CODE = (".css", ".js")
# Fonts, layouts, and previews, which are emptied if anything is replaced.
_GLOBS_WITHOUT_TEXT = (
    "*.odttf *.ttf *.otf *.woff* layout-cache docProps/thumbnail.* Thumbnails/*"
    " Pictures/TablePreview*.svm ObjectReplacements/* */"
)
_WITHOUT_TEXT = _GLOBS_WITHOUT_TEXT.split()
_PROGRAMS = ("mimetype",)
_WORD_OF_NAME = re.compile(r"[^\W\d_]{2,}")
_FULL_NAME = 2  # words
_SIGNATURES = ("_xmlsignatures/*", "META-INF/*signatures*.xml")
_PROPERTIES = ("docProps/*", "meta.xml", "customXml/*", "*.opf", "*.ncx", "*.rdf")


class Office(ContainerReader, FormatWithSuffixes["Office.Config"]):
    """Office documents: text, tables, headers, notes, comments, changes, properties, authors."""

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(),
            description="parts that are left unread, such as word/media/*; other "
            "pictures and objects make a document incomplete",
        )
        speakers: bool = speakers_option()
        suffixes: tuple[str, ...] = suffixes_option("office")

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        parts = {part.name: (part, _source_of(part, source)) for part in split_parts(source.text)}
        manifest = parts.get("META-INF/manifest.xml")
        if manifest is not None and "encryption-data" in manifest[1].text:
            raise Incomplete("is encrypted", where=source.name, hint="Save it without a password.")
        readable = {name: member for name, (part, member) in parts.items() if part.read}
        dates, labels = read_dates(readable), read_workbook_labels(readable)
        for name, (part, member) in parts.items():
            stem = stem_of(part.name.rpartition("/")[2])
            # The names that programs give are code.
            if is_schema_name(stem) or len(_WORD_OF_NAME.findall(stem)) < _FULL_NAME:
                builder.add_stretch_field(*part.named, CODE)
            else:
                NameFields(source, builder).add(*part.named)
            if _matches(name, _SIGNATURES) or not _matches(name, _WITHOUT_TEXT):
                self._add_part(builder, part, member, dates, labels)
        return builder.build()

    def _add_part(
        self,
        builder: DocumentBuilder,
        part: MemberPart,
        source: Source,
        dates: Dates,
        labels: WorkbookLabels,
    ) -> None:
        if _matches(part.name, _SIGNATURES):
            raise Incomplete(
                "is a digital signature; it names a person, and a change makes it invalid",
                where=source.name,
                hint="Save the document without its signatures.",
            )
        if not part.read:
            if _matches(part.name, self._config.keep):
                return
            raise Incomplete(
                "is a part of the document that is not read",
                where=source.name,
                hint=f"If it shows no person, write {{use: office, keep: ['{_glob(part.name)}']}} "
                "under `formats:`. Otherwise remove it from the document.",
            )
        if not source.text.strip():
            return
        if part.name.lower().endswith(_MARKUP):
            builder.add_document(self._read_markup(source, part.name, dates, labels), part.start)
        elif part.name.lower().endswith(_CODE) or part.name in _PROGRAMS:
            builder.add_stretch_field(part.start, part.end, CODE)
        elif is_binary(part.name):
            add_encoded(builder, part.start, part.end, bytes.fromhex(source.text))
        elif self._read is not None:
            builder.add_document(self._read(source), part.start)
        builder.add_gap(GAP)

    def _read_markup(
        self, source: Source, name: str, dates: Dates, labels: WorkbookLabels
    ) -> Document:
        blanks = "/" in name  # in OpenDocument, several spaces between words are one
        kind = FontVocabulary if name.endswith("/fontTable.xml") else OfficeVocabulary
        vocabulary = (PropertyVocabulary if _matches(name, _PROPERTIES) else kind)(blanks=blanks)
        reader = OfficeReader(source, vocabulary, speakers=self._config.speakers)
        reader.dates = dates
        reader.cells = labels.shared if name == SHARED else labels.cells.get(name, {})
        if name.startswith("xl/"):
            reader.sheets = SheetNames()
        return reader.read(read_xml_tokens(source))


def _matches(name: str, globs: Iterable[str]) -> bool:
    return any(fnmatch(name, glob) for glob in globs)


def _source_of(part: MemberPart, source: Source) -> Source:
    """Return a part as a separate file."""
    text = source.text[part.start : part.end]
    return Source(f"{source.name}: {part.name}", text, tree=source.tree)


def _glob(name: str) -> str:
    """Return the glob for parts in the same folder with the same suffix: word/media/*.png."""
    folder, slash, _ = name.rpartition("/")
    return f"{folder}{slash}*{suffix_of(name)}"
