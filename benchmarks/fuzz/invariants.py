"""Check the promises that must hold for any document, with a function for each promise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from anonfilter.containers.decoding import decode, has_same_content
from anonfilter.contract.document import Redaction, Survives
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.keys.sealing import digest_of
from anonfilter.sidecars import mapping
from anonfilter.sidecars.codec import open_map, plain_map
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from anonfilter.sidecars.sidecar_parser import parse
from anonfilter.text.words import is_common

_DOCUMENT = "document" + 18 * "a"
_WORD = re.compile(r"\w+")
_LEAST = 6  # letters and digits of an original that can be distinguished from ordinary words


@dataclass(frozen=True, slots=True)
class Outcome:
    """A file, the exit code of the filter for it, and the result, if the file could be read."""

    name: str
    data: bytes
    exit: Exit
    done: Redaction | None = None
    crash: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """A file, its filtered result, and an engine that has read neither of them."""

    name: str
    data: bytes
    done: Redaction
    fresh: Engine


def is_clean(case: Case) -> bool:
    """Return True if a check of the output with the same rules finds nothing."""
    return not case.fresh.check(case.fresh.read_document(case.done.output, case.name))


def is_settled(case: Case) -> bool:
    """Return True if filtering the output again changes nothing."""
    again = case.fresh.redact(case.fresh.read_document(case.done.output, case.name))
    return again.output == case.done.output


def comes_back(case: Case) -> bool:
    """Return True if the sidecar restores the original: equal bytes, or equal members."""
    digest, source = digest_of(case.done.output, _DOCUMENT), case.done.analysis.document.source
    entries = mapping.entries_of(source, case.done.rewritten, case.done.tagged, None)
    known = Map(_DOCUMENT, case.name, digest, entries)
    written = render(Sidecar(Kind.PLAIN, "", _DOCUMENT, plain_map(known)))
    opened = open_map(parse(written, "sidecar"), "", None, case.done.output, case.name).map
    return is_same(
        mapping.restore_original(case.done.output, case.name, opened), case.data, case.name
    )


def is_same(one: bytes, other: bytes, name: str) -> bool:
    """Return True for equal bytes, or for containers with equal members."""
    return one == other or has_same_content(decode(one, name), decode(other, name))


def nothing_is_left(case: Case) -> bool:
    """Return True if no original is left in the output, except common words such as "Hunter".

    Only labels count whose originals must not remain anywhere in the text.
    """
    prose = case.fresh.read_document(case.done.output, case.name).prose
    text = case.done.analysis.document.text
    excluded = {
        text[span.start : span.end]
        for change in case.done.analysis.changes
        if change.excluded
        for span in change.before
    }
    for item in case.done.tagged:
        surface = item.mention.surface
        distinctive = sum(map(str.isalnum, surface)) >= _LEAST and surface not in excluded
        distinctive = distinctive and not all(map(is_common, _WORD.findall(surface)))
        gone = item.mention.label.survives is Survives.FAIL
        if distinctive and gone and re.search(rf"(?<!\w){re.escape(surface)}(?!\w)", prose):
            return False
    return True


INVARIANTS: tuple[Callable[[Case], bool], ...] = (is_clean, is_settled, comes_back, nothing_is_left)


def outcome(engine: Engine, name: str, data: bytes) -> Outcome:
    try:
        done = engine.redact(engine.read_document(data, name))
    except AnonfilterError as error:
        return Outcome(name, data, error.exit_code)
    except Exception as error:
        return Outcome(name, data, Exit.INCOMPLETE, crash=type(error).__name__)
    return Outcome(name, data, Exit.FOUND if done.findings else Exit.OK, done)


def broken(one: Outcome, fresh: Engine) -> Iterator[str]:
    """Yield the names of the broken promises; a file that could not be filtered breaks none.

    An unexpected exception is a broken promise.
    """
    if one.crash:
        yield f"no traceback: {one.crash}"
    if one.done is None or one.exit is not Exit.OK:
        return
    case = Case(one.name, one.data, one.done, fresh)
    for holds in INVARIANTS:
        try:
            if not holds(case):
                yield holds.__name__
        except Exception as error:
            yield f"{holds.__name__}: {type(error).__name__}"
