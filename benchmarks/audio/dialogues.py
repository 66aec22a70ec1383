"""Generate dialogues of invented people with known identifiers, the same in each run."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks import invented

_QUESTIONS = (
    "Right. So tell me, who was there with you on {date}?",
    "And what did you do after that?",
    "Could you say that again, please? The line is bad.",
    "Thank you. And where does {first} live now?",
    "I see. Was that before or after you left {place}?",
    "Is there a number under which we can call you?",
    "How long did you stay with your brother?",
    "Did anybody from {body} ever write to you?",
)
_ANSWERS = (
    "Well, {first} told me on {date} that nobody at {body} had ever asked for it.",
    "I don't think so. We were in {place}, and it was raining the whole week.",
    "You know, I was very young then, and my brother {person} had just moved to {place}.",
    "No, what I said was that Mister {last} came to the house on {date}.",
    "My number was {phone}, but it has been cut off for months.",
    "It was not about the money, it was about being listened to.",
    "We went to {place}, where Doctor {last} has her practice.",
    "My name is {person}, and I was born on {birth} in {place}.",
    "They sent the papers to {person} at {body}, and nothing came back.",
    "Honestly, it felt as if the whole building had been empty for a long time.",
    "She said, ask for {first} when you call {phone}.",
    "I went back to the shop, sat down, and thought about what {first} had told me.",
)
_MONTHS = ("January", "March", "April", "May", "June", "August", "October", "November")
_DAYS = ("first", "second", "third", "fourth", "ninth", "twelfth", "twentieth")
_YEARS = ("fifty eight", "sixty three", "seventy one", "eighty four", "ninety nine")
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_ALSO_WORDS = ("Will", "Mark", "Grace", "Hope", "Frank", "May", "Rose", "Chase")
_FIRST = (*invented.FIRST, *_ALSO_WORDS)
_SAID = [
    "Reading",
    "Orange",
    "Hope Springs",
    *(place for place in invented.PLACES if not place.startswith("the ")),
]
_BODIES = [body for body in invented.BODIES if not body.startswith("the ") and "&" not in body]

_SLOT = re.compile(r"\{(\w+)\}")
_LABELS = {
    "first": "PERSON",
    "last": "PERSON",
    "person": "PERSON",
    "place": "LOCATION",
    "body": "ORGANIZATION",
    "date": "DATE",
    "birth": "DATE",
    "phone": "PHONE_NUMBER",
}


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its punctuation; an identifier has a label."""

    text: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The words of one of two speakers, of whom the first asks questions."""

    speaker: int
    tokens: tuple[Token, ...]


def dialogue(seed: int, turns: int = 10) -> list[Turn]:
    """Return questions and answers in turn."""
    chance = random.Random(seed)
    templates = [list(_QUESTIONS), list(_ANSWERS)]
    for each in templates:
        chance.shuffle(each)
    return [
        Turn(number % 2, tuple(tokens(templates[number % 2][number // 2 % 8], chance)))
        for number in range(turns)
    ]


def tokens(template: str, chance: random.Random) -> Iterator[Token]:
    """Yield the words of a sentence with its slots filled."""
    text = ""
    labels: list[tuple[int, int, str]] = []
    for at, part in enumerate(_SLOT.split(template)):
        words = _value(part, chance) if at % 2 else part
        if at % 2:
            labels.append((len(text), len(text) + len(words), _LABELS[part]))
        text += words
    for word in re.finditer(r"\S+", text):
        label = (one for start, end, one in labels if start < word.end() and word.start() < end)
        yield Token(word[0], next(label, ""))


def _value(slot: str, chance: random.Random) -> str:
    first, last = chance.choice(_FIRST), chance.choice(invented.LAST)
    day = f"{chance.choice(_MONTHS)} the {chance.choice(_DAYS)}"
    digits = [chance.choice(_DIGITS) for _ in range(4)]
    return {
        "first": first,
        "last": last,
        "person": f"{first} {last}",
        "place": chance.choice(_SAID),
        "body": chance.choice(_BODIES),
        "date": day,
        "birth": f"{day}, nineteen {chance.choice(_YEARS)},",
        "phone": f"four one five, five five five, {' '.join(digits)}",
    }[slot]
