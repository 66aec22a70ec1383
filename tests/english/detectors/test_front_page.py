"""People, places and times on covers and in closing declarations, in many layouts."""

from __future__ import annotations

import pytest
from anonfilter_english.detectors.front_page.front_page import FrontPage
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.propagate import Propagate

from anonfilter.contract.document import Label, Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests import shipped
from tests.english.resolvers.marking import document_of

LABELS = {**shipped.ruleset().labels, "CDCR_ID": Label("CDCR_ID", risk=5)}


def spans_of(text: str, **labels: str) -> list[Span]:
    config = FrontPage.Config(labels=labels) if labels else FrontPage.Config()
    document = document_of(text)
    detector = FrontPage(config, Setting("front-page", labels=LABELS))
    return sorted(detector.detect(document, document.fields), key=lambda span: span.start)


def found(text: str, label: str) -> list[str]:
    return [text[span.start : span.end] for span in spans_of(text) if span.label == label]


HEARING = """\
SUBSEQUENT PAROLE CONSIDERATION HEARING
STATE OF CALIFORNIA
BOARD OF PAROLE HEARINGS

In the matter of the Life Term Parole       CDCR Number: K-12345
Consideration Hearing of:

TOMAS REGENT ABERNETHY
________________________/

CORRECTIONAL TRAINING FACILITY
SOLEDAD, CALIFORNIA

PANEL PRESENT:

GRACE PARADISE, Presiding Commissioner (via video)
MARK VAN STATEN, Deputy Commissioner

OTHERS PRESENT:

TOMAS ABERNETHY, Inmate
MADISON PRIESTLEY-HALE, Attorney for Inmate
ILSE BRANDVOLD, Deputy District Attorney, County of
   Marin (via telephone)
WENDELL OYELARAN
Victim's Next of Kin (via video)
BO QUIST, Support Person for Ms. Lindqvist
UNIDENTIFIED, Correctional Officer

INDEX

Proceedings ........................ 3
Case Factors ....................... 9

PROCEEDINGS

PRESIDING COMMISSIONER PARADISE: Good morning. Harold Osgood, Inmate, is not here.
"""


def test_cover_of_a_hearing() -> None:
    assert found(HEARING, "PERSON") == [
        "TOMAS REGENT ABERNETHY",
        "GRACE PARADISE",
        "MARK VAN STATEN",
        "TOMAS ABERNETHY",
        "MADISON PRIESTLEY-HALE",
        "ILSE BRANDVOLD",
        "WENDELL OYELARAN",
        "BO QUIST",
        "Lindqvist",
    ]
    assert found(HEARING, "LOCATION") == [
        "CALIFORNIA",
        "SOLEDAD",
        "CALIFORNIA",
        "County of\n   Marin",
    ]
    assert found(HEARING, "ORGANIZATION") == ["CORRECTIONAL TRAINING FACILITY"]
    (number,) = (span for span in spans_of(HEARING) if span.label == "CDCR_ID")
    assert (HEARING[number.start : number.end], number.canonical) == ("K-12345", "K12345")


def test_cover_with_roles_before_names_and_with_fields() -> None:
    text = (
        "Hearing of: TOMAS ROE          CDC Number: K12345\n\n"
        "Place: San Quentin State Prison\nDate: January 4, 2005\nTime: 10:30 A.M.\n\n"
        "PANEL:\nPresiding Commissioner: Grace Paradise\nDeputy Commissioner: Mark Staten\n\n"
        "Interpreter: Ilse Priestley (via telephone)\n\n"
        "INMATE ROE: Good morning.\nInterpreter: Ann Church\n"
    )
    assert found(text, "PERSON") == ["TOMAS ROE", "Grace Paradise", "Mark Staten", "Ilse Priestley"]
    assert found(text, "LOCATION") == ["San Quentin State Prison"]
    assert found(text, "DATE") == ["January 4, 2005"]
    assert found(text, "TIME") == ["10:30 A.M."]


