"""The engine of rules with surrogates: it takes them off what it reads, and puts them on what it
has filtered."""

from __future__ import annotations

from dataclasses import replace

from anonfilter.contract.document import Analysis, Document, Redaction, Span
from anonfilter.contract.plugin import Numbering
from anonfilter.engine.pipeline import Engine
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.sidecars.surrogate_rules import SurrogateTagger
from anonfilter.sidecars.worn import taken_off
from anonfilter_surrogates.dressed import Undressed
from anonfilter_surrogates.dressing import dressed, namesakes
from anonfilter_surrogates.wardrobe import Wardrobe

NAMESAKE = "a surrogate is the name of a person whom the corpus knows"


class SurrogateEngine(Engine):
    """Reads, filters and checks documents in which surrogates stand for tags.

    What is read in parts, or as it comes, has tags.
    """

    def __init__(self, engine: Engine, tagger: SurrogateTagger, wardrobe: Wardrobe) -> None:
        vars(self).update(vars(engine))
        self._tagger = tagger
        self._wardrobe = wardrobe

    def decode(self, data: bytes, name: str, tree: Tree = DISK) -> Document:
        """Read a file's bytes, with tags in place of the surrogates that its sidecar knows."""
        written = self.source(data, name, tree)
        worn = self._wardrobe.worn(written.text, name, tree)
        items = [] if worn is None else worn.standing(written.text, name)
        if items:
            data = written.encode(taken_off(written.text, items).text)
        document = super().decode(data, name, tree)
        source = Undressed.of(document.source, written, items, worn)
        return replace(document, source=source)

    def redact(self, document: Document, memory: Numbering | None = None) -> Redaction:
        """Filter a document, verify it, and dress it with surrogates if it was read as a whole."""
        return self.dressed(super().redact(document, memory), memory)

    def dressed(self, done: Redaction, memory: Numbering | None) -> Redaction:
        """What was made of a document, with surrogates if it was read as a whole."""
        if not isinstance(done.source, Undressed):
            return done
        return dressed(self, self._tagger, self._wardrobe, done, memory)

    def failing(self, analysis: Analysis) -> list[Span]:
        """What fails a check; so does a surrogate that is the name of somebody of the corpus."""
        return [*super().failing(analysis), *self._namesakes(analysis.document)]

    def _namesakes(self, document: Document) -> list[Span]:
        source = document.source
        if self.options.known is None or not isinstance(source, Undressed) or not source.items:
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
