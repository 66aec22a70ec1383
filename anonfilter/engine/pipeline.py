"""The five stages (read, detect, resolve, tag, rewrite), and verification, which repeats them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock

from anonfilter import limits
from anonfilter.containers import decoding as sources
from anonfilter.containers.declarations import DEFAULT_READING, ReadingOptions
from anonfilter.containers.places import findings_of
from anonfilter.contract.book import Book
from anonfilter.contract.document import (
    CODE,
    Analysis,
    Change,
    Document,
    EarlierRound,
    Finding,
    Mention,
    Redaction,
    RewrittenText,
    Source,
    Span,
    TaggedMention,
)
from anonfilter.contract.plugin import (
    DecisionResolver,
    FieldCache,
    FieldReaders,
    FindingsStore,
    KnownOriginals,
    MentionClassifier,
    Numbering,
    Plugin,
    SurrogateTagger,
)
from anonfilter.contract.tags import blanked, hide
from anonfilter.engine import offline, spans, verify
from anonfilter.engine.detection import cut_at_tags, detect, reveal_findings
from anonfilter.engine.invariants import enforce_invariants
from anonfilter.engine.rewrite import rewrite
from anonfilter.engine.toolbox import Toolbox, add_roster_detector
from anonfilter.errors import Incomplete
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.rules import Instance, Ruleset, find
from anonfilter.text.language import foreign_language
from anonfilter.text.values import hide_values

ROUNDS = 3
"""The most rounds in which recordings, names of files, and long files as a whole are verified."""
MOST_ROUNDS = 12
"""The most rounds in which a document or a window is verified; each replaces something more."""
_DOCUMENT = "Engine.read_document(data, name) makes one from the bytes of a file"
_SOURCE = "Engine.decode_file(data, name) makes one from the bytes of a file"


@hide_values
@dataclass(frozen=True, slots=True)
class Options:
    """Options of an engine besides its rules.

    - ``only``, ``excepted``: labels to replace, or not to replace, in place of those in the rules.
    - ``assume_language``: read documents that look like another language than that of the rules.
    - ``rosters``: files with the names of people.
    - ``numbering``: gives a name the same number in all documents.
    - ``known``: the originals of the corpus, which are found in every document.
    - ``reading``: the format and the encoding of all files.
    """

    only: frozenset[str] = frozenset()
    excepted: frozenset[str] = frozenset()
    assume_language: bool = False
    rosters: tuple[Path, ...] = ()
    numbering: Numbering | None = None
    known: KnownOriginals | None = None
    reading: ReadingOptions = DEFAULT_READING

    def is_redacted(self, label: str, by_rules: bool) -> bool:
        """Return True if a label is to be replaced; ``by_rules`` is the setting of the rules."""
        return label in self.only if self.only else by_rules and label not in self.excepted


@dataclass(slots=True)
class Resources:
    """What an engine uses besides its rules and options; it may change between two documents.

    - ``findings_store``: what detectors found in earlier runs.
    - ``readers``: other processes that read fields.
    """

    findings_store: FindingsStore | None = None
    readers: FieldReaders | None = None


class Engine:
    """A filter and checker of documents by one ruleset.

    Models are loaded with the first document that needs them. Several threads may use an engine; it
    works on one document at a time. Pickling sends an engine to another process, which makes its
    own from the same rules and options.
    """

    def __init__(self, ruleset: Ruleset, options: Options | None = None) -> None:
        _require(
            ruleset, Ruleset, "Engine takes", "load_ruleset(name) loads one, such as 'default'"
        )
        if options is not None:
            _require(options, Options, "Engine takes", "Options(only=…) makes one")
        self._lock = RLock()
        self.options = options or Options()
        self.ruleset = add_roster_detector(ruleset) if self.options.rosters else ruleset
        self.resources = Resources()
        self.labels = {
            name: replace(label, redact=self.options.is_redacted(name, label.redact))
            for name, label in ruleset.labels.items()
        }
        self.tools = Toolbox(self.ruleset, self.labels, self.options.rosters, self.options.reading)
        if self.options.known is not None:
            self.options.known.require_declared(self.labels, find.display(ruleset.origin))
        self.grammar = self.tools.grammar
        self.uses_network = self.tools.uses_network
        for _, plugin in self.tools.parts():
            if isinstance(plugin, DecisionResolver):
                plugin.know_tags(self._tags_as_they_are)

    def __copy__(self) -> Engine:
        other: Engine = object.__new__(type(self))
        vars(other).update(vars(self))
        return other

    def __reduce__(self) -> tuple[type[Engine], tuple[Ruleset, Options]]:
        if type(self) is not Engine:
            raise TypeError(f"a {type(self).__name__} cannot be sent to another process")
        return Engine, (self.ruleset, self.options)

    @contextmanager
    def _working(self, source: Source, readings: int = 1) -> Iterator[None]:
        """Work on a source within its time limit, while no other thread uses the engine."""
        with self._lock, limits.limited(self, source, readings):
            yield

    def _count_hints(self, text: str) -> dict[str, int]:
        """Return how often each term of `context_hints` occurs in a text."""
        terms = self.ruleset.model.context_hints
        if not terms:
            return {}
        # Imported late, since few rules have such terms.
        from anonfilter.engine.hints import ContextHints

        return ContextHints(terms).counted(text)

    def parts(self, *, deferred: bool = False) -> Iterator[tuple[Instance, Plugin]]:
        """Yield each plugin of the ruleset and its object, in the order of the rules.

        With ``deferred``, include the plugins that are made only when a run needs them.
        """
        return self.tools.parts(deferred=deferred)

    @property
    def surrogate_tagger(self) -> SurrogateTagger | None:
        """The tagger that the rules ask for surrogates; None if they do not."""
        for tagger in self.tools.taggers.values():
            if isinstance(tagger, SurrogateTagger) and any(
                map(tagger.makes_surrogates, self.labels.values())
            ):
                return tagger
        return None

    @property
    def is_in_order(self) -> bool:
        """True if the result of a document depends on the documents before it."""
        return self.surrogate_tagger is not None or self.ruleset.model.numbers == "counted"

    def add_surrogates(self, done: Redaction, memory: Numbering | None) -> Redaction:
        """Return the result unchanged; an engine of the feature surrogates adds surrogates."""
        return done

    def load(self, *, to_fork: bool = False) -> bool:
        """Load all models now; with ``to_fork``, only models that forks of this process can use.

        Return True if forks can use all that is loaded.
        """
        return self.tools.load(to_fork=to_fork)

    def with_detectors(self, names: Collection[str]) -> Engine:
        """Return the engine with only these detectors; both share the loaded models."""
        instances = self.ruleset.instances
        kept = tuple(each for each in instances["detectors"] if each.name in names)
        other = copy(self)
        other.ruleset = replace(self.ruleset, instances={**instances, "detectors": kept})
        other.tools = self.tools.with_detectors(other.ruleset)
        return other

    def with_known(self, known: KnownOriginals, resources: Resources | None = None) -> Engine:
        """Return the engine with other known originals, which are found in every document."""
        other = copy(self)
        other.options = replace(self.options, known=known)
        other.resources = resources or self.resources
        return other

    # read

    def decode_file(self, data: bytes, name: str, tree: Tree = DISK) -> Source:
        """Decode a file's bytes; raise ``Incomplete`` if they are not text."""
        convert = "bytes(data)" if isinstance(data, bytearray | memoryview) else "text.encode()"
        _require(
            data, bytes, "Engine.decode_file and Engine.read_document read", f"{convert} makes them"
        )
        _require(name, str, "The name of a file is", "os.fsdecode(name) makes one")
        self.tools.formats.require_readable(name, data)
        return sources.decode(data, name, tree, self.tools.formats.declared)

    def read_document(self, data: bytes, name: str, tree: Tree = DISK) -> Document:
        """Decode and read a file's bytes.

        Raise ``Incomplete`` if they are not text, or text in another language.
        """
        source = self.decode_file(data, name, tree)
        sources.require_whole(source, self.ruleset.model.limits.whole_megabytes)
        document = self.read(source)
        self.require_language(document.prose, name)
        return document

    def require_language(self, prose: str, name: str) -> None:
        """Refuse a text that is plainly in another language than that of the rules."""
        language = self.ruleset.model.language
        foreign = "" if self.options.assume_language else foreign_language(prose, language)
        if foreign:
            what = f"looks like {foreign}, and the rules are for {language!r}"
            hint = "Use rules for that language, or --assume-language if the guess is wrong."
            raise Incomplete(what, where=name, hint=hint)

    def read(self, source: Source) -> Document:
        """Read a decoded file into a document, whose prose hides code and the tags in the file."""
        _require(source, Source, "Engine.read reads", _SOURCE)
        with self._working(source):
            document = self.tools.formats.read(source)
            tags = self.grammar.find(document.text)
            if tags:
                document = replace(document, prose=hide(document.text, tags), tags=tags)
            if code := [field for field in document.fields if field.role == CODE]:
                hidden = blanked(document.prose, code)
                document = replace(document, prose=hidden, with_code=document.prose)
            return document

    # detect, resolve

    def analyse(self, document: Document, seen: FieldCache | None = None) -> Analysis:
        """Return the spans that detectors find, the spans after the resolvers, and each change."""
        _require(document, Document, "Engine.analyse and Engine.check take", _DOCUMENT)
        with self._working(document.source):
            seen = self.stored_findings(document) if seen is None else seen
            with offline.enforced(allow=self.uses_network):
                candidates = detect(
                    self.tools.detectors, document, seen, self.tools.load, self.resources.readers
                )
                if self.resources.findings_store is not None:
                    self.resources.findings_store.save(seen)
                document = reveal_findings(document, candidates)
                found, changes = self.tools.resolve(document, list(candidates), limits.check)
            final, dropped = enforce_invariants(
                document, found, changes, self.labels, self.tools.kept_roles
            )
            changes += dropped
            final += self._dropped_certain(document, candidates, final, changes)
            if self.options.known is not None:
                left = self.options.known.spans(document, self.labels)
                known, made = self._missed(document, left, final, changes)
                final, changes = [*final, *known], [*changes, *made]
            final = spans.order(final)
            return Analysis(document, tuple(candidates), tuple(final), tuple(changes))

    def _dropped_certain(
        self,
        document: Document,
        candidates: Sequence[Span],
        final: Sequence[Span],
        changes: Sequence[Change],
    ) -> list[Span]:
        """Return dropped spans of certain detectors, unless a decision or role excludes them."""
        certain = [
            span
            for span in candidates
            if span.detector in self.tools.certain and self.labels[span.label].redact
        ]
        if not certain:
            return []
        holes = spans.merged((span.start, span.end) for span in final)
        decided = [change for change in changes if change.resolver not in self.tools.excluding]
        dropped = [span for span in certain if not spans.within(holes, span.start, span.end)]
        kept = verify.uncovered(document, dropped, (), decided)
        return spans.disjoint(kept, document.text)

    def stored_findings(self, document: Document) -> FieldCache:
        """Return what detectors found in a document in earlier runs."""
        store = self.resources.findings_store
        return {} if store is None else store.load(document)

    def _missed(
        self,
        document: Document,
        left: Sequence[Span],
        found: Sequence[Span],
        changes: Sequence[Change],
    ) -> tuple[list[Span], list[Change]]:
        """Return known originals that are in no other span, and the changes that exclude some."""
        made: list[Change] = []
        for name, resolver in self.tools.excluding.items() if left else ():
            left, own = resolver.resolve(document, left)
            made += (replace(change, resolver=name) for change in own)
        missed = verify.uncovered(document, left, found, changes)
        return spans.disjoint(cut_at_tags(document, missed), document.text), made

    # tag

    def tag(
        self, document: Document, found: Sequence[Span], memory: Numbering | None = None
    ) -> list[TaggedMention]:
        """Return resolved spans as mentions with their tags.

        The numbers of the tags are those of the corpus, else those of the last run (``memory``),
        else they count in the order of the text.
        """
        _require(document, Document, "Engine.tag takes", _DOCUMENT)
        mentions = self._mentions(document, found)
        first = Book(document.tags)
        tagged = self._replaced(mentions, first)
        numbering = self.options.numbering or memory
        if numbering is None:
            return tagged
        return self._replaced(mentions, numbering.book(document.tags, first.requests, self.grammar))

    def _mentions(self, document: Document, found: Sequence[Span]) -> list[Mention]:
        """Return the mentions for the taggers, each with its category."""
        mentions = [
            Mention(span, document.text[span.start : span.end], self.labels[span.label])
            for span in found
        ]
        for name, tagger in self.tools.taggers.items():
            own = [at for at, mention in enumerate(mentions) if mention.label.tag == name]
            if own and isinstance(tagger, MentionClassifier):
                classified = tagger.classify(document, [mentions[at] for at in own])
                for at, mention in zip(own, classified, strict=True):
                    mentions[at] = mention
        return mentions

    def _replaced(self, mentions: Sequence[Mention], book: Book) -> list[TaggedMention]:
        taggers = self.tools.taggers
        return [
            TaggedMention(mention, tuple(taggers[mention.label.tag].replace(mention, book)))
            for mention in mentions
        ]

    def _tags_as_they_are(self, document: Document, found: Sequence[Span]) -> list[TaggedMention]:
        """Return the tags that these spans would get without further resolvers."""
        final, _ = enforce_invariants(document, found, (), self.labels, self.tools.kept_roles)
        return self._replaced(self._mentions(document, final), Book(document.tags))

    # rewrite, verify

    def redact(
        self, document: Document, memory: Numbering | None = None, *, known_only: bool = False
    ) -> Redaction:
        """Filter a document, verify the result, and repeat both while it is not clean.

        The redaction has findings if the result is still not clean after ``MOST_ROUNDS`` rounds.
        ``memory`` has the numbers of the last run. With ``known_only``, the document was verified
        before some originals became known: they are replaced before it is analysed again.
        """
        _require(document, Document, "Engine.redact takes", _DOCUMENT)
        with self._working(document.source, readings=1 if known_only else 2):
            seen = self.stored_findings(document)
            analysis = self._known_in(document) if known_only else self.analyse(document, seen)
            found, changes = list(analysis.spans), list(analysis.changes)
            for _ in range(MOST_ROUNDS):
                tagged = self.tag(document, found, memory)
                rewritten, output = apply_tags(document, tagged)
                earlier = EarlierRound(analysis, rewritten)
                again, left = self._left_in(output, document, earlier, tagged, seen)
                document = verify.add_unread_fields(document, again, rewritten, left)
                returned = list(verify.map_to_original(document, again, rewritten, found, left))
                hints = self._count_hints(again.prose)
                del again, left  # the next round needs their memory
                if verify.are_replaced(document, tagged, returned):
                    break
                changes.append(Change("verification", verify.REASON, (), tuple(returned)))
                kept = verify.cut_around(document, found, returned)
                found = spans.disjoint([*kept, *returned], document.text)
            analysis = replace(
                analysis, document=document, spans=tuple(found), changes=tuple(changes)
            )
            findings = tuple(findings_of(document, spans.order(returned)))
            earlier = EarlierRound(analysis, rewritten)
            deciding = (made for _, made in self.parts() if isinstance(made, DecisionResolver))
            beside = dict(file for made in deciding for file in made.files_beside(earlier))
            return Redaction(analysis, output, tuple(tagged), findings, hints, beside, rewritten)

    def _left_in(
        self,
        output: bytes,
        document: Document,
        earlier: EarlierRound,
        tagged: Sequence[TaggedMention],
        seen: FieldCache,
    ) -> tuple[Document, list[Span]]:
        """Read the output of a round again; return its document and the spans that are left."""
        tree, declared = document.source.tree, self.tools.formats.declared
        source = sources.decode(output, document.name, tree, declared)
        whole = document.source
        again = self.read(replace(source, is_part=whole.is_part, surnames=whole.surnames))
        again = replace(again, earlier=earlier)
        checked = self.analyse(again, seen)
        return again, [*checked.spans, *self._surviving(again, tagged, checked)]

    def _known_in(self, document: Document) -> Analysis:
        """Return the known originals in a document, and the changes that exclude some."""
        known = self.options.known
        left = known.spans(document, self.labels) if known is not None else ()
        found, changes = self._missed(document, left, (), ())
        return Analysis(document, (), tuple(spans.order(found)), tuple(changes))

    def _surviving(
        self, again: Document, tagged: Sequence[TaggedMention], checked: Analysis
    ) -> list[Span]:
        """Return the places where an output still holds originals that were replaced elsewhere."""
        if not tagged:
            return []
        # Imported late, since documents without identifiers do not need it.
        from anonfilter.engine.survivors import find_survivors

        survivors = find_survivors(again, tagged, checked.changes)
        found = [*checked.spans, *survivors.words]
        respelled, _ = self._missed(again, survivors.respelled, found, checked.changes)
        return [*survivors.words, *respelled]

    # check

    def check(self, document: Document) -> list[Finding]:
        """Return the findings in a document that fail a check."""
        return list(findings_of(document, spans.order(self.failing(self.analyse(document)))))

    def failing(self, analysis: Analysis) -> list[Span]:
        """Return the spans that fail a check."""
        return [span for span in analysis.spans if self.fails(span.label)]

    def fails(self, label: str) -> bool:
        """Return True if findings with this label fail a check."""
        rules = self.ruleset.model.check
        return label not in rules.ignore and (
            label in rules.fail_on or self.labels[label].kind in rules.fail_on
        )


def _require(given: object, kind: type, takes: str, hint: str) -> None:
    """Refuse an argument of another type: a later error would not say what to pass instead."""
    if not isinstance(given, kind):
        raise TypeError(f"{takes} {kind.__name__}, not {type(given).__name__}: {hint}")


def apply_tags(document: Document, tagged: Sequence[TaggedMention]) -> tuple[RewrittenText, bytes]:
    """Return the text and the bytes of a file in which tags replace the mentions."""
    rewritten = rewrite(document, [part for item in tagged for part in item.replacements])
    return rewritten, document.source.encode(rewritten.text)
