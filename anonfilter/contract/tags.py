"""Tags: the templates that mint them, and finding them in a text.

Only what the loaded rules can mint is a tag: without such a template, ``[EXHIBIT_3]`` is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from anonfilter.contract.document import Field, Tag
from anonfilter.errors import AnonfilterError
from anonfilter.text.values import hide_values

_TEMPLATE = re.compile(r"\[(?P<stem>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?P<numbered>_\{n\})?\]")
_DIGITS = 7  # no document counts further; longer numbers are data, written like a tag
_CANDIDATE = re.compile(r"\[([A-Z][A-Z0-9_]*?)(?:_([1-9][0-9]{0,6}|[a-z2-7]{10}))?\]")
# A name that holds for a whole corpus. Digits tell it from a word: [PERSON_washington] is none.
_DERIVED = re.compile(r"(?=(?:[a-z]*[2-7]){2})(?=[2-7]*[a-z])[a-z2-7]{10}")

HIDDEN = "\ufffc"
BRACKETS = {0xFF3B: "[", 0xFF3D: "]"}
"""Those of tags where a file may hold no others, as names of sheets, and what they are read as."""


@hide_values
@dataclass(frozen=True, slots=True)
class Template:
    """``[STEM]`` or ``[STEM_{n}]``, where n counts along ``sequence``."""

    text: str
    sequence: str = ""

    def __post_init__(self) -> None:
        if not _TEMPLATE.fullmatch(self.text):
            raise AnonfilterError(
                f"the tag template {self.text!r} does not look like a tag",
                hint="Write [UPPER_CASE] or [UPPER_CASE_{n}].",
            )

    @property
    def stem(self) -> str:
        match = _TEMPLATE.fullmatch(self.text)
        assert match is not None
        return match["stem"]

    @property
    def numbered(self) -> bool:
        return self.text.endswith("_{n}]")

    def mint(self, number: str) -> str:
        return self.text.replace("{n}", number)


def is_derived(number: str) -> bool:
    """Whether this is the number of a tag that is the same in a whole corpus."""
    return _DERIVED.fullmatch(number) is not None


class TagGrammar:
    """All tags that a ruleset can mint; ``derived``: those of a whole corpus, too."""

    def __init__(self, templates: Iterable[Template], *, derived: bool = False) -> None:
        self._derived = derived
        self._plain = set[str]()
        self._numbered: dict[str, str] = {}
        for template in templates:
            if template.numbered:
                self._numbered[template.stem] = template.sequence or template.stem
            else:
                self._plain.add(template.stem)

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(self._plain | self._numbered.keys())

    def find(self, text: str) -> tuple[Tag, ...]:
        tags: list[Tag] = []
        for match in _CANDIDATE.finditer(text):
            stem, number = match[1], match[2] or ""
            if number and stem in self._numbered and self._mints(number):
                tags.append(Tag(*match.span(), self._numbered[stem], number))
            elif match[0][1:-1] in self._plain:
                tags.append(Tag(*match.span(), "", ""))
        return tuple(tags)

    def _mints(self, number: str) -> bool:
        if number.isdecimal():
            return len(number) <= _DIGITS
        return self._derived and is_derived(number)


def tag_shapes(text: str) -> Iterator[re.Match[str]]:
    """What looks like a tag, whether or not any rules can mint it."""
    return _CANDIDATE.finditer(text.translate(BRACKETS) if "\uff3b" in text else text)


def tags_in(text: str) -> tuple[str, ...]:
    """The tags of a text that holds nothing but tags; else none."""
    found = tuple(match[0] for match in _CANDIDATE.finditer(text))
    return () if _CANDIDATE.sub("", text).strip(" -") else found


def hide(text: str, tags: Iterable[Tag]) -> str:
    """The text with each tag blanked out, of the same length."""
    return blanked(text, tags, HIDDEN)


def blanked(text: str, stretches: Iterable[Tag | Field], mark: str = " ") -> str:
    """The text with blanks for each stretch, of which the first is the mark."""
    parts: list[str] = []
    done = 0
    for one in stretches:
        parts += text[done : one.start], mark, " " * (one.end - one.start - 1)
        done = one.end
    parts.append(text[done:])
    return "".join(parts)