def test_cover_of_a_deposition_with_a_framed_caption() -> None:
    text = """\
              SUPERIOR COURT OF THE STATE OF CALIFORNIA
                      COUNTY OF MARIN

ILSE BRANDVOLD, an individual,   )
                                 )
           Plaintiff,            )
     vs.                         )   Case No. CV-2011-1188
OYELARAN HOLDINGS, INC.,         )
                                 )
           Defendant.            )

        VIDEOTAPED DEPOSITION OF TOMASZ VAN DER BERG

Date:      Tuesday, May 3, 2011
Time:      9:30 a.m.
Place:     1425 Oak Street, San Rafael, California
Reported by:  Philippa Quist, CSR No. 12345

APPEARANCES:

For the Plaintiff:
    LAW OFFICES OF DANTE HARROWGATE
    By: DANTE HARROWGATE, ESQ.
    100 Main Street
    San Rafael, California 94901

For the Defendant:
    SAL PIKE, Attorney at Law

Also Present:  Wendell Tully, Videographer

P R O C E E D I N G S

THE VIDEOGRAPHER: We are on the record.
"""
    assert found(text, "PERSON") == [
        "ILSE BRANDVOLD",
        "TOMASZ VAN DER BERG",
        "Philippa Quist",
        "DANTE HARROWGATE",
        "SAL PIKE",
        "Wendell Tully",
    ]
    assert "OYELARAN HOLDINGS, INC." in found(text, "ORGANIZATION")
    assert {"COUNTY OF MARIN", "1425 Oak Street", "San Rafael", "100 Main Street"} <= set(
        found(text, "LOCATION")
    )
    assert found(text, "DATE") == ["Tuesday, May 3, 2011"]


def test_cover_of_an_arbitration_in_columns() -> None:
    text = """\
In the Matter of the Arbitration Between:

ILSE BRANDVOLD and OYELARAN HOLDINGS, INC.

BEFORE: Hon. Dante Harrowgate (Ret.), Arbitrator

PRESENT:
    Ms. Philippa Quist          Counsel for Claimant
    Mr. Wendell Pike, Jr.       Counsel for Respondent
    Tully, Anna                 Observer

PROCEEDINGS

MS. QUIST: Thank you.
"""
    assert found(text, "PERSON") == [
        "ILSE BRANDVOLD",
        "Dante Harrowgate",
        "Philippa Quist",
        "Wendell Pike, Jr.",
        "Tully",
        "Anna",
    ]


def test_participants_of_a_call() -> None:
    text = "Recorded: 03/08/2024\nParticipants: Caller, Agent 1 (D. Oyelaran), Agent 3\n"
    assert found(text, "PERSON") == ["D. Oyelaran"]


DECLARATION = """\
INMATE ROE: Thank you.

CERTIFICATE OF TRANSCRIBER

I, {name}, as the Official Transcriber, hereby certify that the attached
proceedings in the hearing of TOMAS ABERNETHY, CDCR No. K12345, were held as
herein appears, and that this is the original transcript.

Dated November 2, 2020, at Citrus Heights, California.

          /s/ Ilse Brandvold
          _______________________
          {name}
          Transcriber
          OYELARAN TRANSCRIPTION, LLC
"""


@pytest.mark.parametrize("name", ["ILSE BRANDVOLD", "Ilse Brandvold", "ILSE\nBRANDVOLD"])
def test_closing_declaration(name: str) -> None:
    text = DECLARATION.replace("{name}", name, 1).replace("{name}", name.replace("\n", " "))
    people = found(text, "PERSON")
    assert set(people) == {name, name.replace("\n", " "), "TOMAS ABERNETHY", "Ilse Brandvold"}
    assert "November 2, 2020" in found(text, "DATE")
    assert found(text, "LOCATION") == ["Citrus Heights", "California"]
    assert found(text, "ORGANIZATION") == ["OYELARAN TRANSCRIPTION, LLC"]
    assert found(text, "CDCR_ID") == ["K12345"]


def test_name_of_a_transcriber_in_lower_case() -> None:
    text = DECLARATION + "\nTranscriptionist: i. brandvold\nProofread by: someone\n"
    assert "i. brandvold" in found(text, "PERSON")
    assert "someone" not in found(text, "PERSON")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "INMATE ROE: I, Tomas, was present. Others present: none.",
        "Subject: lunch\nThe hearing of the matter was long. Mary was present, they said.\n",
        "He said, in the matter of Brandvold, that the court had been closed on Monday.\n" * 5,
        "Dear all,\n\nI, Ilse Brandvold, am pleased to say so.\n\nDated as it is,\nIlse\n",
        "PROCEEDINGS\n\nPANEL PRESENT:\nILSE BRANDVOLD, Inmate\n",
    ],
)
def test_text_without_a_cover_has_no_finds(text: str) -> None:
    assert spans_of(text) == []


