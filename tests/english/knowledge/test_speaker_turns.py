"""Lines that begin a turn, and the names in their labels."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people.role_labels import role_length
from anonfilter_english.knowledge.speaker_turns import name_in_label, turns

from anonfilter.testing.growth import grows_no_faster


def labels(text: str) -> list[tuple[str, str]]:
    """Return the label of each turn and the name in it."""
    return [
        (text[slice(*turn.label)], text[slice(*turn.name)] if turn.name else "")
        for turn in turns(text)
    ]


TALK = [
    ("Ilse Brandvold", "Ilse Brandvold"),
    ("Okoro", "Okoro"),
    ("Ilse Brandvold", "Ilse Brandvold"),
]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "PRESIDING COMMISSIONER ADEYEMI: Good morning.",
            [("PRESIDING COMMISSIONER ADEYEMI", "ADEYEMI")],
        ),
        ("INMATE VAN DER BERG: Yes.", [("INMATE VAN DER BERG", "VAN DER BERG")]),
        (
            "DEPUTY DISTRICT ATTORNEY OKORO-HALE (via video): Yes.",
            [("DEPUTY DISTRICT ATTORNEY OKORO-HALE", "OKORO-HALE")],
        ),
        ("MR. PARK: Yes.\nTHE WITNESS: No.", [("MR. PARK", "PARK"), ("THE WITNESS", "")]),
        (
            "Pam - Where?\nR2 - There.\nPam - When?\nR2 - Then.",
            [("Pam", "Pam"), ("R2", ""), ("Pam", "Pam"), ("R2", "")],
        ),
        (
            "INTERVIEWER \u2013 Where?\nMs. Okoro \u2013 There.\nINTERVIEWER \u2013 When?\n"
            "Ms. Okoro \u2013 Then.",
            [("INTERVIEWER", ""), ("Ms. Okoro", "Okoro")] * 2,
        ),
        ("I -- Where?\nR -- There.\nI -- When?\nR -- Then.", [("I", ""), ("R", "")] * 2),
        ("Q: Where?\nA: There.\nQ: When?\nA: Then.", [("Q", ""), ("A", "")] * 2),
        ("I: Where?\nR: There.\nI: When?\nR: Then.", [("I", ""), ("R", "")] * 2),
        ("I: Where?\nR: There.\nI: When?", [("I", ""), ("R", ""), ("I", "")]),
        (
            "I1: Where?\nR2: There.\nI1: When?\nR3: Then.",
            [("I1", ""), ("R2", ""), ("I1", ""), ("R3", "")],
        ),
        ("I:Where?\nR:There.\nI:When?\nR:Then.", [("I", ""), ("R", "")] * 2),
        ("I. Where?\nR. There.\nI. When?\nR. Then.", [("I", ""), ("R", "")] * 2),
        (
            "A. Where do you live?\nB. In Leeds.\nA. And since when?\nB. I was born there.",
            [("A", ""), ("B", "")] * 2,
        ),
        ("B. So he left.\n\nA. Did he?\n\nB. Yes.\n\nA. I see.", [("B", ""), ("A", "")] * 2),
        (
            "A. He went down to the river in the morning, early, and\nhe came back.\nB. Why?\n"
            "A. Nobody knows.\nB. So he did.",
            [("A", ""), ("B", "")] * 2,
        ),
        (
            "A. Who came?\nB. They did.\nC. Not all.\nA. Who else?\nC. She did.",
            [("A", ""), ("B", ""), ("C", ""), ("A", ""), ("C", "")],
        ),
        (
            "A:Where do you live?\nB:In Leeds.\nA:And since when?\nB:I was born there.",
            [("A", ""), ("B", "")] * 2,
        ),
        ("IE: There.\nIR: Where?\nIE: No.\nIR: When?", [("IE", ""), ("IR", "")] * 2),
        ("R1. There.\nI. Where?\nR1. No.\nI. When?", [("R1", ""), ("I", "")] * 2),
        ("**I:** Where?\n**R:** There.\n**I:** When?\n**R:** Then.", [("I", ""), ("R", "")] * 2),
        ("Mod: Where?\nRES: There.\nMod: When?\nRES: Then.", [("Mod", ""), ("RES", "")] * 2),
        (
            "Speaker 1: Hello.\nUNIDENTIFIED SPEAKER: What?",
            [("Speaker 1", ""), ("UNIDENTIFIED SPEAKER", "")],
        ),
        ("spk_0: hello\nspk_1: hi\nspk_0: so", [("spk_0", ""), ("spk_1", ""), ("spk_0", "")]),
        (
            "INMATE PAGE: Yes.\nMR. CASE: No.\nMR. MARSHALL: So.",
            [("INMATE PAGE", "PAGE"), ("MR. CASE", "CASE"), ("MR. MARSHALL", "MARSHALL")],
        ),
        ("MR. CHAIRMAN: Yes.", [("MR. CHAIRMAN", "")]),
        ("Will: Yes.\nAda: No.\nWill: So.", [("Will", "Will"), ("Ada", "Ada"), ("Will", "Will")]),
        ("Pam: This is Pam", [("Pam", "Pam")]),
        ("Mark: I was there.", [("Mark", "Mark")]),
        (
            "Ilse Brandvold: Hello.\nOkoro: Hi.\nIlse Brandvold: So.",
            [
                ("Ilse Brandvold", "Ilse Brandvold"),
                ("Okoro", "Okoro"),
                ("Ilse Brandvold", "Ilse Brandvold"),
            ],
        ),
        (
            "Paradise: Hello.\nIlse: Hi.\nParadise: So.\nIlse: Yes.",
            [("Paradise", "Paradise"), ("Ilse", "Ilse")] * 2,
        ),
        (
            "pam: so this is pam\nilse: yes\npam: fine\nilse: well",
            [("pam", "pam"), ("ilse", "ilse")] * 2,
        ),
        (
            "[00:01:02] INMATE ROE: Yes.\n(10:32) INMATE ROE: No.\n00:10:33 INMATE ROE: So.",
            [("INMATE ROE", "ROE")] * 3,
        ),
        (
            "12  MR. SMITH: Yes.\n13       and then\n14  THE COURT: Sit.",
            [("MR. SMITH", "SMITH"), ("THE COURT", "")],
        ),
        (
            ">> INTERVIEWER: So?\n>> ILSE BRANDVOLD: Yes.\n",
            [("INTERVIEWER", ""), ("ILSE BRANDVOLD", "ILSE BRANDVOLD")],
        ),
        (
            "**Interviewer:** So?\n**Ilse Brandvold:** Yes.\n",
            [("Interviewer", ""), ("Ilse Brandvold", "Ilse Brandvold")],
        ),
        ("Ilse Brandvold  0:05\nHello.\n\nOkoro  0:09\nHi.\n\nIlse Brandvold  0:15\nSo.", TALK),
        ("Ilse Brandvold (00:05):\nHello.\nOkoro (00:09):\nHi.\nIlse Brandvold (00:11): So", TALK),
        ("Ilse Brandvold, Interpreter: Yes.", [("Ilse Brandvold, Interpreter", "Ilse Brandvold")]),
        (
            "so he left.\n\nDEPUTY DISTRICT\nATTORNEY ROE: Yes.",
            [("DEPUTY DISTRICT\nATTORNEY ROE", "ROE")],
        ),
        (
            "Agent (Adaeze): Hi.\nCaller (via video): Yes.\nCaller (Inaudible): No.",
            [("Agent", "Adaeze"), ("Caller", ""), ("Caller", "")],
        ),
        ("Agent ([PERSON_1]): Hi.", [("Agent", "[PERSON_1]")]),
        (
            "5    Q.  Where\n6    was it?\n7    A.  There.\n8    Q.  When?",
            [("Q", ""), ("A", ""), ("Q", "")],
        ),
        (
            "MR. [PERSON_1]: Yes.\n[PERSON_2]: No.",
            [("MR. [PERSON_1]", "[PERSON_1]"), ("[PERSON_2]", "[PERSON_2]")],
        ),
    ],
)
def test_labels_and_names_of_turns_are_found(text: str, wanted: list[tuple[str, str]]) -> None:
    found = labels(text)
    assert [(label.rstrip(","), name.rstrip(",")) for label, name in found] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "Note: he left.\nNote: she came.",
        "Question: who?\nAnswer: them.\nQuestion: why?\nAnswer: because.",
        "Summary: all is well.",
        "Re: your letter\nDate: May 3, 2011\nTo: the board",
        "Date of Birth: 03/04/1980\nPatient Name: Ilse Brandvold\nPatient Name: Okoro",
        "He said the following: nothing at all.\nHe said the following: nothing.",
        "The time was 10:32 and\nit was 10:33 then.",
        "Victim Impact: severe.",
        "INMATE NUMBER: K12345\nINMATE NUMBER: K12346",
        "Participants: Ilse and Okoro",
        "INMATE ROE left the room.",
        "A. First\nB. Second\nQ. Last",
        "A  bell rang.\nA  dog barked.",
        "I. The facts\nA. Who did it?\nB. Where?\nII. The law\nA. What applies?\nB. Who decides?",
        "1. Who wrote it?\nA. She\nB. He\nC. They\n2. Who sang it?\nA. She\nB. He\nC. They",
        "1. What is it?\nA. It is a fish.\nB. It is a bird.\n2. Is it?\nA. It is so.\nB. It is.",
        "What is a whale?\nA. It is a fish.\nB. It is none.\nWhat is it?\nA. It is so.\nB. It is.",
        "Whales\n\nA. It is a fish.\nB. It is none.\n\nSeas\n\nA. It is so.\nB. It is.",
        "A. The first, which is long, so long that it is on two\nlines.\nB. The next.\nC. Last.",
        "A. Quill came.\nB. Hale came.\nA. Bell went.\nB. King went.",
        "A. Steak\nB. Fish\nA. Salad\nB. Soup",
        "IE: see below.",
        "Apples - 3\nPears - 4\nApples - 5\nPears - 6",
        "Monday \u2013 closed\nTuesday \u2013 open?\nFriday \u2013 closed\nSunday \u2013 open",
        "A. Quill came.\nJ. Hale came.\nA. Quill went.\nJ. Hale went.",
        "C:\\Users\nD:\\Data\nC:\\Users\nD:\\Data?",
        "It was I. Where? I said.\nIt was I. When? I said.",
        "https://example.org\nhttp://example.com",
        "",
    ],
)
def test_fields_and_sentences_are_no_turns(text: str) -> None:
    assert labels(text) == []


def test_speech_begins_after_the_colon() -> None:
    text = "[00:01] INMATE ROE (via video): Yes."
    (turn,) = turns(text)
    assert text[turn.speech :] == " Yes."
    assert turn.start == 0


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("DEPUTY DISTRICT ATTORNEY BELL", 3),
        ("COUNSEL FOR THE DEFENDANT BELL", 4),
        ("Presiding Bell", 0),
        ("MR. BELL", 1),
    ],
)
def test_roles_end_before_names(label: str, role: int) -> None:
    assert role_length(label.split()) == role


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Ilse", "Ilse"),
        ("ilse brandvold", "ilse brandvold"),
        ("Agent Brandvold", "Brandvold"),
        ("Hope", "Hope"),
        ("Ilse Brandvold (host)", "Ilse Brandvold"),
        ("agent", ""),
        ("spk_1", ""),
        ("Speaker 2", ""),
        ("note", ""),
        ("", ""),
        ("a sentence that somebody put into the wrong column of the table", ""),
    ],
)
def test_names_in_a_column_of_speakers_are_found(label: str, name: str) -> None:
    found = name_in_label(label)
    assert (label[slice(*found)] if found else "") == name


@pytest.mark.parametrize(
    ("unit", "times"),
    [
        ("A ", 200_000),
        ("A", 1_000_000),
        ("A: ", 200_000),
        ("\n", 300_000),
        (f"A. {'so ' * 20}\nB. {'so ' * 20}\n", 2_000),
        ("A. ? \nB. ?\n", 5_000),
    ],
)
def test_time_grows_linearly_with_hostile_text(unit: str, times: int) -> None:
    assert grows_no_faster(lambda count: turns(unit * count), times)
