"""Strip titles, roles, family relations and articles from the ends of a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from anonfilter.text.values import hide_values
from anonfilter.text.words import is_common
from anonfilter_english.knowledge.word_lists import alternatives, terms

_FOLLOWING = re.compile(r"\.[ \t]+([A-Z][^\W\d_]+)")
_WORD = re.compile(
    r"[^\W\d_]{1,3}(?:\.[^\W\d_]{1,2})+\.?(?![^\W\d_])|[^\W\d_]+(?:'[^\W\d_]+)*\.?|&"
)
_LAST_WORD = re.compile(r"([^\W\d_]+)[^\S\n]+\Z")
_REACH = 40
_SHORT = 3
_OF = re.compile(r"\s+(?:of|for)\s", re.I)


_DRAWN_OUT = re.compile(r"(.)\1{2,}")


def title_key(word: str) -> str:
    """Return a word in lower case and without points, as the lists have it."""
    return word.replace(".", "").casefold()


@lru_cache(maxsize=65536)
def collapse_letters(word: str) -> str:
    """Return a word with each letter that is drawn out written once: "oh" for "Ohhhh"."""
    return _DRAWN_OUT.sub(r"\1", word)


@cache
def _phrases() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives(terms('titles', 'phrases'))})(?!\w)", re.I)


@cache
def _civil() -> re.Pattern[str]:
    titles = alternatives({*terms("name_contexts", "addressed"), "miss"})
    return re.compile(rf"(?<!\w)(?:{titles})\.?[^\S\n]*\Z", re.I)


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(title_key(term) for term in terms("titles", name))


@hide_values
@dataclass(frozen=True, slots=True)
class Titles:
    """The shipped titles, and the titles that the rules add."""

    extra: frozenset[str] = frozenset()

    def is_title(self, word: str) -> bool:
        """Return True for a title before a name; some short titles are also surnames."""
        return self.is_never_name(word) or word in _listed("short_surnames")

    def is_never_name(self, word: str) -> bool:
        """Return True for a title that is not a surname as well."""
        return word in _listed("titles") or word in _listed("kinship") or word in self.extra

    def are_titles(self, text: str, start: int, end: int) -> bool:
        """Return True if a text has only titles: "Presiding Judge"; return False for "M.P."."""
        words = [title_key(word[0]) for word in _WORD.finditer(text, start, end)]
        return (
            bool(words)
            and len(words[-1]) > _SHORT
            and self.is_title(words[-1])
            and all(self.is_title(word) or word in _listed("modifiers") for word in words)
        )

    def is_office(self, text: str, start: int, end: int) -> bool:
        """Return True if a possible surname is an office: "the Chief", "Chief Justice"."""
        if title_key(text[start:end]) not in _listed("offices"):
            return False
        before = _LAST_WORD.search(text, max(0, start - _REACH), start)
        after = _WORD.match(text, end + 1, end + _REACH) if text[end : end + 1] == " " else None
        return (before is not None and title_key(before[1]) in _listed("articles")) or (
            after is not None and self.is_title(title_key(after[0]))
        )

    def start(self, text: str, start: int, end: int) -> int:
        """Return where a name begins after titles and articles; ``end`` if there is no name."""
        name = at = start
        determined = False
        while True:
            found = _phrases().match(text, at, end) or _WORD.match(text, at, end)
            if found is None:
                following = _WORD.search(text, at, end)
                if following is None:
                    return name
                found = _phrases().match(text, following.start(), end) or following
                if name == at:
                    name = following.start()
                at = following.start()
            word = found[0]
            last = _WORD.search(text, found.end(), end) is None
            if self._is_joined_to_name(text, found, end):
                return name
            verdict = self._verdict_on(text, found, title_key(word), last, name > start, determined)
            if verdict == "stop":
                return name
            if verdict == "cut":
                name = found.end()
                if not last:
                    determined = title_key(word) in _listed("articles")
            at = found.end()
            if last:
                return end if name == at else name

    def _is_joined_to_name(self, text: str, found: re.Match[str], end: int) -> bool:
        """Return True if a hyphen joins a word to a name: "King-Smith", not "Vice-President"."""
        if found.end() >= end or text[found.end()] != "-":
            return False
        following = _WORD.match(text, found.end() + 1, end)
        return following is not None and not self.is_title(title_key(following[0]))

    def _verdict_on(
        self, text: str, found: re.Match[str], word: str, last: bool, begun: bool, determined: bool
    ) -> str:
        """Return "cut" for a title, "stop" where the name begins, "wait" if the next word decides.

        ``last``: the word is the last; ``begun``: a title precedes; ``determined``: an article
        precedes.
        """
        small = found[0].islower()
        if word in _listed("articles") and "." not in found[0]:
            return "cut"
        if self._is_short_surname(text, found, word, last, determined):
            return "stop"
        if _phrases().fullmatch(found[0]) or self.is_title(word):
            return "stop" if not last and _OF.match(text, found.end()) else "cut"
        if word in _listed("surnames"):
            if last:
                addressed = small and self._is_addressed(text, found, word)
                return "cut" if determined or (small and not addressed) else "stop"
            return "wait" if _OF.match(text, found.end()) else "cut"
        if word in _listed("given"):
            return "cut" if begun and not last else "stop"
        if word in _listed("epithets") or collapse_letters(word) in _listed("calls"):
            return "cut"
        if word in _listed("modifiers"):
            return "cut" if small else "wait"
        if begun and word in _listed("connectors"):
            return "wait"
        return "stop"

    def _is_short_surname(
        self, text: str, found: re.Match[str], word: str, last: bool, determined: bool
    ) -> bool:
        """Return True if a short title is a surname: "Ms. Amb", "I saw Sen"."""
        if word not in _listed("abbreviated") or word in terms("name_contexts", "addressed"):
            return False
        surname = word in _listed("short_surnames")
        pointed = not last and found[0].endswith(".")  # the last point may end the sentence
        if _civil().search(text, max(0, found.start() - _REACH), found.start()):
            return (last or surname) and not pointed
        if not (surname and last and found[0][0].isupper()) or determined:
            return False
        after = _FOLLOWING.match(text, found.start() + len(found[0].rstrip(".")))
        return after is None or is_common(after[1])  # "Hon. Bell": a title

    def _is_addressed(self, text: str, found: re.Match[str], word: str) -> bool:
        """Return True for a surname after a title: "judge king", not "mr speaker"."""
        before = _LAST_WORD.search(text, max(0, found.start() - _REACH), found.start())
        title = title_key(before[1]) if before else ""
        return (
            (self.is_title(title) or title in _listed("offices"))
            and word not in _listed("vocatives")
            and f"{title} {word}" not in terms("titles", "phrases")
        )

    def end(self, text: str, start: int, end: int) -> int:
        """Return the end of a name without credentials and roles after it."""
        while True:
            shorter = self._without_credential(text, start, end)
            shorter = self._without_role(text, start, shorter)
            shorter = _without_call(text, start, shorter)
            if shorter == end:
                return end
            end = shorter

    def _without_credential(self, text: str, start: int, end: int) -> int:
        words = list(_WORD.finditer(text, start, end))
        if len(words) < 2:
            return end
        last = words[-1]
        before = text[words[-2].end() : last.start()]
        listed = title_key(last[0]) in _listed("credentials")
        capitals = last[0].isupper() or sum(map(str.isupper, last[0])) > 1  # "BCh"
        marked = capitals or "." in last[0][:-1] or "," in before
        if title_key(last[0]) in ("esq", "phd"):
            marked = True
        if text[start:end].isupper() and "," not in before and "." not in last[0][:-1]:
            marked = title_key(last[0]) in ("esq", "phd", "md", "qc")
        return words[-2].end() if listed and marked else end

    def _without_role(self, text: str, start: int, end: int) -> int:
        """Return the end of a name without a role after a comma, or without a title at its end."""
        comma = text.rfind(",", start, end)
        if comma > start:
            tail = [title_key(match[0]) for match in _WORD.finditer(text, comma, end)]
            if (
                tail
                and all(self._in_role(word) for word in tail)
                and any(self.is_title(word) for word in tail)
            ):
                return comma
        words = list(_WORD.finditer(text, start, end))
        titles = (_listed("titles") - _listed("abbreviated")) | self.extra
        if len(words) > 1 and title_key(words[-1][0]) in titles:  # not "Hun Sen"
            first = len(words) - 1
            while first > 1 and text[words[first - 1].end() : words[first].start()] == "-":
                first -= 1  # "Co-arbitrator"
            return words[first - 1].end()
        return end

    def around(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the parts of a stretch, divided before titles: "Jane Smith", "Officer Bell"."""
        name = self.start(text, start, end)
        words = list(_WORD.finditer(text, name, self.end(text, name, end)))
        for at in range(1, len(words) - 1):
            if self._divides_names(words[at][0]) and not _is_half_of_word(text, words[at]):
                while at > 1 and title_key(words[at - 1][0]) in _listed("modifiers"):
                    at -= 1
                if words[at].start() > start:
                    yield start, words[at].start()
                start = words[at].start()
        yield start, end

    def _divides_names(self, word: str) -> bool:
        """Return True for a title between two names; "Sen" without a point may be a name."""
        return self.is_never_name(title_key(word)) or (
            word.endswith(".") and self.is_title(title_key(word))
        )

    def _in_role(self, word: str) -> bool:
        return self.is_title(word) or any(
            word in _listed(name)
            for name in ("modifiers", "connectors", "articles", "credentials", "surnames")
        )


def _is_half_of_word(text: str, match: re.Match[str]) -> bool:
    """Return True if a hyphen joins a word to another."""
    return "-" in (text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1])


def _without_call(text: str, start: int, end: int) -> int:
    words = list(_WORD.finditer(text, start, end))
    if len(words) > 1 and collapse_letters(title_key(words[-1][0])) in _listed("calls"):
        return words[-2].end() if not words[-1][0].endswith(".") else end
    return end


def article_end(text: str, start: int, end: int) -> int:
    """Return the start of a place's name without an article before it.

    The article of "The Hague" is kept.
    """
    found = _WORD.match(text, start, end)
    if found is None or title_key(found[0]) not in _listed("articles") or found[0].endswith("."):
        return start
    following = _WORD.search(text, found.end(), end)
    if following is None:
        return end if found.end() == end else start
    if not text[found.end()].isspace():
        return start
    if found[0][0].isupper() and title_key(following[0]) in _listed("keep_article"):
        return start
    if found[0].isupper() and len(found[0]) == 1:  # "A Smith" may be an initial, "A team" not
        return following.start() if not following[0][0].isupper() else start
    return following.start()
