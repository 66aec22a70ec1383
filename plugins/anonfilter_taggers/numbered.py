"""One tag a mention; with ``{n}`` in the template, one number a distinct thing."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.hookspecs import Setting
from anonfilter.model import Label, Mention, Replacement
from anonfilter.pseudonyms.book import Book
from anonfilter.pseudonyms.numbering import numbered_tag, template_for
from anonfilter.rules.schema import Strict
from anonfilter.tags import Template


class NumberedTagger:
    """``[LABEL_{n}]``, or the label's own template."""

    class Config(Strict):
        pass

    def __init__(self, config: Config, setting: Setting) -> None:
        self._templates = {name: template_for(label) for name, label in setting.labels.items()}

    def templates(self, label: Label) -> Iterable[Template]:
        return (self._templates[label.name],)

    def replace(self, mention: Mention, book: Book) -> Iterable[Replacement]:
        return (numbered_tag(mention, self._templates[mention.label.name], book),)
