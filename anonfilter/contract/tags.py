"""Tags: the templates that they are made from, and the search for them in a text.

Only a tag that the loaded rules can make counts: ``[EXHIBIT_3]`` is text unless a template fits.
A generalised tag, such as ``[AGE: 35-39]``, also states something less exact than the original. Its
template accepts only the values that the rules can write, so that ``[AGE: 37]`` is text.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from anonfilter.contract.document import Field, Tag
from anonfilter.errors import AnonfilterError
from anonfilter.text.values import hide_values

GENERALISED = frozenset(("AGE", "AMOUNT", "DATE", "OCCUPATION", "ORGANIZATION", "PLACE"))
"""The words of generalised tags. Restoring knows no rules, so they are the same in all rules."""
_TEMPLATE = re.compile(
    r"\[(?P<stem>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:(?P<numbered>_\{n\})|(?P<value>: \{value\}))?\]"
)
_DIGITS = 7  # No document counts further. Longer numbers are data that look like a tag.
_CANDIDATE = re.compile(
    r"\[([A-Z][A-Z0-9_]*?)"
    r"(?:_([1-9][0-9]{0,6}|[a-z2-7]{10})|: ([A-Za-z0-9][A-Za-z0-9 .,'+-]{0,58}))?\]"
)
# A number of a whole corpus. It must have two digits, so that [PERSON_washington] is not a tag.
_DERIVED = re.compile(r"(?=(?:[a-z]*[2-7]){2})(?=[2-7]*[a-z])[a-z2-7]{10}")

HIDDEN = "\ufffc"
"""The character that stands for a hidden tag in ``Document.prose``."""
BRACKETS = {0xFF3B: "[", 0xFF3D: "]", 0xFF1A: ":"}
"""Full-width signs of tags in places that allow no others (names of sheets), and their plain
forms."""


@hide_values
@dataclass(frozen=True, slots=True)
class Template:
    """The form of a tag: ``[STEM]``, or ``[STEM_{n}]`` where n counts along ``sequence``.

    The form of a generalised tag is ``[STEM: {value}]``, with one of these ``values``.
    """

    text: str
    sequence: str = ""
    values: Container[str] | None = None

    def __post_init__(self) -> None:
        match = _TEMPLATE.fullmatch(self.text)
        states_value = match is not None and match["value"] is not None
        if not match or states_value != (self.values is not None):
            raise AnonfilterError(
                f"the tag template {self.text!r} does not look like a tag",
                hint="Write [UPPER_CASE] or [UPPER_CASE_{n}].",
            )

    @property
    def stem(self) -> str:
        """The word of the tag, without brackets and number."""
        match = _TEMPLATE.fullmatch(self.text)
        assert match is not None
        return match["stem"]

    @property
    def is_numbered(self) -> bool:
        """True if the tag has a number."""
        return self.text.endswith("_{n}]")

    def mint(self, number: str) -> str:
        """Return the tag with this number, or with this value."""
        return self.text.replace("{n}", number).replace("{value}", number)


def is_derived(number: str) -> bool:
    """Return True for the number of a tag that is the same in a whole corpus."""
    return _DERIVED.fullmatch(number) is not None


class TagGrammar:
    """All tags that a ruleset can make; with ``derived``, also the tags of a whole corpus."""

    def __init__(self, templates: Iterable[Template], *, derived: bool = False) -> None:
        self._derived = derived
        self._plain = set[str]()
        self._numbered: dict[str, str] = {}
        self._values: dict[str, list[Container[str]]] = {}
        for template in templates:
            if template.values is not None:
                self._values.setdefault(template.stem, []).append(template.values)
            elif template.is_numbered:
                self._numbered[template.stem] = template.sequence or template.stem
            else:
                self._plain.add(template.stem)

    @property
    def stems(self) -> frozenset[str]:
        """The words of all tags."""
        return frozenset(self._plain | self._numbered.keys() | self._values.keys())

    def find(self, text: str) -> tuple[Tag, ...]:
        """Return the tags in a text, in order."""
        tags: list[Tag] = []
        for match in _CANDIDATE.finditer(text):
            stem, number, value = match[1], match[2] or "", match[3]
            if value:
                if any(value in values for values in self._values.get(stem, ())):
                    tags.append(Tag(*match.span(), "", ""))
            elif number and stem in self._numbered and self._is_possible(number):
                tags.append(Tag(*match.span(), self._numbered[stem], number))
            elif match[0][1:-1] in self._plain:
                tags.append(Tag(*match.span(), "", ""))
        return tuple(tags)

    def _is_possible(self, number: str) -> bool:
        if number.isdecimal():
            return len(number) <= _DIGITS
        return self._derived and is_derived(number)


def tag_shapes(text: str) -> Iterator[re.Match[str]]:
    """Yield all text in the form of a tag, whether or not the rules can make it."""
    for match in _CANDIDATE.finditer(text.translate(BRACKETS) if "\uff3b" in text else text):
        if match[3] is None or match[1] in GENERALISED:
            yield match


def is_generalised(tag: str) -> bool:
    """Return True for a tag that states something less exact than the original: ``[AGE: 35-39]``.

    Only the form of the tag shows this: a sidecar has no other mark for it.
    """
    match = _CANDIDATE.fullmatch(tag)
    return match is not None and match[3] is not None and match[1] in GENERALISED


def tags_in(text: str) -> tuple[str, ...]:
    """Return the tags of a text that contains nothing but tags; otherwise return none."""
    found = tuple(match[0] for match in tag_shapes(text))
    rest = _CANDIDATE.sub(lambda match: "" if match[0] in found else match[0], text)
    return () if rest.strip(" -") else found


def hide(text: str, tags: Iterable[Tag]) -> str:
    """Return a text of the same length in which a mark and blanks replace each tag."""
    return blanked(text, tags, HIDDEN)


def blanked(text: str, stretches: Iterable[Tag | Field], mark: str = " ") -> str:
    """Return a text of the same length in which the mark and blanks replace each stretch."""
    parts: list[str] = []
    done = 0
    for stretch in stretches:
        parts += text[done : stretch.start], mark, " " * (stretch.end - stretch.start - 1)
        done = stretch.end
    parts.append(text[done:])
    return "".join(parts)
