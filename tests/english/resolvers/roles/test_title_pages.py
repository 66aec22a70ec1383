"""Title pages: blocks of parties and of their lawyers, in the layouts of many courts."""

from __future__ import annotations

import pytest

from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.roles.casting import reported, shown

PARTY, LAWYER, JUDGE = "PARTY", "LAWYER", "JUDGE"

PAGES = {
    "a caption after dots": (
        "Civil Appeal No. 12 of 2016\n\n[[Tabor Lindholm]] and another ....Appellants\n\n"
        "[[Pia Vance]] (died) per LRs. and others. Respondents\n",
        [PARTY, PARTY],
    ),
    "a caption after dashes, on one line with the other side": (
        "Appeal No. 7/2016 [[Tabor Lindholm]] S/o Shri [[Osk Lindholm]] R/o Arden\n"
        " ----Appellant Versus\n1. {{State of Velmere}} through Pp.\n2. [[Pia Vance]] W/o [[Ivo]],"
        " R/o Wick\n3. [[Sanna Rautio]], Aged Adult\n ----Respondents\n",
        [PARTY, "RELATIVE", PARTY, PARTY, "RELATIVE", PARTY],
    ),
    "labels above the parties": (
        "Petitioner/2nd Accused:\n\n    [[Tabor Lindholm]],\n    Aged 25 Years, S/O.[[Osk]],\n"
        "    Arden.\n\n    By Advs.\n    Sri.[[Noa Ferrini]]\n    Smt.[[I.Okereke]]\n\n"
        "Respondents/State & Complainant:\n\n    1    [[Pia Vance]]\n         Wick.\n\n"
        "    R1   By   Adv. Sri.[[Aldo Bruun]] (Sr.)\n    R1   By   Adv. Smt.[[Hana Moss]]\n\n"
        "Other Present:\n\n    Smt.[[Sanna Rautio]], Govt.Pleader\n",
        [PARTY, "RELATIVE", LAWYER, LAWYER, PARTY, LAWYER, LAWYER, LAWYER],
    ),
    "between and, with lawyers in brackets": (
        "Between:\n\n[[Tabor Lindholm]],\nAged About 46 Years,\nArden.      ...Petitioner\n\n"
        "(By Sri [[Noa Ferrini]], Senior Counsel for\nSri [[I.Okereke]], Advocate)\n\nAnd:\n\n"
        "1. [[Pia Vance]],\n   Wick.\n2. Smt. [[Hana Moss]].      ...Respondents\n\n"
        "(By Smt. [[Sanna Rautio]], Hcgp)\n",
        [PARTY, LAWYER, LAWYER, PARTY, PARTY, LAWYER],
    ),
    "each side's lawyers beside its name": (
        "Appellant by        Ms. [[Noa Ferrini]], Cit(Dr)\nRespondent by       Sh. [[Ivo Moss]]\n",
        [LAWYER, LAWYER],
    ),
    "appearances in running lines": (
        "Appearance :\n For the Petitioner/s : Mr.[[Noa Ferrini]] For the Respondent/s : "
        "Mr.[[Ivo Moss]] Gp 7 ===== Coram: Honourable Mr. Justice [[Aldo Bruun]]\n",
        [LAWYER, LAWYER, JUDGE],
    ),
    "names without a space after the comma": (
        "Counsel for Appellant :- A.G.A.,[[Noa Ferrini]],[[I.Okereke]],[[Ivo Moss]]\n \n"
        "Hon'ble [[Aldo Bruun]],J.\n",
        [LAWYER, LAWYER, LAWYER, JUDGE],
    ),
    "lawyers with lawyers": (
        "Mr. [[Noa Ferrini]], Senior Advocate, with\nMr. [[Ivo Moss]] and Ms. [[Hana Moss]],\n"
        "Advocates, for the appellants in W.P.(C) 516.\n\nMs. [[Pia Vance]], Addl. A.G., Arden.\n",
        [LAWYER] * 4,
    ),
    "an attendance list of an award": (
        "For the Claimants:\nCounsel\nMr. [[Noa Ferrini]]     {{Ferrini Moss LLP}}\nWitnesses\n"
        "Mr. [[Ivo Stahl]]      former mine manager\nExperts\nMs. [[Hana Krol]]     Arden Labs\n",
        [LAWYER, "LAW_FIRM", "WITNESS", "EXPERT"],
    ),
    "people beside counsel who are described otherwise": (
        "For the Player:\nMr [[Noa Ferrini]], counsel\nMs [[Pia Vance]], Secretary General\n"
        "Mr [[Ivo Stahl]], witness\n",
        [LAWYER, "", "WITNESS"],
    ),
    "a role ends its own line": (
        "OTHERS PRESENT:\n\n[[NOA FERRINI]], Deputy District Attorney\n"
        "[[PIA VANCE]], Victim's Next-of-Kin\n",
        [LAWYER, "RELATIVE"],
    ),
    "members beside a judge": (
        "Before:  Employment Judge [[Bruun]]\nMembers: Ms [[J Ollon]]\n         Mr [[D Pember]]\n",
        [JUDGE, JUDGE, JUDGE],
    ),
    "lawyers in lines below the parties": (
        "[[Pia Vance]] (instructed by {{Vance & Co}}) for the Claimant\n"
        "[[Hana Moss]] KC (instructed by {{Stahl LLP}}) for the First Defendant\n",
        [LAWYER, "LAW_FIRM", LAWYER, "LAW_FIRM"],
    ),
    "a list of witnesses with what they do": (
        "- Mr. [[Ivo Stahl]], director of the Claimant\n- Ms. [[Hana Krol]], project manager\n"
        "- Mr [[Osk Lund]] gave expert evidence.\n",
        ["", "", "EXPERT"],
    ),
    "lawyers of a firm": (
        "The Respondent is represented by Mr [[Noa Ferrini]] and Ms [[Pia Vance]] of "
        "{{Vance Ferrini & Co}}, Arden.\n",
        [LAWYER, LAWYER, "LAW_FIRM"],
    ),
    "experts of both sides": (
        "Expert evidence was given by Mr [[Noa Ferrini]] (delay) for the Claimants and Mr "
        "[[Ivo Stahl]] for the Respondent. Dr. [[Hana Krol]], our reconstruction expert, left.\n",
        ["EXPERT", "EXPERT", "EXPERT"],
    ),
    "the client behind the lawyer": (
        "Shri [[Noa Ferrini]], Counsel for appellant [[Tabor Lindholm]]\n"
        "Mr. [[Ivo Moss]] for R4 & R5 (in WP.No.17)\n",
        [LAWYER, PARTY, LAWYER],
    ),
    "a bench by its letters": ("Db : [[Aldo Bruun]] & [[Pia Vance]]\n", [JUDGE, JUDGE]),
    "the court of a judge": ("In The Court Of Ms. [[Pia Vance]],\nMagistrate\n", [JUDGE]),
    "members of a tribunal": (
        "(Before Sri [[Aldo Bruun]], Accountant Member & Sri [[Ivo Moss]], Judicial Member)\n"
        "\nIta No. 5/2017\n\n[[Pia Vance]] ....Appellant\n",
        [JUDGE, JUDGE, PARTY],
    ),
    "several cases by their numbers": (
        "Cr.A. No. 397 of 2005 [[Tabor Lindholm Vs]]. State\nCr.A. 425 of 2005 [[Pia Vance]] Vs. "
        "State\n",
        [PARTY, PARTY],
    ),
}


