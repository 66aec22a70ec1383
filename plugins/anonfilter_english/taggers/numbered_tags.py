"""Replace each mention by one tag, with a number for each distinct name if the template has one."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.contract.book import Book
from anonfilter.contract.document import Label, Mention, Replacement
from anonfilter.contract.numbering import numbered_tag, template_for
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter.contract.tags import Template

BY_PART = "name-parts"


class NumberedTagger:
    """A tagger that gives ``[LABEL_{n}]``, or a tag by the label's own template.

    If the label shares its numbers with names that are tagged part by part, a number belongs to a
    written name and not to a person: a spelled surname has the number of the surname.
    """

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        labels = setting.labels
        self._templates = {name: template_for(label) for name, label in labels.items()}
        self._by_part = {label.sequence for label in labels.values() if label.tag == BY_PART}

    def templates(self, label: Label) -> Iterable[Template]:
        return (self._templates[label.name],)

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        template = self._templates[mention.label.name]
        by_name = template.sequence in self._by_part
        return (numbered_tag(mention, template, book, by_name=by_name),)
