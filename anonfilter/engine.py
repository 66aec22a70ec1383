"""The five stages: read, detect, resolve, tag, rewrite; and verify, which is all of them again."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Any

from anonfilter import offline, sources, spans
from anonfilter.errors import Incomplete, PluginError
from anonfilter.language import foreign_language
from anonfilter.model import (
    Analysis, Change, Document, Field, Finding, Mention, Needs, Replacement, Source, Span, Tagged,
)
from anonfilter.pseudonyms.book import Book
from anonfilter.rewrite import Rewritten, rewrite
from anonfilter.rules import Instance, Ruleset
from anonfilter.rules.merge import CHAINS
from anonfilter.survivors import survivors
from anonfilter.tags import TagGrammar, hide
from anonfilter.text import line_starts

ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Options:
    """What a caller may ask for besides the rules."""

    only: frozenset[str] = frozenset()
    exclude: frozenset[str] = frozenset()
    assume_language: bool = False


@dataclass(frozen=True, slots=True)
class Redaction:
    """A filtered document: its new bytes, what was replaced, and what is left if anything."""

    analysis: Analysis
    output: bytes
    tagged: tuple[Tagged, ...]
    findings: tuple[Finding, ...]
    book: Book


@dataclass(slots=True)
class _Seen:
    """What field-scoped detectors found in fields of one document, by the fields' text."""

    spans: dict[tuple[str, str, str], tuple[Span, ...]] = field(default_factory=dict)


