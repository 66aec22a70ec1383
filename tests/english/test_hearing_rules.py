"""The shipped rulesets `hearing` and `call` with their real model: what a transcript becomes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset
from tests import shipped

pytestmark = pytest.mark.slow

OWN_TEMPLATES = """
anonfilter: 1
extends: hearing==1
labels:
  SPELLED_NAME: {tag: '[SPELLED_NAME_PERSON_{n}]'}
  CDCR_ID: {tag: '[ID_{n}]'}
"""
TAG = re.compile(r"\[[A-Z][A-Z_]*?(?:_\d+)?\]")


@pytest.fixture(scope="module")
def hearing() -> Engine:
    return Engine(shipped.ruleset("hearing"))


@pytest.fixture(scope="module")
def call() -> Engine:
    return Engine(shipped.ruleset("call"))


def filtered(engine: Engine, text: str) -> str:
    """The text filtered; what comes out is finished: clean, and the same when filtered again."""
    done = engine.redact(engine.read_document(text.encode(), "hearing.txt"))
    assert done.findings == ()
    again = engine.redact(engine.read_document(done.output, "hearing.txt"))
    assert again.output == done.output
    return done.output.decode()


EXACT = [
    (
        "We have a John Doe and the victim is Jane Smith. That's D-O-E. Case ID M23515.",
        "We have a [PERSON_1] [PERSON_2] and the victim is [PERSON_3] [PERSON_4]. "
        "That's [SPELLED_NAME_2]. Case ID [CDCR_ID_1].",
    ),
    (
        "Today is 05/13/2012, 10:30, he was convicted back on Monday the 15th of June, 2011 at the "
        "age of 33 years old.",
        "Today is [DATE], [TIME], he was convicted back on [DAY_OF_WEEK] the [DAY] of [MONTH], "
        "[YEAR] at the age of [AGE] years old.",
    ),
    (
        "Mark Stevenson is present. Mark Stevenston here is late.",
        "[PERSON_1] [PERSON_2] is present. [PERSON_1] [PERSON_2] here is late.",
    ),
    ("He is 5 feet and 11 inches.", "He is [HEIGHT] feet and [HEIGHT] inches."),
    ("She's 6-foot-2.", "She's [HEIGHT]-foot-[HEIGHT]."),
    ("I turned 18 in the '90s.", "I turned [AGE] in the [DECADE]."),
    (
        "I went to Harrow once.\nMS. HARROW: I am Kit Harrow of Leeds.\n"
        "ATTORNEY STREET: Ms. Harrow?",
        "I went to [CITY_1] once.\nMS. [PERSON_1]: I am [PERSON_2] [PERSON_1] of [CITY_2].\n"
        "ATTORNEY [PERSON_3]: Ms. [PERSON_1]?",
    ),
    (
        "INMATE BARRAGAN: Ramon Ba-\nATTORNEY STREET: Sorry?\nINMATE BARRAGAN: -rragan. Ba-rragan.",
        "INMATE [PERSON_1]: [PERSON_2] [PERSON_1]-\nATTORNEY [PERSON_3]: Sorry?\n"
        "INMATE [PERSON_1]: -[PERSON_1]. [PERSON_1]-[PERSON_1].",
    ),
    (
        "He lived in Connecticut but then moved to California. He is a Canadian citizen from "
        "Canada and works with the California City Police Department.",
        "He lived in [STATE_1] but then moved to [STATE_2]. He is a [NATIONALITY_1] citizen from "
        "[COUNTRY_1] and works with the [POLICE_DEPARTMENT_1].",
    ),
]


@pytest.mark.parametrize(("text", "expected"), EXACT)
@pytest.mark.parametrize("end", ["", "\n"])
def test_exactly(hearing: Engine, text: str, expected: str, end: str) -> None:
    assert filtered(hearing, text + end) == expected + end


OPENING = (
    "PRESIDING COMMISSIONER JONES: All right. Good afternoon. Today's date, September 1st, 2021. "
    "Time is, uh, 1:30 PM. This is the initial parole suitability hearing for inmate- Correction. "
    "This is the first subsequent parole suitability hearing for inmate Kevin Richardson, "
    "R-I-C-H-A-R-D-S-O-N, CDCR number L90314. Inmate Richardson is not present at the hearing room "
    "at San Quentin State Prison. {more}My name is Alyssa Jones J-O-N-E-S, Commissioner with the "
    "Board of Parole Hearings."
)
OPENED = (
    "PRESIDING COMMISSIONER [PERSON_1]: All right. Good afternoon. Today's date, [MONTH] [DAY], "
    "[YEAR]. Time is, uh, [TIME] PM. This is the initial parole suitability hearing for inmate- "
    "Correction. This is the first subsequent parole suitability hearing for inmate [PERSON_2] "
    "[PERSON_3], [SPELLED_NAME_PERSON_3], CDCR number [ID_1]. Inmate [PERSON_3] is not present at "
    "the hearing room at [PRISON_1]. {more}My name is [PERSON_4] [PERSON_1] "
    "[SPELLED_NAME_PERSON_1], Commissioner with the Board of Parole Hearings."
)


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ("", ""),
        ("… ", "… "),
        ("We will all introduce ourselves. ", "We will all introduce ourselves. "),
    ],
)
def test_the_opening_of_a_hearing(tmp_path: Path, more: str, kept: str) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(OWN_TEMPLATES)
    engine = Engine(parse_ruleset(OWN_TEMPLATES, str(own)))
    assert filtered(engine, OPENING.format(more=more)) == OPENED.format(more=kept)


# Kinds of leaks, each with instances of its own: every word in [[ ]] must be gone.
LEAKS = {
    "names that read like other words": [
        "I spoke to Levi. It was [[Levi]]'s idea. I told [[Levi]]'s mother about Levi.",
        "Mr. [[Di'Angelo]] was there. I never met [[Di'Angelo]] again.",
        "Commissioner [[Priestley]] asked. Thank you, Commissioner [[Priestley]].",
        "Ms. [[Staten]] is the attorney. [[Staten]] objected.",
        "Deputy Commissioner [[Paradise]], any questions? No, says Commissioner [[Paradise]].",
        "Inmate [[Madison]] is here. Mr. [[Madison]], how old are you?",
        "Mr. [[Church]] did the time. I told [[Church]]'s cellie.",
        "D'[[Marco]] said he would, so D'[[Marco]] did.",
    ],
    "addresses": [
        "He lived at [[1425 Oak Street]] then.",
        "They moved to [[88 Larkspur Avenue]], Apartment 4.",
        "Send it to P.O. Box [[1840]], please.",
        "It was [[2210 West Alder Road]].",
    ],
    "numbers of prisoners": [
        "CDCR number [[L-90314]].",
        "Kevin Richardson, [[L90314]], is here.",
        "Inmate Quist [[T81226]] refused.",
        "His number is [[AK4410]].",
        "CDC number [[C-12345]], please.",
    ],
    "other numbers": [
        "My social is [[123-45-6789]].",
        "Call me at [[555-1234]].",
        "It is [[555.123.4567]].",
        "His cell was [[(415) 555-0188]].",
        "Write to [[www.cdcr.ca.gov]] or [[quist.example.org]].",
    ],
    "times and dates": [
        "It was the [[1990s]] and the [[1980s]].",
        "We met at [[1]] PM and at [[11]] a.m.",
        "I came in [[2004]], in [[March]].",
        "The nineteen [[eighties]] were better, the [[nineties]] were not.",
    ],
    "names that share parts": [
        "[[Maria]] [[Lopez]] came. Later [[Lopez]] [[Garcia]] came.",
        "He died at [[Martin]] [[Luther]] [[King]] Hospital. I went to [[Luther King]] for years.",
        "[[Juan]] spoke. [[Juan]] [[Carlos]] did. [[Juan]] [[Carlos]] [[Perez]] was home.",
        "[[Rosa]] [[Delgado]] and [[Delgado]] [[Ruiz]] are cousins, [[Delgado]] said.",
    ],
    "letter case": [
        "I met [[Rachel]] [[green]] and [[Rachel]] [[Green]] was nice.",
        "So inmate [[okonkwo]] said. INMATE [[OKONKWO]]: I did. Mr. [[Okonkwo]] again.",
    ],
    "addresses on the net as they are said": [
        "It is [[M-K two one]] @[[abc.com]], all right.",
        "Mail [[quist at example dot com]].",
        "Write to [[jane.quist@example.org]].",
    ],
    "a name in two halves": [
        "MS. ROURKE: And Ms. [[Tre]]--\nINMATE [[BELL]]: Yes?\nMS. ROURKE: --[[maine]] will speak.",
        "It was [[Wil]]-- (crosstalk) --[[helm]] who called.",
    ],
    "the very end of a file": [
        "The hearing was held by Commissioner [[Barragan]]",
        "I am [[Jane]] [[Quist]]",
    ],
}


@pytest.mark.parametrize(
    "marked", [text for texts in LEAKS.values() for text in texts], ids=lambda text: "text"
)
def test_no_leak(hearing: Engine, marked: str) -> None:
    text = marked.replace("[[", "").replace("]]", "")
    left = TAG.sub(" ", filtered(hearing, text))
    for value in re.findall(r"\[\[(.*?)\]\]", marked):
        assert not re.search(rf"(?<!\w){re.escape(value)}(?!\w)", left, re.I)


@pytest.mark.parametrize(
    "text",
    [
        "He got up and left.And then he came back.",
        "I said W-I, I mean, when I left.",
        "So I-A-I think it was, I-I-I did not know.",
        "Not T-T, it was the other one. A-A-A, I don't know. It's a C-C, I mean a B.",
        "She s-s-said no, W-W-W-What, M-M-My mom. S-S-- sorry. P-P-P, p-please.",
        "He paid 25000 dollars for it.",
        "Good luck to you, sir.",
        "It was the 10th grade class of kids.",
        "He stood 5 feet and then some more away.",
        "I mark my words.",
        "He will not, and he may not hope for it.",
        "I got a 115 in there, and then another RVR.",
        "I go to NA and AA, and I did CGA and CBA.",
        "The Panel will recess. The Board of Parole Hearings thanks you.",
        "Today we start on a Monday, today.",
        "The first question is about the second one.",
        "Correction. He is not here. Strike that.",
        "He was in the SHU, then in EOP, then at PIA.",
        "I was with Criminal and Gang Members Anonymous, CGA, for a while.",
        "DEPUTY COMMISSIONER: Okay.\nINMATE: Yes, ma'am.",
        "I-I-I, b-b-but I-I-I, um, h-h-he was s-s-sick. He-he-he said th-th-that. W-w-well, no.",
        "UNIDENTIFIED CORRECTIONAL OFFICER: Yes.\nUnidentified Correctional Officer: Step up.",
        "P R O C E E D I N G S\n\nSPEAKER B: Morning.\nSPEAKER A: At what o'clock?",
    ],
)
def test_a_filtered_hearing_stays_unchanged(hearing: Engine, text: str) -> None:
    assert filtered(hearing, text) == text


COVER = """\
            SUBSEQUENT PAROLE CONSIDERATION HEARING
                    STATE OF CALIFORNIA
                  BOARD OF PAROLE HEARINGS