@pytest.mark.parametrize("page", PAGES)
def test_roles_of_a_title_page(page: str) -> None:
    text, roles = PAGES[page]
    assert reported(text, kept=(JUDGE,)) == roles


def test_what_is_beside_a_name_counts_more_than_a_block_of_lawyers() -> None:
    text = (
        "For the Respondent: Ms. [[Hana Moss]]; Ms. [[Sanna Rautio]], interpreter\n\n"
        "5. {{Panel}} heard:\n(a) Professor [[Ivo Moss]], expert witness called by the Appellant;\n"
        "(b) Mr [[Aldo Bruun]]; and\n"
    )
    assert reported(text) == [LAWYER, "INTERPRETER", "", "EXPERT", ""]


def test_a_block_of_lawyers_ends_at_running_text() -> None:
    text = "Through: Mr. [[Ivo Moss]]\n\n[[Pia Vance]] was hurt when she fell off her own roof.\n"
    assert reported(text) == [LAWYER, ""]


def test_a_block_of_parties_has_no_running_text() -> None:
    text = "[[Pia Vance]] fell when she left the house in the dark.\n\n    ....Appellant\n"
    assert reported(text) == [""]


def test_witnesses_for_a_side_are_no_lawyers() -> None:
    assert reported("Witnesses called for the Respondent:\n[[Pia Vance]]\n") != [LAWYER]


def test_relatives_of_others_keep_their_role_in_the_case() -> None:
    assert reported("PW-1 [[Pia Vance]], widow of the deceased, deposed.") == ["WITNESS"]


def test_judges_in_a_list_of_lawyers_stay_judges() -> None:
    text = "For the Petitioner : Mr. [[Ivo Moss]]\n[[Aldo Bruun]], J.\n"
    assert shown(text, kept=(JUDGE,)) == [(LAWYER, True), (JUDGE, True)]


@pytest.mark.parametrize("part", [". ", "-", "\u2026", " and ", "For the ", "No. 1 ", "\n \n1. "])
def test_time_grows_with_the_length_of_a_title_page(part: str) -> None:
    def read(count: int) -> None:
        shown("[[Pia Vance]] " + part * count + "Appellant\n")

    assert grows_no_faster(read, 400)
