"""The engine for rules with surrogates. It replaces surrogates with tags in each text it reads."""

from __future__ import annotations

from dataclasses import replace

from anonfilter.contract.document import Analysis, Document, Redaction, Span
from anonfilter.contract.plugin import Numbering, SurrogateTagger
from anonfilter.engine.pipeline import Engine
from anonfilter.files.source_tree import DISK, Tree
from anonfilter_surrogates.surrogate_map import replace_with_tags
from anonfilter_surrogates.surrogate_placing import add_surrogates, namesakes
from anonfilter_surrogates.surrogate_results import SourceWithSurrogates
from anonfilter_surrogates.surrogate_store import SurrogateStore

NAMESAKE = "a surrogate is the name of a person whom the corpus knows"


class SurrogateEngine(Engine):
    """An engine that reads, filters and checks documents with surrogates in place of tags.

    The results of long files that are read in parts, and of live streams, have tags.
    """

    def __init__(self, engine: Engine, tagger: SurrogateTagger, store: SurrogateStore) -> None:
        vars(self).update(vars(engine))
        self._tagger = tagger
        self._store = store

    def read_document(self, data: bytes, name: str, tree: Tree = DISK) -> Document:
        """Read the bytes of a file, with tags in place of the surrogates that its sidecar lists."""
        written = self.decode_file(data, name, tree)
        surrogates = self._store.surrogates(written.text, name, tree)
        items = [] if surrogates is None else surrogates.locate(written.text, name)
        if items:
            data = written.encode(replace_with_tags(written.text, items).text)
        document = super().read_document(data, name, tree)
        source = SourceWithSurrogates.of(document.source, written, items, surrogates)
        return replace(document, source=source)

    def redact(
        self, document: Document, memory: Numbering | None = None, *, known_only: bool = False
    ) -> Redaction:
        """Filter a document, verify it, and add surrogates if it was read as a whole."""
        done = super().redact(document, memory, known_only=known_only)
        return self.add_surrogates(done, memory)

    def add_surrogates(self, done: Redaction, memory: Numbering | None) -> Redaction:
        """Return the result with surrogates; unchanged if the document was read in parts."""
        if not isinstance(done.source, SourceWithSurrogates):
            return done
        return add_surrogates(self, self._tagger, self._store, done, memory)

    def failing(self, analysis: Analysis) -> list[Span]:
        """Return the spans that fail a check, including surrogates that are names in the corpus."""
        return [*super().failing(analysis), *self._tags_of_namesakes(analysis.document)]

    def _tags_of_namesakes(self, document: Document) -> list[Span]:
        """Return the tags whose surrogate is the name of a person whom the corpus knows."""
        source = document.source
        if (
            self.options.known is None
            or not isinstance(source, SourceWithSurrogates)
            or not source.items
        ):
            return []
        with_names = self.read(source.file)
        found = dict[int, Span]()
        for span in namesakes(self, with_names):
            first, last = with_names.origin.extent(span.start, span.end)
            found[first] = replace(span, start=first, end=last, rule=NAMESAKE)
        spans = []
        for at, item in source.tags():
            same = found.get(item.start)
            if same is not None and same.end == item.end:
                start = document.origin.offset(at)
                spans.append(replace(same, start=start, end=start + len(item.tag)))
        return spans
