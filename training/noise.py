"""Change annotated text to other ways of writing: without capitals, misheard, with hesitations."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

from anonfilter_english.knowledge.people.name_parts import name_tokens
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.simulated_recogniser import Rates, misheard, recognised

from training.example import Example, Mark, joined
from training.names import coined, foreign_words, table

_WORD = re.compile(r"\w+(?:['\u2019]\w+)*")
_PUNCTUATION = re.compile(r"""(?<!\d)[.,](?!\d)|[?!;:"“”—]|--+|\.\.\.|(?<=\w)-(?=\s)""")
_LONG_WORD = re.compile(r"(?<![\w'-])[^\W\d_]{4,}(?![\w'-])")
_SENTENCE = re.compile(r"(?<=[.?!]) +(?=\w)|\n(?:[^:\n]{1,40}: )?(?=\w)")
_FILLERS = ("uh", "um", "uh,", "um,", "you know,", "I mean,", "like,", "er,", "well,")

_RECOGNISED = Rates()


def stumbling(example: Example, chance: random.Random, rate: float) -> Example:
    """Return the text with hesitations, repeated words and broken-off words: "Jo- Joanna"."""
    return joined(_stumbles(example, chance, rate), example.source)


def _stumbles(example: Example, chance: random.Random, rate: float) -> Iterator[tuple[str, str]]:
    for text, label in example.stretches():
        done = 0
        for word in _WORD.finditer(text):
            if chance.random() >= rate:
                continue
            yield text[done : word.start()], label if text[done : word.start()].strip() else ""
            done = word.start()
            draw = chance.random()
            if draw < 0.4 and not label:
                yield f"{chance.choice(_FILLERS)} ", ""
            elif draw < 0.7 or len(word[0]) < 4:
                yield word[0], label
                yield chance.choice((", ", " ", " -- ")), ""
            else:
                yield word[0][: chance.randrange(2, len(word[0]))], label
                yield chance.choice(("-, ", "- ", "-- ", "... ")), ""
        yield text[done:], label


