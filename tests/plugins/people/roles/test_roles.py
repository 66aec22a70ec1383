"""What shows the role of a person: titles, labels, headings, phrases; and what does not."""

from __future__ import annotations

import pytest

from tests.plugins.people.roles.casting import told

SHOWN = [
    # titles
    ("Mr Justice [[Penhale]] sat alone.", "JUDGE"),
    ("Before Lord Justice [[Penhale]]", "JUDGE"),
    ("District Judge [[Ines Duarte]] allowed it.", "JUDGE"),
    ("Hon'ble Mr. Justice [[Penhale]] agreed.", "JUDGE"),
    ("The Honourable [[Ines Duarte]] presided.", "JUDGE"),
    ("Honourable Mr.Justice [[P.Q.Penhale]]", "JUDGE"),
    ("Inmate [[Penhale]] said so.", "INMATE"),
    ("Presiding Commissioner [[Penhale]] asked.", "COMMISSIONER"),
    ("Sgt. [[Penhale]] arrived.", "OFFICER"),
    ("Detective Inspector [[Penhale]] arrived.", "OFFICER"),
    ("ASI [[Penhale]] took the parcels.", "OFFICER"),
    ("PW-12 [[Penhale]] saw it.", "WITNESS"),
    ("P.W.1 [[Osric Penhale]] told in para 3", "WITNESS"),
    ("the witness statement of Mr. [[Penhale]]", "WITNESS"),
    ("the testimony of [[Ines Duarte]]", "WITNESS"),
    ("his wife, [[Ines]], was there", "RELATIVE"),
    ("my brother [[Osric]] came", "RELATIVE"),
    ("[[X Penhale]] S/o [[Y Penhale]]", "", "RELATIVE"),
    ("the murder of [[Ines Duarte]]", "VICTIM"),
    ("the deceased [[Ines Duarte]] had left", "VICTIM"),
    ("The interpreter, Ms. [[Duarte]], was sworn.", "INTERPRETER"),
    ("accused No. 2 [[Penhale]] fired", "PARTY"),
    ("the Claimant, Mr. [[Penhale]], says", "PARTY"),
    ("counsel for Mr. [[Penhale]] objected", "PARTY"),
    ("learned counsel appearing for the respondent No.1, Sri [[Penhale]], argued", "LAWYER"),
    ("Counsel for the Claimant, Ms. [[Duarte]], rose.", "LAWYER"),
    ("The expert report of Dr. [[Duarte]]", "EXPERT"),
    # behind the name
    ("[[Penhale]] J. dissented.", "JUDGE"),
    ("[[Penhale]], J. (Oral)", "JUDGE"),
    ("[[Penhale]] and [[Duarte]] LJJ agreed", "JUDGE", "JUDGE"),
    ("[[Penhale]] CJ:", "JUDGE"),
    ("[[Osric Penhale]] (PW-3) saw it.", "WITNESS"),
    ("Dr. [[Penhale]] (P.W.10) is an independent expert witness.", "WITNESS"),
    ("[[Osric Penhale]] testified that it rained.", "WITNESS"),
    ("[[Osric Penhale]] was the interpreter.", "INTERPRETER"),
    ("[[Osric Penhale]], who was then the presiding judge, agreed", "JUDGE"),
    ("Mr [[Penhale]], counsel for the claimant, rose.", "LAWYER"),
    ("Mr. [[Penhale]] for the PETITIONER(s) No. 1", "LAWYER"),
    ("Mr. [[Penhale]], Advocate for Respondent Nos. 1 & 2.", "LAWYER"),
    ("Mr [[Romano Penhale]] Q.C.", "LAWYER"),
    ("Mr [[Romano Penhale]], QC, Sole Arbitrator", "ARBITRATOR"),
    ("[[INES DUARTE]], Attorney for Inmate (via video)", "LAWYER"),
    ("[[INES DUARTE]]\nVictim's Next of Kin (via video)", "RELATIVE"),
    ("[[Osric Penhale]]      ..... Appellant", "PARTY"),
    ("[[Osric Penhale]] & Ors.\n        ..... Respondents", "PARTY"),
    ("[[Osric Penhale]]                  … Petitioner(s)", "PARTY"),
    ('[[Osric Penhale]] (the "Claimant") says', "PARTY"),
    ("[[Osric Penhale]], quantum expert, said", "EXPERT"),
    ("[[Osric Penhale]], a member of the Tribunal,", "TRIBUNAL_MEMBER"),
    # the title of the case
    ("[[OSRIC PENHALE]]\n\n      v.\n\n[[INES DUARTE]]\n", "PARTY", "PARTY"),
    ("[[OSRIC PENHALE]] & ORS\n  Versus\n{{CORVIN HARBOUR LTD}}\n", "PARTY", "PARTY"),
    # labels and headings
    ("Arbitrator: Ms. [[Duarte]]", "ARBITRATOR"),
    ("Sole Arbitrator: Hon. Mr. Justice [[Penhale]] (Retd.)", "ARBITRATOR"),
    ("Coram:\nHon'Ble Mr. Justice [[Penhale]]\n", "JUDGE"),
    ("CORAM: [[A. Penhale]], [[I. Duarte]] and [[O. Voss]]\n", "JUDGE", "JUDGE", "JUDGE"),
    ("Witnesses for the Respondent:\n1. [[Osric Penhale]]\n2. [[Ines Duarte]]\n",
     "WITNESS", "WITNESS"),
    ("COUNSEL FOR THE CLAIMANT, CORVIN LTD\n\nMs. [[Ines Duarte]]\nMr. [[Voss]]\n",
     "LAWYER", "LAWYER"),
    ("For the Claimant: Ms. [[Duarte]] and Mr. [[Voss]], instructed by Messrs. Bramble LLP\n",
     "LAWYER", "LAWYER"),
    ("Through: Mr. [[Penhale]], Mr. [[Voss\n     Duarte]] and Ms. [[Ines Voss]], Advocates.",
     "LAWYER", "LAWYER", "LAWYER"),
    ("The arbitrators [[Penhale]] and Ms. [[Duarte]] met.", "ARBITRATOR", "ARBITRATOR"),
    ("INMATE [[PENHALE]]: Yes.\nINMATE [[PENHALE]]: No.\n", "INMATE", "INMATE"),
    ("INTERPRETER ([[Ines Duarte]]): Sí.\n", "INTERPRETER"),
    # bodies
    ("{{Corvin Harbour Ltd}}, the Respondent, denies it.", "PARTY"),
    ("Messrs. {{Penhale Duarte}} acted.", "LAW_FIRM"),
    ("{{Penhale Duarte}} LLP acted.", "LAW_FIRM"),
]  # fmt: skip


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: case[1])
def test_a_role_that_shows(case: tuple[str, ...]) -> None:
    text, *roles = case
    assert told(text) == roles


