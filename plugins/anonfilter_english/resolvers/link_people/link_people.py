"""Link mentions of the same person, organisation or place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field as Option

from anonfilter.contract.document import Change, Document, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import LabelName, Strict
from anonfilter_english.knowledge.people.link_evidence import ALL, Evidence


class LinkPeople:
    """A resolver that gives all mentions of one person the same identity.

    Mentions by a part of the name, a nickname or a misspelled name are linked too. Organisations
    and places are linked only if the link is certain. A name that several people have is linked to
    the person that the text indicates, or else to a new person; the change records that the link is
    uncertain.
    """

    class Config(Strict):
        people: tuple[LabelName, ...] = Option(
            default=("PERSON",), min_length=1, description="labels of people's names"
        )
        spelled: tuple[LabelName, ...] = Option(
            default=("SPELLED_NAME",),
            description="labels of names that are spelled letter by letter",
        )
        organizations: tuple[LabelName, ...] = Option(
            default=("ORGANIZATION",), description="labels of organisations"
        )
        places: tuple[LabelName, ...] = Option(
            default=("LOCATION",), description="labels of places"
        )
        open: Literal["apart", "nearest"] = Option(
            default="apart",
            description="what a name is if the text does not decide between several people: a"
            " person of its own, or the nearest person before it",
        )
        without: tuple[Evidence, ...] = Option(
            default=(), description="kinds of evidence to leave out, to measure their effect"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self._config = config
        self._setting = setting
        self._on = ALL - set(config.without)

    def kinds_of_evidence(self) -> Sequence[str]:
        return [kind.value for kind in Evidence if kind in self._on]

    def without(self, kind: str) -> LinkPeople:
        left_out = (*self._config.without, Evidence(kind))
        return LinkPeople(self._config.model_copy(update={"without": left_out}), self._setting)

    def resolve(self, document: Document, spans: Sequence[Span]) -> tuple[list[Span], list[Change]]:
        if not spans:
            return [], []
        # Imported here, so that a document without spans does not load the linker.
        from anonfilter_english.resolvers.link_people.document_linker import DocumentLinker

        return DocumentLinker(self._config, self._on).resolve(document, spans)
