"""A file as the browser shows it: its text, findings, tags, people, and explanations.

The text is that of the document, as detectors read it: the words of a Word file, not its XML.
"""

from __future__ import annotations

import html
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import click
from anonfilter_english.resolvers.decisions.decisions_file import Place
from anonfilter_english.resolvers.decisions.mention_table import MentionTable
from anonfilter_english.resolvers.link_people.clusters import Cluster

from anonfilter.containers.places import Places
from anonfilter.contract.document import CODE, Document
from anonfilter.reports.explanation import ExplanationWriter, explain
from anonfilter.reports.spans import replaced_surface
from anonfilter.text.lines import line_starts
from anonfilter_review.people.document_people import DocumentPeople, role_of


class Units:
    """A converter of offsets: browsers count in UTF-16 units, and the document in characters."""

    def __init__(self, text: str) -> None:
        self._wide = [at for at, char in enumerate(text) if char > "\uffff"]
        self._doubled = [at + number for number, at in enumerate(self._wide)]

    def of(self, offset: int) -> int:
        """Return the offset in UTF-16 units of an offset in characters."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, unit: int) -> int:
        """Return the offset in characters of an offset in UTF-16 units."""
        return unit - bisect_left(self._doubled, unit)


@dataclass(frozen=True)
class WebPage:
    """A file as the page shows it by the decisions of a review.

    Places are offsets in the decoded file.
    """

    people_found: DocumentPeople

    @property
    def document(self) -> Document:
        return self.people_found.document

    @cached_property
    def _units(self) -> Units:
        return Units(self.document.text)

    def content(self) -> Mapping[str, Any]:
        """Return the text, its stretches of notation, and whether its lines are those of the file.

        Notation is what readers do not see, such as scripts and attributes.
        """
        notation = [
            self._shown(field.start, field.end)
            for field in self.document.fields
            if field.role == CODE or field.encode is html.escape  # the value of an attribute
        ]
        text, source = self.document.text, self.document.source.text
        return {
            "text": text,
            "notation": sorted(notation),
            "lines": len(line_starts(text)) == len(line_starts(source)),
        }

    def at(self, place: Place) -> list[int]:
        """Return start and end on the page of a stretch of the file, in UTF-16 units."""
        return self._shown(*self._stretch(place))

    def _stretch(self, place: Place) -> tuple[int, int]:
        origin = self.document.origin
        return origin.offset(place[0]), origin.offset(place[1] - 1) + 1

    def _shown(self, start: int, end: int) -> list[int]:
        return [self._units.of(start), self._units.of(end)]

    def words_at(self, first: int, last: int) -> tuple[Place, str] | None:
        """Return the place and the text of a selection on the page, extended to whole words.

        Return None if no decision can refer to such a place.
        """
        text = self.document.prose
        start, end = self._units.offset(max(0, first)), self._units.offset(min(last, len(text) * 2))
        while start < end and not text[start].isalnum():
            start += 1
        while start < end and not text[end - 1].isalnum():
            end -= 1
        if start >= end:
            return None
        while start > 0 and text[start - 1].isalnum():
            start -= 1
        while end < len(text) and text[end].isalnum():
            end += 1
        place = self.document.origin.extent(start, end)
        mentions = MentionTable(self.document, (), lambda document, spans: [])
        stretch = mentions.words_at(place)
        return (place, text[slice(*stretch)]) if stretch == (start, end) else None

    @cached_property
    def _tags(self) -> dict[Place, str]:
        document = self.document
        return {
            self.people_found.place(one.mention.span): replaced_surface(document, one)
            for one in self.people_found.done.tagged
        }

    def tag(self, place: Place) -> str:
        """Return the text that the filter writes in this place; "" if that is unknown."""
        return self._tags.get(place, "")

    def why(self, place: Place) -> list[str]:
        """Return the detectors of a span, and the changes that resolvers made to it."""
        start, end = self._stretch(place)
        done = self.people_found.done
        found = list(explain(done.analysis, done.tagged, start, end))
        lines = ExplanationWriter(self.document, self._places, show_values=False).lines("", found)
        return [line for one in lines if (line := click.unstyle(one).strip(" :"))]

    @cached_property
    def _places(self) -> Places:
        return Places(self.document.source.text)

    def people(self) -> list[Mapping[str, Any]]:
        """Return people, organisations and places with their mentions."""
        return [
            {
                "id": cluster.id,
                "role": role_of(cluster),
                "names": list(self._names(cluster)),
                "doubts": [
                    {
                        "at": self.at(self.people_found.place(one.span)),
                        "others": one.others,
                        "why": one.reason,
                    }
                    for one in self.people_found.doubts(cluster)
                ],
            }
            for cluster in self.people_found.clusters
        ]

    def _names(self, cluster: Cluster) -> Iterator[Mapping[str, Any]]:
        for name, spans in self.people_found.variants(cluster).items():
            places: Sequence[Place] = [self.people_found.place(span) for span in spans]
            yield {
                "name": name,
                "mentions": [
                    {"place": f"{place[0]}-{place[1]}", "at": self.at(place)} for place in places
                ],
                "kept": all(map(self.people_found.stays, spans)),
            }
