"""Globs: the files that the rules call documents, and other settings by path."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from pathlib import Path, PurePath

from anonfilter.errors import RulesError
from anonfilter.files.paths import original
from anonfilter.rules import Ruleset, find
from anonfilter.rules.nodes import load


class PathSet:
    """A set of paths from the top of a repository; the last glob that matches a path decides.

    ``*.txt`` matches a name in any folder, ``data/**/*.csv`` a path from the top, ``drafts/`` all
    files below that folder, ``*.{csv,tsv}`` either suffix. A glob with ``!`` in front excludes its
    matches. Letter case is ignored: ``*.txt`` matches ``NOTES.TXT``.
    """

    def __init__(self, globs: Sequence[str]) -> None:
        """Compile the globs; raise ``ValueError`` for text that is not a glob."""
        rules = [(not glob.startswith("!"), _regex(glob.removeprefix("!"))) for glob in globs]
        self._reversed = rules[::-1]

    def __contains__(self, path: str) -> bool:
        return self.match(path) or False

    def match(self, path: str) -> bool | None:
        """Return True for a path in the set, False if it is excluded, None if no glob matches."""
        for wanted, regex in self._reversed:
            if regex.fullmatch(path):
                return wanted
        return None


class Globs:
    """The rules' ``documents:``, compiled when first needed.

    With ``copies``, a copy of a document is a document too, unless an own glob decides: ``!*.bak``.
    A copy whose original has no suffix (``notes.orig``) is read as text.
    """

    def __init__(self, ruleset: Ruleset, *, copies: bool = True) -> None:
        self._ruleset = ruleset
        self._copies = copies

    @cached_property
    def _paths(self) -> PathSet:
        try:
            return PathSet(patterns(self._ruleset))
        except ValueError as error:
            raise RulesError(f"`documents:` holds {error}") from None

    def __contains__(self, path: str) -> bool:
        matched = self._paths.match(path)
        whole = original(path) if self._copies else path
        if matched is not None or whole == path:
            return matched or False
        return (whole if PurePath(whole).suffix else f"{whole}.txt") in self._paths

    def are_silent_on(self, path: str) -> bool:
        """Return True for a file that is no document, but is not excluded by the user's own globs.

        An exclusion of the shipped default does not count as a decision about the file.
        """
        return path not in self and self._own.match(path) is None

    @cached_property
    def _own(self) -> PathSet:
        """Return the globs of the rules without the globs of the shipped default."""
        globs, inherited = self._ruleset.model.documents, _shipped()
        return PathSet(globs[len(inherited) :] if globs[: len(inherited)] == inherited else globs)


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    anchored = "/" in pattern.rstrip("/")
    body = _translated(pattern.strip("/"))
    below = "/.*" if pattern.endswith("/") else "(?:/.*)?"
    above = "" if anchored else "(?:.*/)?"
    try:
        return re.compile(above + body + below, re.IGNORECASE | re.DOTALL)
    except re.error:
        raise ValueError(f"{pattern!r}, which is no glob") from None


_GLOB = re.compile(
    r"(?P<deep>\*\*/)|(?P<all>\*\*)|(?P<some>\*)|(?P<one>\?)"
    r"|\[(?P<set>!?[^\]/]+)\]|\{(?P<either>[^{}/]+)\}"
)
_MEANING = {"deep": "(?:.*/)?", "all": ".*", "some": "[^/]*", "one": "[^/]"}


def _translated(pattern: str) -> str:
    parts: list[str] = []
    done = 0
    for match in _GLOB.finditer(pattern):
        parts.append(re.escape(pattern[done : match.start()]))
        if match["set"]:
            parts.append(_char_set(match["set"]))
        elif match["either"]:
            parts.append(f"(?:{'|'.join(map(_translated, match['either'].split(',')))})")
        else:
            parts.append(_MEANING[str(match.lastgroup)])
        done = match.end()
    return "".join(parts) + re.escape(pattern[done:])


def _char_set(chars: str) -> str:
    escaped = chars.removeprefix("!").replace("\\", r"\\").replace("[", r"\[")
    return f"[^/{escaped}]" if chars.startswith("!") else f"[{escaped}]"


def patterns(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the globs of a ruleset.

    A ruleset that only has exclusions adds them to the default globs.
    """
    own = ruleset.model.documents
    return own if any(not pattern.startswith("!") for pattern in own) else (*_shipped(), *own)


def _shipped() -> tuple[str, ...]:
    _, text = find.named("default", Path())
    return tuple(load(text, "default").value["documents"].plain())