class Engine:
    """A ruleset, ready to work. Plugins load their models when the first document needs them."""

    def __init__(self, ruleset: Ruleset, options: Options = Options()) -> None:
        self.ruleset = ruleset
        self.options = options
        self.labels = {
            name: replace(label, redact=self._wanted(name, label.redact))
            for name, label in ruleset.labels.items()
        }
        self._formats = self._make("formats")
        self._detectors = self._make("detectors")
        self._resolvers = self._make("resolvers")
        self._taggers = self._make("taggers")
        self._check_needs()
        self.grammar = TagGrammar(
            template
            for label in self.labels.values()
            if label.tag in self._taggers
            for template in self._taggers[label.tag].templates(label)
        )
        self._loaded = False

    def _wanted(self, name: str, by_rules: bool) -> bool:
        if self.options.only:
            return name in self.options.only
        return by_rules and name not in self.options.exclude

    def _make(self, kind: str) -> dict[str, Any]:
        return {
            instance.name: self._adapted(instance).make()
            for instance in self.ruleset.instances[kind]
        }

    def _adapted(self, instance: Instance) -> Instance:
        return replace(instance, setting=replace(instance.setting, labels=self.labels))

    def _check_needs(self) -> None:
        from anonfilter.rules.find import user_config

        for kind in ("detectors", "resolvers", "taggers", "formats"):
            made = getattr(self, f"_{kind}")
            for instance in self.ruleset.instances[kind]:
                needs = self.needs(made[instance.name])
                unknown = sorted(needs.labels - self.labels.keys())
                if unknown:
                    raise PluginError(
                        f"{instance.name} finds labels that the rules do not declare: "
                        f"{', '.join(unknown)}",
                        where=str(instance.place),
                        hint="Declare them under `labels:`.",
                    )
                if needs.network and instance.registration.plugin not in user_config().allow_network:
                    raise PluginError(
                        f"{instance.name} wants to use the network",
                        where=str(instance.place),
                        hint=f"Allow it in your own config: allow_network: "
                        f"[{instance.registration.plugin}].",
                    )

    def parts(self) -> Iterator[tuple[Instance, Any]]:
        """Each plugin of the ruleset and its object, in the order of the rules."""
        for kind in CHAINS:
            made: dict[str, Any] = getattr(self, f"_{kind}")
            for instance in self.ruleset.instances[kind]:
                yield instance, made[instance.name]

    @staticmethod
    def needs(made: Any) -> Needs:
        """What a plugin's object says that it needs."""
        return made.needs() if hasattr(made, "needs") else Needs()

    def load(self) -> None:
        """Load all models now."""
        if self._loaded:
            return
        with offline.enforced(allow=self.uses_network):
            for kind in ("detectors", "resolvers", "taggers"):
                made = getattr(self, f"_{kind}")
                for instance in self.ruleset.instances[kind]:
                    if hasattr(made[instance.name], "load"):
                        with instance.placed():
                            made[instance.name].load()
        self._loaded = True

    @property
    def uses_network(self) -> bool:
        made = (*self._detectors.values(), *self._resolvers.values(), *self._taggers.values())
        return any(self.needs(one).network for one in made)

    # read

    def read(self, source: Source) -> Document:
        suffix = PurePath(source.name).suffix.lower()
        chosen = fallback = None
        for made in self._formats.values():
            if suffix in made.suffixes:
                chosen = chosen or made
            if not made.suffixes:
                fallback = fallback or made
        reader = chosen or fallback
        if reader is None:
            raise Incomplete(f"no format of the rules reads {suffix or 'files without suffix'}",
                             where=source.name)  # fmt: skip
        document: Document = reader.read(source)
        tags = self.grammar.find(document.text)
        return replace(document, prose=hide(document.text, tags), tags=tags) if tags else document

    def decode(self, data: bytes, name: str) -> Document:
        """A file's bytes as a document; what is no text, or in another language, is incomplete."""
        document = self.read(sources.decode(data, name))
        if not self.options.assume_language:
            language = self.ruleset.model.language
            foreign = foreign_language(document.prose, language)
            if foreign:
                raise Incomplete(
                    f"looks like {foreign}, and the rules are for {language!r}",
                    where=name,
                    hint="Use rules for that language, or say --assume-language if it is not so.",
                )
        return document

    # detect, resolve

    def analyse(self, document: Document, seen: _Seen | None = None) -> Analysis:
        """What the document holds: spans as found, as resolved, and each change between."""
        self.load()
        with offline.enforced(allow=self.uses_network):
            candidates = self._detect(document, seen if seen is not None else _Seen())
            found, changes = list(candidates), list[Change]()
            for name, resolver in self._resolvers.items():
                found, made = resolver.resolve(document, found)
                changes += (replace(c, resolver=name) if c.resolver != name else c for c in made)
        final, last = self._guarantee(document, found, changes)
        return Analysis(document, tuple(candidates), tuple(final), (*changes, *last))

    def _detect(self, document: Document, seen: _Seen) -> list[Span]:
        found: list[Span] = []
        for name, detector in self._detectors.items():
            if getattr(detector, "scope", "document") == "field":
                found += self._detect_fields(name, detector, document, seen)
            else:
                found += detector.detect(document, document.fields)
        holes = [(tag.start, tag.end) for tag in document.tags]
        clipped = spans.clip(found, document.fields, document.text)
        return spans.order(
            part
            for span in clipped
            for part in spans.subtract(
                span, spans.within(holes, span.start, span.end), document.text
            )
        )

    @staticmethod
    def _detect_fields(
        name: str, detector: Any, document: Document, seen: _Seen
    ) -> Iterable[Span]:
        """Ask only about fields whose text this detector has not seen, and only once each."""
        prose = document.prose
        keys = [(name, one.role, prose[one.start : one.end]) for one in document.fields]
        fresh: dict[tuple[str, str, str], Field] = {}
        for key, one in zip(keys, document.fields, strict=True):
            if key not in seen.spans and not key[2].isspace():
                fresh.setdefault(key, one)
        if fresh:
            asked = list(fresh.values())
            starts = [one.start for one in asked]
            answers: list[list[Span]] = [[] for _ in asked]
            for span in detector.detect(document, asked):
                at = max(0, bisect_right(starts, span.start) - 1)
                answers[at].append(spans.shift(span, -asked[at].start))
            for key, answer in zip(fresh, answers, strict=True):
                seen.spans[key] = tuple(answer)
        for key, one in zip(keys, document.fields, strict=True):
            for span in seen.spans.get(key, ()):
                yield spans.shift(span, one.start)

    def _guarantee(
        self, document: Document, found: Sequence[Span], changes: Sequence[Change]
    ) -> tuple[list[Span], list[Change]]:
        """What holds whatever the resolvers did: only labels to redact, nothing excluded that
        came back, no character in two spans."""
        excluded = [
            (span.start, span.end, span.label)
            for change in changes
            if change.excluded
            for span in change.before
        ]
        barred = spans.Barred(excluded)
        kept: list[Span] = []
        dropped: list[Change] = []
        for span in found:
            if span in barred:
                dropped.append(Change("engine", "excluded before", (span,)))
            elif not self.labels[span.label].redact:
                dropped.append(Change("engine", "label is kept", (span,)))
            else:
                kept.append(span)
        holes = [(tag.start, tag.end) for tag in document.tags]
        outside_tags = [
            part
            for span in spans.clip(kept, document.fields, document.text)
            for part in spans.subtract(
                span,
                spans.within(holes, span.start, span.end),
                document.text,
            )
        ]
        return spans.disjoint(outside_tags, document.text), dropped

    # tag

    def tag(self, document: Document, found: Sequence[Span], book: Book) -> list[Tagged]:
        """The replacements for resolved spans, numbered in the order of the text."""
        mentions: list[Mention | None] = [
            Mention(span, document.text[span.start : span.end], self.labels[span.label])
            for span in found
        ]
        by_tagger: dict[str, list[int]] = {}
        for at, mention in enumerate(mentions):
            assert mention is not None
            by_tagger.setdefault(mention.label.tag, []).append(at)
        for name, places in by_tagger.items():
            tagger = self._taggers[name]
            if hasattr(tagger, "classify"):
                classified = tagger.classify(document, [mentions[at] for at in places])
                for at, mention in zip(places, classified, strict=True):
                    mentions[at] = mention
        return [
            Tagged(mention, tuple(self._taggers[mention.label.tag].replace(mention, book)))
            for mention in mentions
            if mention is not None
        ]

    # rewrite, verify

    def redact(self, document: Document) -> Redaction:
        """Filter a document and check the result, at most ``ROUNDS`` times."""
        seen = _Seen()
        analysis = self.analyse(document, seen)
        found = list(analysis.spans)
        findings: list[Finding] = []
        for _ in range(ROUNDS):
            book = Book(document.tags)
            tagged = self.tag(document, found, book)
            rewritten = rewrite(document, [r for one in tagged for r in one.replacements])
            self._record(document, tagged, book)
            output = document.source.encode(rewritten.text)
            again = self.read(sources.decode(output, document.name))
            checked = self.analyse(again, seen)
            left = [*checked.spans, *survivors(again, tagged, checked.changes)]
            if not left:
                findings = []
                break
            returned = list(_returned(document, again, rewritten, left))
            findings = list(self.findings(document, returned))
            found = spans.disjoint([*found, *returned], document.text)
        return Redaction(
            replace(analysis, spans=tuple(found)), output, tuple(tagged), tuple(findings), book
        )

    @staticmethod
    def _record(document: Document, tagged: Sequence[Tagged], book: Book) -> None:
        text = document.source.text
        for one in tagged:
            for part in one.replacements:
                surface = "".join(
                    text[start:end] for start, end in document.origin.stretches(part.start, part.end)
                )
                book.record(part.text, one.mention.label.name, surface)

    # check

    def check(self, document: Document) -> list[Finding]:
        """What the rules call a leak in this document."""
        return list(self.findings(document, self.failing(self.analyse(document))))

    def failing(self, analysis: Analysis) -> list[Span]:
        """The spans that fail a check."""
        rules = self.ruleset.model.check
        return [
            span
            for span in analysis.spans
            if span.label not in rules.ignore
            and (span.label in rules.fail_on or self.labels[span.label].kind in rules.fail_on)
        ]

    @staticmethod
    def findings(document: Document, left: Iterable[Span]) -> Iterable[Finding]:
        lines = line_starts(document.source.text)
        for span in spans.order(left):
            start, end = document.origin.extent(span.start, span.end)
            line = bisect_right(lines, start)
            yield Finding(
                document.name, line, start - lines[line - 1] + 1, span.label, span.detector,
                span.score, start, end,
            )  # fmt: skip


def _returned(
    document: Document, again: Document, rewritten: Rewritten, left: Sequence[Span]
) -> Iterable[Span]:
    """What was found in the output, at its place in the original."""
    for span in left:
        start = rewritten.original(again.origin.position(span.start))
        end = rewritten.original(again.origin.position(span.end - 1)) + 1
        yield replace(span, start=document.origin.offset(start), end=document.origin.offset(end))


__all__ = ["Engine", "Options", "Redaction", "Replacement"]
