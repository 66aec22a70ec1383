"""Compile a pattern of the rules, and find its matches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import regex

from anonfilter.contract.tags import HIDDEN
from anonfilter.errors import RulesError, nearest
from anonfilter.text.values import hide_values
from anonfilter_english.detectors.patterns.pattern_packs import PatternRules
from anonfilter_english.detectors.patterns.regex_cache import Compile
from anonfilter_english.detectors.patterns.validators import VALIDATORS, Validator

_TOUCHING = 80  # characters before or after a match that `not_after` and `not_before` see
REACH = 500  # characters around a match of `if_found` that are searched
_PIECE = regex.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True, slots=True)
class Hit:
    """A value that a pattern found, and its score."""

    start: int
    end: int
    score: float


@hide_values
@dataclass(frozen=True, slots=True)
class Origin:
    """The name of a pattern, and its index in the settings."""

    name: str
    at: int

    def wrong(self, message: str, *keys: str | int, hint: str = "") -> RulesError:
        """Return an error about the setting of the pattern under these keys."""
        at = ("patterns", self.at, *keys)
        return RulesError(f"pattern {self.name}: {message}", hint=hint, at=at)


@hide_values
@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled pattern: regex, required context, excluded neighbours, validator."""

    origin: Origin
    rules: PatternRules
    regex: Any
    group: int | str
    if_found: Any
    context: Any
    not_after: Any
    not_before: Any
    validator: Validator | None

    @property
    def name(self) -> str:
        return self.origin.name

    def find(self, text: str, timeout: float, start: int, end: int) -> Iterator[Hit]:
        """Yield the valid matches in text[start:end]; raise ``TimeoutError`` when out of time."""
        used_until = 0
        for match in self._matches(text, timeout, start, end):
            start, end = match.span(self.group)
            if start >= end or not self._stands_alone(text, match, timeout):
                continue
            if self.validator is not None and not self.validator(text[start:end]):
                continue
            score = self.rules.score
            if self.context is not None:
                near = self._near(text, (start, end), timeout, used_until)
                if not near:
                    if self.rules.score_without_context is None:
                        continue
                    score = self.rules.score_without_context
                elif self.rules.next_only:
                    used_until = end
            yield Hit(start, end, score)

    def _matches(self, text: str, timeout: float, start: int, end: int) -> Iterator[Any]:
        """Yield the matches of the regex; a match may extend beyond ``end``."""
        for match in self.regex.finditer(text, start, end, timeout=timeout):
            if match.end() == end < len(text):  # cut off
                match = self.regex.match(text, match.start(), timeout=timeout)
            if match is not None:
                yield match

    def _stands_alone(self, text: str, match: Any, timeout: float) -> bool:
        start, end = match.span()
        if self.not_after is not None and self.not_after.search(
            text, max(0, start - _TOUCHING), start, timeout=timeout
        ):
            return False
        return self.not_before is None or not self.not_before.match(
            text, end, end + _TOUCHING, timeout=timeout
        )

    def _near(self, text: str, value: tuple[int, int], timeout: float, used_until: int) -> bool:
        """Return True if a context word is near.

        With ``next_only``, a context word does not count before ``used_until`` or before a tag in
        the text.
        """
        start, end = value
        side, window = self.rules.context_side, self.rules.window
        if side != "after":
            first = max(start - window, used_until, 0)
            if self.rules.next_only:
                first = max(first, text.rfind(HIDDEN, first, start) + 1)
            if self.context.search(text, first, start, timeout=timeout):
                return True
        return side != "before" and bool(
            self.context.search(text, end, end + window, timeout=timeout)
        )