def test_a_list_ends_where_prose_begins() -> None:
    text = "Coram:\nHon. Mr. Justice [[Everard Quillon]]\n\n[[Delia Osk]], {}said she fell.\n"
    assert told(text.format("the victim, ")) == ["JUDGE", "VICTIM"]
    assert told(text.format("")) == ["JUDGE", ""]
    assert told(text.format("").replace("[[Delia", "[[Ida Osk]] and [[Delia")) == ["JUDGE", "", ""]


KEPT = ("JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "AUTHOR", "CITED")


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: case[1])
def test_a_kept_role_shows_the_same_where_it_is_plain(case: tuple[str, ...]) -> None:
    text, *roles = case
    assert told(text, kept=KEPT) == roles


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("the arbitrator, Dr. [[Osk]], rose", "ARBITRATOR"),
        ("He met Judge [[Osk]].", "JUDGE"),
        ("the arbitrator, [[Delia Osk]] fell", ""),
        ("the judge, [[Delia Osk]], and Tom left", ""),
        ('He told the judge "[[Delia Osk]] fell".', ""),
        ("He told the judge: [[Delia Osk]] fell.", ""),
        ("the judge said [[Delia Osk]] fell", ""),
        ("the judge, his [[Osk]], left", ""),
        ("the judge - [[Delia Osk]] - left", ""),
    ],
)
def test_a_kept_role_must_be_said_of_the_name_itself(text: str, role: str) -> None:
    assert told(text, kept=KEPT) == [role]


HIDDEN = [
    "[[Penhale]] came late.",
    "He asked the judge. [[Penhale]] said nothing.",
    "[[Penhale]]'s attorney objected.",
    "[[Penhale]], Judge Duarte and the others came.",
    "[[Penhale]], the inmate said nothing to her.",
    "[[Penhale]] was not the judge.",
    "THE WITNESS: [[Penhale]] did.\nTHE WITNESS: And again.\n",
    "Arbitrators:\n\nThe parties agreed on a seat when [[Penhale]] was ill, and so on for long.\n",
    "The judges read what was before them.\n\n[[Penhale]] rose.",
    "Coram:\n\n[[Delia Osk]], who was hurt, said she fell.\n",
    "Coram:\n[[Delia Osk]] fell.\n",
    "Coram:\n[[Delia Osk]]\nsaid she fell.\n",
    "{{Corvin Ltd}}, Judge Duarte said",
    "[[Penhale]] j is a letter",
]


@pytest.mark.parametrize("text", HIDDEN)
def test_no_role_where_none_shows(text: str) -> None:
    assert set(told(text)) == {""}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He lives in [[Penhale]] County.", "LOCATION"),
        ("the city of [[Duarte]]", "LOCATION"),
        ("[[Penhale]] Holdings paid.", "ORGANIZATION"),
        ("[[Penhale]] & Partners acted.", "LAW_FIRM"),
        ("M/s [[Penhale]] acted.", "LAW_FIRM"),
    ],
)
def test_what_is_no_person_shows_too(text: str, expected: str) -> None:
    assert told(text) == [expected]


def test_sentences_do_not_break_at_abbreviations() -> None:
    assert told("The witness, Hon. Mr. [[Penhale]]") == ["WITNESS"]
    assert told("Defendant No. [[Penhale]] is the witness.") == ["WITNESS"]
    assert told("Mr. [[Penhale]] Q.C. The judge left.") == ["LAWYER"]
    assert told("He saw the witness. Mr. [[Penhale]] came") == [""]


def test_the_rules_add_roles_and_phrases() -> None:
    roles = {"MEDIATOR": {"nouns": ["mediator"]}, "JUDGE": {"titles": ["deemster"]}}
    assert told("The mediator, Ms. [[Duarte]], and Deemster [[Voss]]", roles=roles) == [
        "MEDIATOR",
        "JUDGE",
    ]
