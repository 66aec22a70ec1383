"""What has been filtered is finished: filtering it again changes nothing, and check is content."""

from __future__ import annotations

import random

import pytest

from anonfilter.engine.pipeline import Engine

GIVEN = ["Margaret", "Tobias", "Imogen", "Rafael", "Priya", "Desmond", "Keiko", "Fatima", "Lionel"]
FAMILY = ["Holloway", "Okonkwo", "Brandt-Lindqvist", "O'Malley", "Vasquez", "Thorne", "McAllister"]
PLACES = ["Port Ellery", "Wisconsin", "Sacramento", "northern Peru", "Harrow County", "Kiruna"]
ORGS = ["Bellweather Trust", "the Harrow County Sheriff's Department", "Calder & Finch LLP"]
DAYS = ["March 3, 2014", "last Tuesday", "the 5th of May", "12/04/1998", "Monday", "spring 2009"]

SENTENCES = """
{given} {family} came to {place} on {day}, and {family2} was already there.
Did you see {given2}? - No, I only spoke to {title} {family}.
{given}'s brother works for {org} in {place}; call 212-555-0147 or write to {given2}@example.org.
"{given2} was {age} years old," said {given} {family}, who had moved from {place2} to {place}.
we were at {given}s house and then {family2} showed up with {given} i think
{FAMILY}: I never met {given2} {family2} before {day}.
On {day} {org} wrote to {title} {family2} about account number 4417 1234 5678 9113.
I mark my words: may {given} will it, {title} {family} said on {day2}.
They hired {given} Q. {family}, {given2} {family2} and two others, in {place2}.
It rained all week, and nobody had anything to say about the matter.
[PERSON_4] told [PERSON_1] that {given} had left for {place} with {org}.
""".strip().splitlines()


def story(seed: int, sentences: int = 40) -> str:
    """Paragraphs, turns and hard-wrapped lines about the same few invented people."""
    choose = random.Random(seed)
    people = [(choose.choice(GIVEN), choose.choice(FAMILY)) for _ in range(5)]
    written = []
    for _ in range(sentences):
        (given, family), (given2, family2) = choose.sample(people, 2)
        sentence = choose.choice(SENTENCES).format(
            given=given,
            family=family,
            given2=given2,
            family2=family2,
            FAMILY=family.upper(),
            title=choose.choice(["Mr.", "Dr.", "Judge", "Officer"]),
            age=choose.randint(5, 90),
            place=choose.choice(PLACES),
            place2=choose.choice(PLACES),
            org=choose.choice(ORGS),
            day=choose.choice(DAYS),
            day2=choose.choice(DAYS),
        )
        if choose.random() < 0.3:
            sentence = sentence.lower() if choose.random() < 0.5 else sentence.replace(" ", "\n", 3)
        written.append(sentence)
    ends = [choose.choice([" ", "\n", "\n\n", "\r\n"]) for _ in written]
    return "".join(sentence + end for sentence, end in zip(written, ends, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_a_filtered_text_is_finished(default_engine: Engine, seed: int) -> None:
    name = f"story {seed}"
    done = default_engine.redact(default_engine.read_document(story(seed).encode(), name))
    assert [(one.line, one.label, one.detector) for one in done.findings] == []
    filtered = default_engine.read_document(done.output, name)
    assert [(one.line, one.label) for one in default_engine.check(filtered)] == []
    again = default_engine.redact(filtered)
    assert (again.tagged, again.output) == ((), done.output)