def with_odd_words(example: Example, chance: random.Random, rate: float) -> Example:
    """Replace some ordinary words by rare words: foreign, misspelt, lengthened or invented words.

    Without such words, a model learns that every rare word is a name.
    """

    def odd(match: re.Match[str]) -> str:
        word = match[0]
        if chance.random() >= rate or not word.isalpha():
            return word
        made = _odd_word(word.lower(), chance)
        capital = word[0].isupper() or chance.random() < 0.12
        return made.capitalize() if capital else made

    def changed(stretches: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        for text, label in stretches:
            yield text if label else _LONG_WORD.sub(odd, text), label

    return joined(_exclaimed(changed(example.stretches()), chance, rate), example.source)


def _odd_word(word: str, chance: random.Random) -> str:
    draw = chance.random()
    if draw < 0.45:
        return chance.choice(foreign_words())
    if draw < 0.70:
        return misheard(misheard(word, chance).replace(" ", ""), chance)
    if draw < 0.80:
        at = chance.randrange(len(word))
        return word[:at] + word[at] * chance.randrange(2, 6) + word[at:]
    if draw < 0.90:
        at = chance.randrange(1, len(word))
        return word[:at] + word[at + 1 :]
    return coined(chance)


def _exclaimed(
    stretches: Iterator[tuple[str, str]], chance: random.Random, rate: float
) -> Iterator[tuple[str, str]]:
    """Yield the stretches with exclamations such as "Ahhh" at the beginning of some sentences."""
    for text, label in stretches:
        done = 0
        for match in () if label else _SENTENCE.finditer(text):
            if chance.random() < rate:
                cry = chance.choice(table("cries"))
                at = chance.randrange(len(cry))
                drawn = cry[:at] + cry[at] * chance.randrange(1, 6) + cry[at + 1 :]
                yield text[done : match.end()], ""
                yield drawn.capitalize() + chance.choice((", ", "! ", ". ", " ")), ""
                done = match.end()
        yield text[done:], label


def without_capitals(example: Example) -> Example:
    return example.map(_same_length(str.lower))


def all_capitals(example: Example) -> Example:
    return example.map(_same_length(str.upper))


def titled(example: Example) -> Example:
    return example.map(_same_length(lambda text: re.sub(r"\w+", _capitalised, text)))


def _capitalised(match: re.Match[str]) -> str:
    return match[0][0].upper() + match[0][1:]


def names_small(example: Example) -> Example:
    """Return the text with capitals only at the beginning of sentences."""
    lower = without_capitals(example).text
    starts = {match.end() for match in re.finditer(r"(?:\A|[.?!]\s+|\n)(?=\w)", lower)}
    text = "".join(char.upper() if at in starts else char for at, char in enumerate(lower))
    return Example(text, example.marks, example.source) if len(text) == len(lower) else example


def _same_length(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return a change that leaves a text as it is if its length would change, as for "ß"."""

    def changed(text: str) -> str:
        new = change(text)
        return new if len(new) == len(text) else text

    return changed


def without_punctuation(example: Example) -> Example:
    return example.map(lambda text: re.sub(r"[ \t]{2,}", " ", _PUNCTUATION.sub("", text)))


def one_line(example: Example) -> Example:
    return example.map(lambda text: text.replace("\n", " "))


def heard(example: Example, chance: random.Random) -> Example:
    """Return the text as changed by `anonfilter eval --asr`, with a random rate of errors."""
    worse = chance.choice((0.0, 0.5, 1.0, 2.0))
    rates = Rates(*(worse * getattr(_RECOGNISED, name) for name in Rates.__slots__))
    mentions = tuple(
        GoldMention(
            mark.start, mark.end, mark.label, tokens=name_tokens(example.text, mark.start, mark.end)
        )
        for mark in example.marks
    )
    gold = GoldDocument("", example.text, mentions, "", "", 0)
    new = recognised(gold, chance.randrange(2**32), rates)
    marks = tuple(Mark(one.start, one.end, one.label) for one in new.mentions)
    return Example(new.text, marks, example.source)


def scanned(example: Example, chance: random.Random) -> Example:
    """Return the text with errors of a scanner.

    Letters are confused, words divided or joined, and lines broken with or without a hyphen. The
    text is unchanged if a name would be lost.
    """
    rate = chance.choice((0.005, 0.015, 0.04))

    def read(text: str) -> str:
        kept = "".join(_misread(char, chance) if chance.random() < rate else char for char in text)
        return "".join(
            chance.choice(_SPACES) if char == " " and chance.random() < 2 * rate else char
            for char in kept
        )

    return _nonempty(example, example.map(read))


_SPACES = ("", "  ", "\n", " .", "- ")


def _misread(char: str, chance: random.Random) -> str:
    draw = chance.random()
    if draw < 0.6:
        return str(chance.choice(table("misread").get(char, char)))
    if not char.isalpha() or draw < 0.7:
        return char
    return f"{char}{chance.choice((' ', chr(173), '-' + chr(10)))}" if draw < 0.9 else ""


def _nonempty(before: Example, after: Example) -> Example:
    """Return the changed text, or the text before the change if a name was lost."""
    return after if len(after.marks) == len(before.marks) else before


def written(example: Example, chance: random.Random) -> Example:
    """Return the text changed at random in some of these ways, or unchanged."""
    if chance.random() < 0.3:
        example = with_odd_words(example, chance, chance.choice((0.01, 0.03, 0.08)))
    if chance.random() < 0.25:
        example = stumbling(example, chance, chance.choice((0.01, 0.03, 0.06)))
    if chance.random() < 0.07:
        example = scanned(example, chance)
    draw = chance.random()
    if draw < 0.46:
        return example
    if draw < 0.49:
        return without_punctuation(example)
    if draw < 0.52:
        return names_small(example)
    if draw < 0.56:
        return all_capitals(example)
    if draw < 0.58:
        return titled(example)
    if draw < 0.70:
        return without_capitals(example)
    if draw < 0.84:
        bare = without_punctuation(without_capitals(example))
        return one_line(bare) if chance.random() < 0.4 else bare
    small = heard(example, chance)
    return one_line(small) if chance.random() < 0.4 else small
