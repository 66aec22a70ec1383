"""Documents of offices: Word, Excel, PowerPoint, OpenDocument, and books as EPUB."""

from __future__ import annotations

import re
from fnmatch import fnmatch

from pydantic import Field as Option

from anonfilter.containers.dividing import Part, split_parts
from anonfilter.containers.members import is_binary
from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.errors import Incomplete
from anonfilter.files.paths import stem_of, suffix_of
from anonfilter_documents.archive.member_names import NameFields
from anonfilter_documents.markup.tokens import xml_tokens
from anonfilter_documents.office.dates import Dates, dates_of
from anonfilter_documents.office.reading import OfficeReader
from anonfilter_documents.office.sheets import SheetNames
from anonfilter_documents.office.words import FontVocabulary, OfficeVocabulary, PropertyVocabulary
from anonfilter_documents.office.workbook import SHARED, WorkbookLabels, workbook_labels
from anonfilter_documents.shared.builder import DocumentBuilder
from anonfilter_documents.shared.encoded import add_encoded
from anonfilter_documents.shared.fields import GAP
from anonfilter_documents.shared.format_bases import ContainerReader
from anonfilter_documents.shared.schema_names import is_schema_name

_WORD = ".docx .docm .dotx .dotm"
_OTHERS = ".xlsx .xlsm .xltx .pptx .pptm .potx .ppsx .odt .ods .odp .ott .ots .otp .epub"
_MARKUP = (".xml", ".rels", ".vml", ".opf", ".ncx", ".rdf")
_CODE = (".css", ".js")
# Fonts, numbers of lines and pages, and previews, which are emptied once anything is replaced
_OF_NO_TEXT = (
    "*.odttf",
    "*.ttf",
    "*.otf",
    "*.woff*",
    "layout-cache",
    "docProps/thumbnail.*",
    "Thumbnails/*",
    "Pictures/TablePreview*.svm",
    "ObjectReplacements/*",
    "*/",
)
_PROGRAMS = ("mimetype",)
_WORD_OF_NAME = re.compile(r"[^\W\d_]{2,}")
_FULL_NAME = 2  # words
_SIGNATURES = ("_xmlsignatures/*", "META-INF/*signatures*.xml")
_PROPERTIES = ("docProps/*", "meta.xml", "customXml/*", "*.opf", "*.ncx", "*.rdf")


class Office(ContainerReader):
    """Office documents: text, tables, headers, notes, comments, changes, properties, people."""

    class Config(Strict):
        keep: tuple[str, ...] = Option(
            default=(),
            description=(
                "parts that stay without being read, such as word/media/*; other "
                "pictures and objects make a document incomplete"
            ),
        )
        speakers: bool = Option(
            default=False, description="text of several turns is divided as transcripts"
        )
        suffixes: tuple[str, ...] = Option(
            default=tuple(f"{_WORD} {_OTHERS}".split()),
            description="suffixes of the files that this format reads",
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._config = config

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        parts = {part.name: (part, _source_of(part, source)) for part in split_parts(source.text)}
        manifest = parts.get("META-INF/manifest.xml")
        if manifest is not None and "encryption-data" in manifest[1].text:
            raise Incomplete("is encrypted", where=source.name, hint="Save it without a password.")
        readable = {name: own for name, (part, own) in parts.items() if part.read}
        dates, labels = dates_of(readable), workbook_labels(readable)
        for name, (part, own) in parts.items():
            self._add_part_name(builder, source, part)
            if _is_signature(name) or not any(fnmatch(name, one) for one in _OF_NO_TEXT):
                self._take(builder, part, own, dates, labels)
        return builder.build()

    def _take(
        self,
        builder: DocumentBuilder,
        part: Part,
        own: Source,
        dates: Dates,
        labels: WorkbookLabels,
    ) -> None:
        if _is_signature(part.name):
            raise Incomplete(
                "is a signature, which names who signed, and counts no more once the rest changes",
                where=own.name,
                hint="Save the document without its signatures.",
            )
        if not part.read:
            if any(fnmatch(part.name, one) for one in self._config.keep):
                return
            raise Incomplete(
                "is a part of the document that is not read",
                where=own.name,
                hint=f"If it shows nobody, keep it: {{use: office, keep: ['{_glob(part.name)}']}} "
                "under `formats:`; else take it out of the document.",
            )
        if not own.text.strip():
            return
        if part.name.lower().endswith(_MARKUP):
            builder.add_document(self._markup(own, part.name, dates, labels), part.start)
        elif part.name.lower().endswith(_CODE) or part.name in _PROGRAMS:
            self._code(builder, part.start, part.end)
        elif is_binary(part.name):
            add_encoded(builder, part.start, part.end, bytes.fromhex(own.text))
        elif self._read is not None:
            builder.add_document(self._read(own), part.start)
        builder.add_gap(GAP)

    def _add_part_name(self, builder: DocumentBuilder, source: Source, part: Part) -> None:
        """Add the name of a part as words; the names that programs give are code."""
        stem = stem_of(part.name.rpartition("/")[2])
        if is_schema_name(stem) or len(_WORD_OF_NAME.findall(stem)) < _FULL_NAME:
            self._code(builder, *part.named)
        else:
            NameFields(source, builder).add(*part.named)

    def _code(self, builder: DocumentBuilder, start: int, end: int) -> None:
        first = builder.offset
        builder.add_stretch(start, end)
        builder.add_field(first, builder.offset, CODE)
        builder.add_gap(GAP)

    def _markup(self, own: Source, name: str, dates: Dates, labels: WorkbookLabels) -> Document:
        properties = any(fnmatch(name, one) for one in _PROPERTIES)
        blanks = "/" in name  # in OpenDocument, blanks between words are one
        kind = FontVocabulary if name.endswith("/fontTable.xml") else OfficeVocabulary
        words = (PropertyVocabulary if properties else kind)(blanks=blanks)
        inner = DocumentBuilder(own)
        reader = OfficeReader(inner, own, words, speakers=self._config.speakers)
        reader.dates = dates
        reader.cells = labels.shared if name == SHARED else labels.cells.get(name, {})
        if name.startswith("xl/"):
            reader.sheets = SheetNames()
        reader.read(xml_tokens(own))
        return inner.build()


def _is_signature(name: str) -> bool:
    return any(fnmatch(name, one) for one in _SIGNATURES)


def _source_of(part: Part, source: Source) -> Source:
    """A part as a file of its own."""
    text = source.text[part.start : part.end]
    return Source(f"{source.name}: {part.name}", text, tree=source.tree)


def _glob(name: str) -> str:
    """The glob of a part and those like it: word/media/*.png."""
    folder, slash, _ = name.rpartition("/")
    return f"{folder}{slash}*{suffix_of(name)}"
