"""Roles that a text shows by itself: benches, appearances, captions, signatures, initials."""

from __future__ import annotations

import pytest

from tests.english.resolvers.roles.casting import reported, shown

JUDGE, ARBITRATOR, LAWYER = ("JUDGE", True), ("ARBITRATOR", True), "LAWYER"


@pytest.mark.parametrize(
    "text",
    [
        "Mr [[Aldo Ferrini]], the judge elected in respect of Arden, withdrew.",
        "Ms [[Sanna Rautio]], substitute judge, took his seat.",
        "[[Sanna Rautio]], President of the Court, granted leave.",
        "The President of the Chamber, [[Sanna Rautio]], granted leave.",
        "[[Sanna Rautio]], Vice-President of the Section, sat.",
        "[[Tabor Lindholm]], the ad hoc judge appointed by the Government, sat.",
    ],
)
def test_words_beside_a_judge(text: str) -> None:
    assert shown(text, kept=("JUDGE",)) == [JUDGE]


def test_a_bench_is_recognised_by_the_line_above_it() -> None:
    text = """The Court (Fourth Section), sitting as a
Chamber composed of:
  [[Sanna Rautio]], President,
  [[Aldo Ferrini]],
  [[Tabor Lindholm]],
  [[Ines Okereke]], judges,
and [[Pia Vance]], Deputy Section Registrar,
Having deliberated in private,
"""
    assert shown(text, kept=("JUDGE", "TRIBUNAL_MEMBER")) == [
        *[JUDGE] * 4,
        ("TRIBUNAL_MEMBER", True),
    ]


def test_a_panel_of_arbitrators_with_labels() -> None:
    text = """COURT OF CHESS ARBITRATION
sitting in the following composition:

President:     Prof. [[Aldo Ferrini]], attorney-at-law in Turin
Arbitrators:   Ms [[Sanna Rautio]], attorney-at-law in Oulu
               Dr [[Tabor Lindholm]], professor in Lund
"""
    assert shown(text, kept=("ARBITRATOR",)) == [ARBITRATOR] * 3


@pytest.mark.parametrize(
    "text",
    [
        "Panel: Mr. [[Aldo Ferrini]] (Arden), President; Prof. [[Sanna Rautio]] (Wick); Mr. "
        "[[Tabor Lindholm]] (Velmere)\n",
        "The Tribunal is composed of Professor [[Aldo Ferrini]], a national of Arden, President; "
        "Dr. [[Sanna Rautio]], appointed by the Claimants; and Mr. [[Tabor Lindholm]].",
    ],
)
def test_a_panel_on_one_line_and_in_a_sentence(text: str) -> None:
    assert shown(text, kept=("ARBITRATOR",)) == [ARBITRATOR] * 3


def test_who_appoints_an_arbitrator_and_who_is_named_later_is_none() -> None:
    text = (
        "The Tribunal is composed of Ms. [[Sanna Rautio]], appointed by Mr. [[Ivo Moss]]. "
        "Then Mr. [[Aldo Ferrini]] left."
    )
    assert reported(text) == ["ARBITRATOR", "", ""]


def test_a_composition_ends_where_the_parties_begin() -> None:
    text = (
        "sitting in the following composition of the Panel\n\nPresident: Mr [[Aldo Ferrini]]\n\n"
        "in the arbitration between\n\n{{Arden Rowing}}\nrepresented by Ms [[Pia Vance]] and "
        "Mr [[Ivo Moss]]\n"
    )
    assert reported(text, kept=("ARBITRATOR",))[2:] == [LAWYER, LAWYER]


def test_the_secretary_of_a_panel() -> None:
    text = "Sole Arbitrator: Ms. [[Sanna Rautio]]\nSecretary: Mr. [[Ivo Moss]]\n"
    assert shown(text, kept=("ARBITRATOR", "TRIBUNAL_MEMBER"))[1] == ("TRIBUNAL_MEMBER", True)
    assert reported("Secretary: Mr. [[Ivo Moss]]\n") == [""]


@pytest.mark.parametrize(
    "text",
    [
        "/s/ [[Sanna Rautio]]\nUnited States District Judge\n",
        "([[Sanna Rautio]])\nDistrict Judge, Arden\n",
    ],
)
def test_a_signature_above_an_office(text: str) -> None:
    assert shown(text, kept=("JUDGE",)) == [JUDGE]


def test_lawyers_of_a_firm_are_no_firm() -> None:
    text = "The Claimant was represented by Messrs. [[Ivo Moss]] and [[Aldo Ferrini]]."
    assert reported(text)[0] == LAWYER


def test_a_signature_in_columns() -> None:
    text = """   [[Pia Vance]]                    [[Sanna Rautio]]
    Registrar                    Judge
"""
    assert shown(text, kept=("JUDGE",)) == [JUDGE, JUDGE]


