"""Generate text for measurements: talk by and about invented people, the same in each run."""

from __future__ import annotations

import random

FIRST = """
    Alma Bruno Carla Dilip Edith Farid Greta Hugo Imani Jonas Keiko Lamar Mirela Nadia Oskar
    Petra Quentin Rosa Samir Tilda Ulrich Vera Wanda Xenia Yusuf Zora
""".split()
LAST = """
    Abara Bellweather Castellan Dovrak Eastlake Fennimore Garrity Hollins Iversen Jarnagin
    Kessler Lindqvist Marchetti Norwood Okafor Pellegrin Quimby Rosewater Stannard Thackeray
    Umbridge Valtierra Whitlock Yardley Zeller
""".split()
PLACES = (
    "Port Ellery",
    "Millbrook",
    "Dayton",
    "Lisbon",
    "Ohio",
    "Norway",
    "Clearwater County",
    "Kestrel Lake",
    "Oakland",
    "the north shore",
    "Sacramento",
    "Tallow Street",
)
BODIES = (
    "Harrow Bank",
    "the Board of Parole",
    "Ellery General Hospital",
    "Westmark University",
    "the city council",
    "Bright & Sons",
    "the Department of Health",
    "Northwind Freight",
)
_TIMES = (
    "last Tuesday",
    "in March",
    "on June 4th, 2011",
    "around nine in the morning",
    "two years ago",
    "in the nineties",
    "every Friday",
    "before Christmas",
    "on 3/14/2009",
)

_SPOKEN = (
    "Well, {first} told me {time} that nobody at {body} had ever asked for it.",
    "I don't think so. We were in {place}, and it was raining the whole week.",
    "You know, I was {age} then, and my brother {first2} had just moved to {place}.",
    "No, sir. What I said was that Mr. {last} came to the house {time}.",
    "Could you say that again, please? The line is bad and I did not hear the last part.",
    "My number was {phone}, but it has been cut off for months.",
    "It was not about the money, it was about being listened to, that is all I wanted.",
    "And then {first} {last} wrote to {mail}, which is the address of {body}.",
    "Right. So after the class ended, what did you do to keep what you had learnt?",
    "I went back to the shop, sat down, and thought about what she had told me.",
    "They sent the papers to {last2} at {body}, under the number {id}.",
    "Honestly, it felt as if the whole building had been empty for a long time.",
)
_WRITTEN = (
    "{first} {last}, {age}, grew up in {place} and worked for {body} until {time}.",
    "The committee met {time}; according to its minutes, {last2} was not present.",
    "A second letter, dated {time}, repeats the offer and adds little that is new.",
    "Those who remember the strike describe long evenings, cold rooms and a great deal of tea.",
    "In {place}, {body} paid for the repairs, which took longer than anybody had expected.",
    "What the report does not say is why the bridge had been closed in the first place.",
    "{last} replied that the figures were wrong, and that {first2} {last2} had known it.",
    "Further enquiries may be sent to {mail} or by telephone to {phone}.",
    "The argument is simple enough: where water is cheap, it is wasted, and where it is dear, it "
    "is stolen.",
    "Most of the {count} families had left by then, some for {place}, others for the coast.",
)

CALM = tuple(sentence for sentence in (*_SPOKEN, *_WRITTEN) if "{" not in sentence)
"""Sentences in which nothing is to be found."""


def text(words: int, seed: int = 20) -> str:
    """Return about this number of words of talk and prose; a block is a turn or a paragraph."""
    chance = random.Random(seed)
    blocks: list[str] = []
    done = 0
    while done < words:
        spoken = chance.random() < 0.6
        sentences = [
            _sentence(chance.choice(_SPOKEN if spoken else _WRITTEN), chance)
            for _ in range(chance.randint(1, 4) if spoken else chance.randint(3, 8))
        ]
        speaker = f"{chance.choice(LAST).upper()}: " if spoken else ""
        blocks.append(speaker + " ".join(sentences))
        done += len(blocks[-1].split())
    return "\n\n".join(blocks) + "\n"


def _sentence(template: str, chance: random.Random) -> str:
    first, last = chance.choice(FIRST), chance.choice(LAST)
    return template.format(
        first=first,
        last=last,
        first2=chance.choice(FIRST),
        last2=chance.choice(LAST),
        place=chance.choice(PLACES),
        body=chance.choice(BODIES),
        time=chance.choice(_TIMES),
        age=chance.randint(18, 90),
        count=chance.randint(12, 900),
        phone=f"({chance.randint(201, 989)}) 555-01{chance.randint(10, 99)}",
        mail=f"{first}.{last}{chance.randint(1, 99)}@example.org".lower(),
        id=f"{chance.choice('ABCDEFG')}{chance.randint(10_000, 99_999)}",
    )
