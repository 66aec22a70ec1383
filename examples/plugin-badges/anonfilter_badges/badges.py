"""Badge numbers: found by their form and check digit, in lists, and tagged by their site."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from anonfilter.contract import (
    Book,
    Change,
    Document,
    Field,
    Label,
    LabelName,
    Mention,
    Needs,
    Replacement,
    Setting,
    Span,
    Strict,
    Template,
)
from pydantic import Field as Option

_NEXT = re.compile(r"(?:, and|,| and| or| to) (\d{4,9})\b")


def is_right(digits: str) -> bool:
    """Whether the last digit is that of the sum of the others."""
    return sum(map(int, digits[:-1])) % 10 == int(digits[-1])


class BadgeDetector:
    """Finds a hash and digits; it is surer of those whose check digit is right."""

    scope = "field"

    class Config(Strict):
        label: LabelName = "BADGE"
        digits: int = Option(default=4, ge=2, le=9, description="the fewest that a badge has")

    def __init__(self, config: Config, setting: Setting) -> None:
        self._name, self._config = setting.name, config
        self._regex = re.compile(rf"#(\d{{{config.digits},9}})\b")

    def needs(self) -> Needs:
        """Pinned: what it finds depends on its code and settings alone, so it can be remembered."""
        return Needs(labels=frozenset({self._config.label}), pinned=True)

    def detect(self, document: Document, fields: Sequence[Field]) -> Iterator[Span]:
        for field in fields:
            for match in self._regex.finditer(document.prose, field.start, field.end):
                score = 1.0 if is_right(match[1]) else 0.7
                yield Span(*match.span(), self._config.label, self._name, score)


class BadgeLists:
    """Adds the numbers of a list that begins with a badge: "#4711, 4722 and 4733"."""

    Config = Strict

    def __init__(self, config: Strict, setting: Setting) -> None:
        self._name = setting.name

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        resolved, changes = list(spans), list[Change]()
        known = {(span.start, span.end) for span in spans}
        for span in spans:
            if document.prose[span.start] != "#":
                continue
            at = span.end
            while (match := _NEXT.match(document.prose, at)) and match.span(1) not in known:
                known.add(match.span(1))
                listed = replace(span, start=match.start(1), end=match.end(1))
                resolved.append(listed)
                changes.append(Change(self._name, "stands in a list of badges", (), (listed,)))
                at = match.end()
        return resolved, changes


class BadgeSites:
    """Tags that tell the site, a badge's first digit: [BADGE_S4_1] and [BADGE_S4_2] are of one."""

    Config = Strict

    def __init__(self, config: Strict, setting: Setting) -> None:
        pass

    def templates(self, label: Label) -> Iterator[Template]:
        for site in range(10):
            yield Template(f"[{label.name}_S{site}_{{n}}]", f"{label.name}_S{site}")

    def replace(self, mention: Mention, book: Book) -> Iterator[Replacement]:
        digits = mention.surface.lstrip("#")  # so that #4722 and 4722 are one badge
        template = list(self.templates(mention.label))[int(digits[0])]
        number = book.number(template.sequence, digits, written=mention.surface)
        yield Replacement(mention.span.start, mention.span.end, template.mint(number))