def test_a_president_of_nothing_in_particular_is_no_judge() -> None:
    text = """   [[Pia Vance]]                    [[Sanna Rautio]]
    Treasurer                    President
"""
    assert reported(text, kept=("JUDGE",)) == ["", ""]
    assert reported("[[Sanna Rautio]], President of the Club, spoke.", kept=("JUDGE",)) == [""]


@pytest.mark.parametrize(
    "text",
    [
        "He was represented by Mr [[B. Ossowski]], a lawyer practising in Arden.",
        "The Government were represented by their Agent, Ms [[Noa Ferrini]].",
        "Mr [[B. Ossowski]], Delegate of the Commission, addressed the Court.",
        "[[Noa Ferrini]], General Counsel, signed it.",
        "COUNSEL\n\n[[Noa Ferrini]], Arden & Wick LLP, for the defendants-appellees.\n",
    ],
)
def test_lawyers_of_a_side(text: str) -> None:
    assert reported(text) == [LAWYER]


def test_those_who_appear_together() -> None:
    text = (
        "Mr. [[A. Vaidya]] with Mr. [[S. Pawar]] i/b Ms. [[N. Irani]], Advocate for the Appellant."
    )
    assert reported(text) == [LAWYER] * 3
    assert reported("Mr. [[A. Vaidya]] came with Mr. [[S. Pawar]].") == ["", ""]


def test_for_the_respondents_is_no_respondent() -> None:
    text = (
        "For the Respondents: Mr. [[Aldo Ferrini]], counsel; Ms. [[Pia Vance]], scientific adviser"
    )
    assert reported(text)[0] == LAWYER


@pytest.mark.parametrize(
    "text",
    [
        "Dr. [[Pia Vance]], an expert retained by the plaintiff, testified.",
        "- Prof. [[Pia Vance]], expert witness called by the Respondents.",
        "- Dr. [[Pia Vance]], expert appointed by the Tribunal;",
    ],
)
def test_the_side_that_called_an_expert(text: str) -> None:
    assert reported(text) == ["EXPERT"]


def test_relatives_of_people() -> None:
    assert reported("Mrs. [[Pia Vance]], the Athlete's mother, was heard.") == ["RELATIVE"]


def test_a_party_is_named_below_its_name() -> None:
    text = """[[TABOR LINDHOLM]],                 No. 08-21
            Plaintiff-Appellant,
      v.

SHERIFF [[PIA VANCE]];                  OPINION
            Defendants-Appellees.
"""
    assert reported(text)[0] == "PARTY"
    indian = """[[Tabor Lindholm]]
Age: 42 years
R/o Arden                              ... Petitioner
      Versus
"""
    assert reported(indian) == ["PARTY"]


def test_running_text_above_a_party_s_line_is_no_party() -> None:
    text = "[[Pia Vance]] said that the road was then closed to all of us.\n\n      Appellant\n"
    assert reported(text) == [""]


def test_an_office_in_brackets_is_uncertain() -> None:
    text = "by the learned Additional Sessions Judge, Arden ([[P. Gokhale]]) in Case 3"
    assert shown(text, kept=("JUDGE",)) == [("JUDGE", False)]


def test_letters_behind_a_letter_are_no_judge() -> None:
    assert reported("[[N.]], J. and others were named.") == [""]


def test_a_case_s_short_name_is_no_witness() -> None:
    text = "See [[Oduya]] v. [[Arden]], 5 U.S. 137 (1803). The rule of [[Oduya]] controls."
    assert shown(text)[2] == ("CITED", False)
    titled = "See [[Oduya]] v. [[Arden]], 5 U.S. 137 (1803). Then Mr. [[Oduya]] came."
    assert reported(titled)[2] == ""


def test_a_barrister_who_sits_is_an_arbitrator() -> None:
    text = """sitting in the following composition of the tribunal, consisting of:
President: Mr [[Aldo Ferrini]] QC, Barrister, London
Arbitrators: Ms [[Sanna Rautio]], counsel in Oulu
"""
    assert shown(text, kept=("ARBITRATOR",))[0] == ARBITRATOR


def test_additions_to_a_noun_before_a_name() -> None:
    text = "An expert in forensic medicine, Dr [[Pia Vance]], concluded that he fell."
    assert reported(text) == ["EXPERT"]
    assert reported("He met the expert in town, and later, Dr [[Pia Vance]], came.") == [""]


def test_a_party_of_the_title_is_one_whatever_office_is_named() -> None:
    text = "[[TABOR LINDHOLM]], Warden,\n\n                Respondent-Appellee.\n"
    assert reported(text) == ["PARTY"]


def test_a_heading_of_the_parties_makes_none() -> None:
    text = "Counsel:\n[[Pia Vance]]\n[[Tabor Lindholm]]\n\nI.   THE PARTIES\n"
    assert "PARTY" not in reported(text)


def test_officers_by_their_initials() -> None:
    assert reported("arrested by officers [[K.L.]] and [[J.B.]] of the police") == ["OFFICER"] * 2
