"""The evidence that a word is a person's name; `explain` shows the name of each rule."""

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
    """Return the rule that shows that words[at:last + 1] is a person's name; "" if none does."""
    sense = words[at].sense
    if last == at and len(words[at].key) < _SHORTEST and not words[at].is_capitalised:
        return ""
    return _rule_by_words_before(words, at, last, sense) or _rule_by_words_after(
        words, at, last, sense
    )


def _rule_by_words_before(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the words before show a person's name, such as "title"; else ""."""
    if _follows_title(words, at, sense):
        return "title"
    if words.follows_any(at, _introductions()) and _may_follow_introduction(words, at, last, sense):
        return "introduced"
    if words.follows_any(at, _relations()) and _may_follow_introduction(words, at, last, sense):
        return "relation"
    if _is_modal_verb(words, at):
        return ""
    known = sense.is_rare_name or _is_also_given_name(words, at)
    presented = known and words.follows_any(at, cues("presented"))
    if presented and (words.ends_phrase(last) or words.after(last) in cues("presented_before")):
        return "presented"
    if words.follows_any(at, terms("lowercase_names", "greetings")) and (
        sense.is_name_and_word
        or sense.is_rare_name
        or (sense.is_unknown and (words[at].is_capitalised or words.ends_phrase(at)))
    ):
        return "greeting"
    if known and words.follows_any(at, cues("people_before")):
        return "a person is met"
    return ""


def _follows_title(words: Words, at: int, sense: Sense) -> bool:
    """Return True if a title precedes: any name may follow "mr", only a likely name "officer"."""
    before = words.before(at)
    if before in terms("name_contexts", "addressed"):
        return True
    if not is_title(before) or before in terms("titles", "kinship"):
        return False
    if words.has_capitals:
        return _is_rare_or_frequent_name(sense)
    if sense.is_everyday:
        return sense.surname >= LARGE_SURNAME and not _is_modal_verb(words, at)
    return bool(sense.surname or sense.given)


def _rule_by_words_after(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the words after or around a word show a person's name, else ""."""
    is_surname = words.has_capitals and sense.surname > 1 and not sense.is_everyday
    if not (sense.is_name_and_word or sense.is_rare_name or is_surname):
        return ""
    if words.before(at) in terms("lowercase_names", "articles"):
        return ""
    if words.after(last) in terms("lowercase_names", "speech"):
        return "says"
    if _is_modal_verb(words, at):
        return ""
    does = words.after(last) in terms("name_contexts", "verbs")
    if does and words.has_capitals and not (sense.is_everyday or words.is_in_capitals(at)):
        return "does"
    if not _is_also_given_name(words, at) and not sense.is_rare_name:
        return ""
    return _rule_by_phrase(words, at, last, sense)


def _rule_by_phrase(words: Words, at: int, last: int, sense: Sense) -> str:
    """Return the rule by which the phrase around a likely name shows that it is one, else ""."""
    if _is_joined_to_name(words, at, last):
        return "with another name"
    if sense.is_thing or words.is_in_capitals(at):
        return ""
    if (
        words.begins_phrase(at)
        and words.ends_phrase(last)
        and words.has_comma(at)
        and len(words) > _SHORTEST
    ):
        return "called"
    if words[at].is_capitalised and last == at and words.is_exclaimed(at):
        return "called"
    if words.is_possessive(last) and (words[at].is_capitalised or sense.given >= WELL_KNOWN):
        return "possessive"
    is_capital_explained = (
        words.has_capital_beside(at)
        or begins_sentence(words.text, words[at].start)
        or words.before(at) in terms("name_contexts", "not_after")
    )
    return "capital" if words.has_capitals and not is_capital_explained else ""


def _may_follow_introduction(words: Words, at: int, last: int, sense: Sense) -> bool:
    """Return True if a word after an introduction or a relation may be a name."""
    if words.has_capitals:
        return words[at].is_capitalised and _is_rare_or_frequent_name(sense)
    if words[at].key in terms("lowercase_names", "modals"):
        after = words.after(last)
        return words.ends_phrase(last) or after in terms("lowercase_names", "finite")
    return (
        may_be_given(words[at].key)
        or sense.is_name_and_word
        or (not sense.is_everyday and bool(sense.given or sense.surname))
    )


def _is_joined_to_name(words: Words, at: int, last: int) -> bool:
    """Return True if "and" joins the word to a certain name: "rose and daniel"."""
    joining = cues("joining")
    return (
        words.after(last) in joining and last + 2 < len(words) and words[last + 2].sense.is_name
    ) or (words.before(at) in joining and at > 1 and words[at - 2].sense.is_name)


def _is_also_given_name(words: Words, at: int) -> bool:
    """Return True for a word that is a frequent given name; in lower case, a very frequent one."""
    sense = words[at].sense
    return sense.is_name_and_word and (words[at].is_capitalised or sense.given >= WELL_KNOWN)


def _is_rare_or_frequent_name(sense: Sense) -> bool:
    """Return True for a rare word, and for an everyday word that is also a frequent name."""
    return not sense.is_never_name and (
        not sense.is_everyday or sense.given >= KNOWN or sense.surname >= KNOWN
    )


def _is_modal_verb(words: Words, at: int) -> bool:
    """Return True for a modal verb in lower case that is also a name: "will"."""
    return words[at].key in terms("lowercase_names", "modals") and not words[at].is_capitalised


@cache
def _introductions() -> frozenset[str]:
    return terms("lowercase_names", "introductions") | cues("introductions")


@cache
def _relations() -> frozenset[str]:
    return terms("lowercase_names", "kin") | cues("relations")
