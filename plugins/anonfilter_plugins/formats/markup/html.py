"""HTML: what a page shows, what it says of pictures and of itself, and what it keeps from view."""

from __future__ import annotations

from pydantic import Field as Option

from anonfilter.contract.document import CODE, Document, Source
from anonfilter.contract.plugin import Setting
from anonfilter.contract.settings import Strict
from anonfilter_plugins.formats.markup.reading import LEAVE, MarkupReader
from anonfilter_plugins.formats.markup.tokens import Attribute, Token, html_tokens
from anonfilter_plugins.formats.shared.builder import DocumentBuilder
from anonfilter_plugins.formats.shared.kinds import refuse

SHOWN = (
    "alt title label value content placeholder summary abbr cite datetime download standby prompt"
)
_INLINE_ELEMENTS = (
    "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark nobr q rp rt"
    " ruby s samp small span strike strong sub sup time tt u var wbr"
)
_INLINE = frozenset(_INLINE_ELEMENTS.split())
_INERT_ATTRIBUTES = "xmlns lang dir charset http-equiv media type rel method"
_INERT = frozenset(_INERT_ATTRIBUTES.split())


_FOR_PROGRAMS = ("generator", "viewport", "robots", "progid", "theme-color", "referrer")


class Html:
    """Web pages (.html, .htm, .xhtml): text between tags, and attributes that say something."""

    class Config(Strict):
        attributes: tuple[str, ...] = Option(
            default=tuple(SHOWN.split()),
            description="attributes that hold text; besides, data-…, aria-…, mailto: and tel: do",
        )
        speakers: bool = Option(
            default=False, description="text of several turns is divided as transcripts"
        )
        suffixes: tuple[str, ...] = Option(
            default=(".html", ".htm", ".xhtml", ".shtml"), description="the files that are read so"
        )

    def __init__(self, config: Config, setting: Setting) -> None:
        self.suffixes = tuple(suffix.lower() for suffix in config.suffixes)
        self._words = HtmlWords(config.attributes)
        self._speakers = config.speakers

    def refuse(self, data: bytes, name: str) -> None:
        refuse(data, name, reader=("html", "xml"))

    def read(self, source: Source) -> Document:
        builder = DocumentBuilder(source)
        reader = HtmlReader(builder, source, self._words, speakers=self._speakers)
        reader.take(html_tokens(source))
        return builder.build()


class HtmlReader(MarkupReader):
    """Leaves out what a page says of itself to programs."""

    def _attribute(self, token: Token, one: Attribute) -> None:
        if token.name == "meta" and one.name.lower() == "content":
            told = {each.name.lower(): self._source.text[each.start : each.end].lower()
                    for each in token.attributes}  # fmt: skip
            if told.get("name") in _FOR_PROGRAMS or "http-equiv" in told:
                return
        super()._attribute(token, one)


class HtmlWords:
    """What the elements and attributes of HTML are."""

    xml = False

    def __init__(self, attributes: tuple[str, ...]) -> None:
        self._attributes = frozenset(one.lower() for one in attributes)

    def is_block(self, name: str) -> bool:
        return name not in _INLINE and "-" not in name

    def is_aside(self, name: str) -> bool:
        return False

    def text_of(self, token: Token) -> str | None:
        return "\n" if token.name == "br" else None

    def role(self, name: str) -> str:
        return "text"

    def keeps_blanks(self, name: str) -> bool:
        return name in ("pre", "textarea", "listing")

    def attribute(self, token: Token, attribute: Attribute, value: str) -> str:
        name = attribute.name.lower()
        if name in _INERT or name.startswith("xmlns:"):
            return LEAVE
        shown = name in self._attributes or name.startswith(("data-", "aria-"))
        if shown or value.lstrip().lower().startswith(("mailto:", "tel:", "sms:")):
            return "text"
        return CODE
