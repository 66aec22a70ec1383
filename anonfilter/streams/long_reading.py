"""Read a long file by the rules of an engine: its parts, their sizes, its language."""

from __future__ import annotations

from collections.abc import Iterable

from anonfilter.engine.pipeline import Engine
from anonfilter.engine.toolbox import needs_of
from anonfilter.errors import Incomplete
from anonfilter.files.source_tree import DISK
from anonfilter.limits import MEGABYTE
from anonfilter.streams.long_text import LongText, Sizes
from anonfilter.text.language import foreign_language


def long_text(engine: Engine, name: str, chunks: Iterable[bytes]) -> LongText:
    """Return a long file as the rules read it.

    Refuse a file if another file beside it refers to places in it.
    """
    suffixes = {suffix for _, made in engine.parts() for suffix in needs_of(made).beside}
    for suffix in sorted(suffixes):
        if DISK.read(name + suffix) is not None:
            raise Incomplete(
                f"is read in parts, and {suffix} beside it names places in the whole file",
                where=name,
                hint="Divide the file, or allow more in the rules: `limits: {whole_megabytes: …}`.",
            )
    return LongText(name, chunks, engine.tools, sizes(engine))


def require_language(engine: Engine, prose: str, name: str) -> None:
    """Refuse a text that is plainly in another language than the language of the rules."""
    language = engine.ruleset.model.language
    foreign = "" if engine.options.assume_language else foreign_language(prose, language)
    if foreign:
        raise Incomplete(
            f"looks like {foreign}, and the rules are for {language!r}",
            where=name,
            hint="Use rules for that language, or --assume-language if it is not so.",
        )


def sizes(engine: Engine) -> Sizes:
    """Return the sizes of parts, which are never larger than a file that may be read as a whole."""
    most = int(engine.ruleset.model.limits.whole_megabytes * MEGABYTE)
    usual = Sizes()
    part = min(usual.part, most)
    return Sizes(part, min(usual.around, part // 4), most)