def test_finds_with_undeclared_labels_are_skipped() -> None:
    text = "Hearing of: TOMAS ABERNETHY\nPlace: San Rafael\n"
    assert [span.label for span in spans_of(text, person="PERSON", place="NOWHERE")] == ["PERSON"]


def test_names_of_the_cover_are_found_later_in_any_letter_case() -> None:
    said = (
        "INMATE ABERNETHY: I am tomas abernethy. Ask ms. paradise, or priestley-hale, or staten; "
        "Madison knows. Tomas's car, ABERNETHY. By the grace of God, mark my words.\n"
    )
    document = document_of(HEARING + said)
    detector = FrontPage(FrontPage.Config(), Setting("front-page", labels=LABELS))
    spans = list(detector.detect(document, document.fields))
    propagate = Propagate(Propagate.Config(), Setting("propagate", labels=LABELS))
    result, _ = propagate.resolve(document, spans)
    begin = len(HEARING)
    assert [
        document.text[span.start : span.end]
        for span in sorted(result, key=lambda span: span.start)
        if span.start >= begin
    ] == [
        "ABERNETHY",
        "tomas abernethy",
        "paradise",
        "priestley-hale",
        "staten",
        "Madison",
        "Tomas",
        "ABERNETHY",
    ]


def test_word_lists_are_in_normalised_form() -> None:
    for words in (words for words in table("cover").values() if isinstance(words, list)):
        assert all(str(word) == str(word).casefold() for word in words)


@pytest.mark.parametrize(
    ("unit", "times"), [("A", 50_000), ("A, ", 20_000), ("A   B   ", 10_000), ("(", 20_000)]
)
def test_time_grows_linearly_with_hostile_covers(unit: str, times: int) -> None:
    def read(count: int) -> None:
        spans_of(f"PANEL PRESENT:\n{unit * count}\n" + "I, x" * count)

    assert grows_no_faster(read, times)


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("MULE CREEK STATE PRISON", ["MULE CREEK STATE PRISON"]),
        ("VALLEY STATE PRISON", ["VALLEY STATE PRISON"]),
        ("STATE PRISON", []),
        ("We met at Mule Creek State Prison.", []),
        ("BOARD OF PAROLE HEARINGS", []),
    ],
)
def test_a_prison_is_found_whoever_operates_it(line: str, place: list[str]) -> None:
    text = f"PAROLE HEARING\nIn the matter of the Hearing of:\n\nILSE BRANDVOLD\n\n{line}\n"
    assert found(text, "ORGANIZATION") == place


ROLES = """\
PANEL PRESENT:

TERESITA MOONEY, Presiding Commissioner

OTHERS PRESENT:

OSWALDO BIRKETT, Inmate
DELPHINE ROURKE, Victim's Next-of-Kin
ANSEL ROURKE, Crime Survivor's Support Person
THADDEUS OYELARAN, CDCR Staff Assistant
HESTER ZUPAN
DOJ Victim Advocate (via video)
CORDELL LUU, Senior Legal Analyst
ABRAM KESSLER, OVSRS Victim Services Specialist
DORIS MELNICK
Spanish Language Interpreter
"""


def test_a_role_beside_a_name_is_no_name() -> None:
    assert found(ROLES, "PERSON") == [
        "TERESITA MOONEY",
        "OSWALDO BIRKETT",
        "DELPHINE ROURKE",
        "ANSEL ROURKE",
        "THADDEUS OYELARAN",
        "HESTER ZUPAN",
        "CORDELL LUU",
        "ABRAM KESSLER",
        "DORIS MELNICK",
    ]


@pytest.mark.parametrize("name", ["ANN MARSHAL", "LONG PASTOR", "BO ABBOTT-CHAIR"])
def test_a_name_that_ends_like_a_role_is_a_name(name: str) -> None:
    assert name in found(ROLES.replace("CORDELL LUU", name), "PERSON")


def test_the_subject_of_a_hearing_is_a_person_even_with_words_for_a_name() -> None:
    text = HEARING.replace("TOMAS REGENT ABERNETHY", "CLAY STEELE BANKS")
    assert "CLAY STEELE BANKS" in found(text, "PERSON")


def test_lower_case_words_are_no_organisation() -> None:
    text = ROLES + "\nDECLARATION\n\nI certify that this is an accurate reporting\n"
    assert found(text, "ORGANIZATION") == []