In the matter of the Life      )   CDC Number: T-48213
Term Parole Consideration      )
Hearing of:                    )
                               )
OSGOOD LINDQVIST               )
_______________________________)

                 SAN QUENTIN STATE PRISON
                  SAN QUENTIN, CALIFORNIA
                       MAY 12, 2009
                        9:05 A.M.

PANEL PRESENT:

MARGIT HALVORSEN, Presiding Commissioner
TOBIAS PRIESTLEY, Deputy Commissioner

OTHERS PRESENT:

OSGOOD LINDQVIST, Inmate
CELIA BARRAGAN, Attorney for Inmate (via video)

PROCEEDINGS

PRESIDING COMMISSIONER HALVORSEN: This is a hearing for osgood lindqvist. Mr. Lindquist?

INMATE LINDQVIST: Yes.

ATTORNEY BARRAGAN: Celia Barragan, B-A-R-R-A-G-A-N, for Mr. Lindqvist. We have no hope of priestley.
"""


def test_names_on_the_cover_are_names_everywhere(hearing: Engine) -> None:
    out = filtered(hearing, COVER)
    left = TAG.sub(" ", out).casefold()
    for name in (
        "osgood",
        "lindqvist",
        "lindquist",
        "halvorsen",
        "tobias",
        "priestley",
        "margit",
        "celia",
        "barragan",
        "t-48213",
        "2009",
        "9:05",
        "quentin",
        "b-a-r-r",
    ):
        assert name not in left, name
    speaker = re.search(r"INMATE (\[PERSON_\d+\]):", out)
    assert speaker is not None
    assert f"Mr. {speaker[1]}?" in out
    assert "Presiding Commissioner" in out
    assert "PANEL PRESENT" in out


def test_a_near_miss_a_spelling_and_a_label_share_a_number(hearing: Engine) -> None:
    text = "Pam: This is Pam. Pamela Wisniewski, W-I-S-N-I-E-W-S-K-I.\nTom: Ms. Wisnewski?\n"
    assert filtered(hearing, text) == (
        "[PERSON_1]: This is [PERSON_1]. [PERSON_1] [PERSON_2], [SPELLED_NAME_2].\n"
        "[PERSON_3]: Ms. [PERSON_2]?\n"
    )


def test_hints_of_time_are_found(hearing: Engine) -> None:
    done = hearing.redact(
        hearing.read_document(b"By video conference because of COVID-19.", "a.txt")
    )
    assert done.hints == {"video conference": 1, "COVID-19": 1}
    assert done.output == b"By video conference because of COVID-19."


CALL = [
    ("My code is 4471, okay?", "My code is [NUMERIC_1], okay?"),
    ("It said eight eight two zero, no more.", "It said [NUMERIC_1], no more."),
    ("I paid 25000 dollars for 350 units in 1998.", "I paid 25000 dollars for 350 units in 1998."),
    ("It was on March 3rd, 2019 at 10:30 AM.", "It was on March 3rd, 2019 at 10:30 AM."),
    (
        "Agent: Is that Jane Quist? Yes, and I am jquist there, or jane1986.",
        "Agent: Is that [PERSON_1]? Yes, and I am [USERNAME_1] there, or [USERNAME_2].",
    ),
    ("My user name is bluefox.", "My user name is [USERNAME_1]."),
]


@pytest.mark.parametrize(("text", "expected"), CALL)
def test_call(call: Engine, text: str, expected: str) -> None:
    assert filtered(call, text) == expected


@pytest.mark.parametrize("name", ["hearing", "call"])
def test_the_examples_in_the_rules_hold(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "anonfilter", "rules", "check", "--rules", name],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
