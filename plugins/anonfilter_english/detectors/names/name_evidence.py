"""Evidence that a word is a name in its context; `explain` shows the name of each rule."""

from __future__ import annotations

from functools import cache

from anonfilter.text.names import may_be_given
from anonfilter_english.detectors.names.word_senses import (
    KNOWN,
    LARGE_SURNAME,
    WELL_KNOWN,
    Sense,
    cues,
    is_title,
)
from anonfilter_english.detectors.names.words_in_context import Words
from anonfilter_english.knowledge.people.name_contexts import begins_sentence
from anonfilter_english.knowledge.word_lists import terms

_SHORTEST = 3


def evidence(words: Words, at: int, last: int) -> str:
    """Return the rule that makes words[at:last + 1] a person's name, or ""."""
    sense = words[at].sense
    if last == at and len(words[at].key) < _SHORTEST and not words[at].large:
        return ""
    return _led_to(words, at, last, sense) or _followed(words, at, last, sense)


def _led_to(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the preceding words make it a name, or ""."""
    if _titled(words, at, sense):
        return "title"
    if words.behind(at, _introductions()) and _namely(words, at, last, sense):
        return "introduced"
    if words.behind(at, _relations()) and _namely(words, at, last, sense):
        return "relation"
    if _modal(words, at):
        return ""
    if words.behind(at, cues("presented")) and _presented(words, at, last):
        return "presented"
    if words.behind(at, terms("lowercase_names", "greetings")) and (
        sense.also or sense.likely or (sense.unknown and (words[at].large or words.ends(at)))
    ):
        return "greeting"
    if words.behind(at, cues("people_before")) and (sense.likely or _well_known(words, at)):
        return "a person is met"
    return ""


def _titled(words: Words, at: int, sense: Sense) -> bool:
    """Return True if a title precedes; any name may follow "mr", only a likely name "officer"."""
    before = words.before(at)
    if before in terms("name_contexts", "addressed"):
        return True
    if not is_title(before) or before in terms("titles", "kinship"):
        return False
    if words.cased:
        return _bearable(sense)
    if sense.everyday:
        return sense.surname >= LARGE_SURNAME and not _modal(words, at)
    return bool(sense.surname or sense.given)


def _followed(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the following or surrounding words make it a name, or ""."""
    if not (sense.also or sense.likely or (words.cased and _surname(sense))):
        return ""
    if words.before(at) in terms("lowercase_names", "articles"):
        return ""
    if words.after(last) in terms("lowercase_names", "speech"):
        return "says"
    if _modal(words, at):
        return ""
    does = words.after(last) in terms("name_contexts", "verbs")
    if does and words.cased and not (sense.everyday or words.shouted(at)):
        return "does"
    if not _well_known(words, at) and not sense.likely:
        return ""
    return _in_phrase(words, at, last, sense)


def _in_phrase(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the phrase around a likely name makes it one, or ""."""
    if _joined(words, at, last):
        return "with another name"
    if sense.thing or words.shouted(at):
        return ""
    if words.begins(at) and words.ends(last) and words.comma(at) and len(words) > _SHORTEST:
        return "called"
    if words[at].large and last == at and words.exclaimed(at):
        return "called"
    if words.possessive(last) and (words[at].large or sense.given >= WELL_KNOWN):
        return "possessive"
    if words.cased and _capital(words, at):
        return "capital"
    return ""


def _capital(words: Words, at: int) -> bool:
    """Return True if only a name explains the capital."""
    return not (
        words.large_beside(at)
        or begins_sentence(words.text, words[at].start)
        or words.before(at) in terms("name_contexts", "not_after")
    )


def _namely(words: Words, at: int, last: int, sense: Sense) -> bool:
    """Return True if a word after an introduction or a relation may be a name."""
    if words.cased:
        return words[at].large and _bearable(sense)
    if words[at].key in terms("lowercase_names", "modals"):
        after = words.after(last)
        return words.ends(last) or after in terms("lowercase_names", "finite")
    return (
        may_be_given(words[at].key)
        or sense.also
        or (not sense.everyday and bool(sense.given or sense.surname))
    )


def _presented(words: Words, at: int, last: int) -> bool:
    known = _well_known(words, at) or words[at].sense.likely
    return known and (words.ends(last) or words.after(last) in cues("presented_before"))


def _joined(words: Words, at: int, last: int) -> bool:
    """Return True if "and" joins the word to a sure name: "rose and daniel", "daniel and rose"."""
    joining = cues("joining")
    return (
        words.after(last) in joining and last + 2 < len(words) and words[last + 2].sense.sure
    ) or (words.before(at) in joining and at > 1 and words[at - 2].sense.sure)


def _well_known(words: Words, at: int) -> bool:
    """Return True if an everyday word is a given name.

    In lower case it must be a well-known one.
    """
    sense = words[at].sense
    return sense.also and (words[at].large or sense.given >= WELL_KNOWN)


def _bearable(sense: Sense) -> bool:
    """Return True if a word is rare, or an everyday word that is also a frequent name."""
    return not sense.never and (
        not sense.everyday or sense.given >= KNOWN or sense.surname >= KNOWN
    )


def _surname(sense: Sense) -> bool:
    return sense.surname > 1 and not sense.everyday


def _modal(words: Words, at: int) -> bool:
    return words[at].key in terms("lowercase_names", "modals") and not words[at].large


@cache
def _introductions() -> frozenset[str]:
    return terms("lowercase_names", "introductions") | cues("introductions")


@cache
def _relations() -> frozenset[str]:
    return terms("lowercase_names", "kin") | cues("relations")