def places(hint: Any, text: str, timeout: float) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text near matches of ``if_found``; without it, the whole text."""
    if hint is None or len(text) <= REACH:
        if hint is None or hint.search(text, timeout=timeout):
            yield 0, len(text)
        return
    start = end = at = 0
    while found := hint.search(text, at, timeout=timeout):
        if found.start() - REACH > end:
            if end:
                yield start, end
            start = found.start() - REACH
        end = min(len(text), found.end() + REACH)
        at = found.end() + REACH // 2  # matches skipped here lie within the stretch
    if end:
        yield start, end


def compile_pattern(
    rules: PatternRules, origin: Origin, pieces: Mapping[str, str], compiling: Compile
) -> Pattern:
    """Compile a pattern; raise an error that names the pattern if that fails."""
    make = partial(_regex, compiling, origin, pieces)
    context = "|".join(_literal(words) for words in rules.context if words.strip())
    compiled = make("regex", rules.regex, rules.ignore_case)
    return Pattern(
        origin=origin,
        rules=rules,
        regex=compiled,
        group=_group(compiled, rules.group, origin),
        if_found=make("if_found", rules.if_found) if rules.if_found else None,
        context=make("context", f"(?i:{context})") if context else None,
        not_after=_touching(rules.not_after, "not_after", make),
        not_before=_touching(rules.not_before, "not_before", make),
        validator=_validator(rules.validator, origin),
    )


def _regex(
    compiling: Compile,
    origin: Origin,
    pieces: Mapping[str, str],
    key: str,
    written: str,
    ignore_case: bool = False,
) -> Any:
    text = _expanded(written, origin, key, pieces)
    try:
        return compiling(text, int(regex.IGNORECASE) if ignore_case else 0)
    except (regex.error, ValueError, OverflowError, RecursionError) as error:
        raise origin.wrong(f"{key} is not a valid regex: {error}", key) from None


def _expanded(
    written: str, origin: Origin, key: str, pieces: Mapping[str, str], depth: int = 0
) -> str:
    """Return a regex with each ``{{piece}}`` replaced."""

    def piece(match: Any) -> str:
        known = match[1]
        if known not in pieces:
            close = nearest(known, list(pieces))
            suggestion = f"; did you mean {close!r}?" if close else ""
            raise origin.wrong(f"no piece of regex is defined as {known!r}{suggestion}", key)
        if depth > 20:
            raise origin.wrong(f"the piece of regex {known!r} includes itself", key)
        return f"(?:{_expanded(pieces[known], origin, key, pieces, depth + 1)})"

    expanded: str = _PIECE.sub(piece, written)
    return expanded


def _group(compiled: Any, wanted: int | str | None, origin: Origin) -> int | str:
    """Return the group whose match is the value."""
    if wanted is None:
        return "value" if "value" in compiled.groupindex else 0
    known = wanted in compiled.groupindex or wanted in range(compiled.groups + 1)
    if not known:
        raise origin.wrong(f"its regex has no group {wanted!r}", "group")
    return wanted


def _literal(words: str) -> str:
    """Return a regex for whole words with any blanks between them."""
    inner = r"\s+".join(regex.escape(word) for word in words.split())
    before = r"(?<!\w)" if words.strip()[:1].isalnum() else ""
    after = r"(?!\w)" if words.strip()[-1:].isalnum() else ""
    return f"{before}{inner}{after}"


def _touching(written: Iterable[str], key: str, make: Callable[[str, str], Any]) -> Any:
    """Return the compiled regex of text that must not touch a match, across any blanks; or None."""
    choices = "|".join(
        f"(?:{text[1:-1]})"
        if len(text) > 2 and text[0] == text[-1] == "/"
        else f"(?i:{_literal(text)})"
        for text in written
        if text.strip()
    )
    if not choices:
        return None
    whole = rf"(?:{choices})\s*\Z" if key == "not_after" else rf"\s*(?:{choices})"
    return make(key, whole)


def _validator(wanted: str, origin: Origin) -> Validator | None:
    if not wanted:
        return None
    if wanted not in VALIDATORS:
        close = nearest(wanted, list(VALIDATORS))
        raise origin.wrong(
            f"there is no validator {wanted!r}" + (f"; did you mean {close!r}?" if close else ""),
            "validator",
            hint=f"Validators: {', '.join(VALIDATORS)}.",
        )
    return VALIDATORS[wanted]
