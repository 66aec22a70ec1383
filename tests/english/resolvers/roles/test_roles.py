"""What shows the role of a person: titles, labels, headings, phrases; and what does not."""

from __future__ import annotations

import pytest

from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.roles.casting import reported, shown

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
    # behind "was", with what says more of the noun between
    ("The quantum expert called by the Claimant was Professor [[Duarte]].", "EXPERT"),
    ("The expert appointed\nby the Tribunal on quantities was Dr. [[Duarte]].", "EXPERT"),
    ("The Claimant's expert on delay was Mr. [[Penhale]] of the yard.", "EXPERT"),
    ("The witnesses heard were Mr. [[Penhale]] and Ms. [[Duarte]].", "WITNESS", "WITNESS"),
    # the client of a lawyer, at the beginning of a clause
    ("; for the Respondents, Mr. [[Penhale]] and Dr. [[Duarte]] came", "LAWYER", "LAWYER"),
    # behind the name
    ("[[Penhale]] (A-1) and [[Duarte]] (A-2) fired", "PARTY", "PARTY"),
    ("Mrs. [[Duarte]] interpreted from the Portuguese.", "INTERPRETER"),
    ("A diver, [[Osric Penhale]], was killed there.", "VICTIM"),
    ("of Sh. [[P. L. Penhale]], learned Additional Sessions Judge, by which", "JUDGE"),
    ("Per [[P.Q. Penhale]] J.:", "JUDGE"),
    ("Hon'ble [[P. Penhale]] & Hon'ble [[I. Duarte]] J.J.", "JUDGE", "JUDGE"),
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
    (
        "The following fact witnesses were heard:\n\n(a) Mr. [[Penhale]];\n(b) Ms. [[Duarte]],\n"
        "a manager;\n",
        "WITNESS",
        "WITNESS",
    ),
    (
        "Witnesses for the Respondent:\n1. [[Osric Penhale]]\n2. [[Ines Duarte]]\n",
        "WITNESS",
        "WITNESS",
    ),
    (
        "COUNSEL FOR THE CLAIMANT, CORVIN LTD\n\nMs. [[Ines Duarte]]\nMr. [[Voss]]\n",
        "LAWYER",
        "LAWYER",
    ),
    (
        "For the Claimant: Ms. [[Duarte]] and Mr. [[Voss]], instructed by Messrs. Bramble LLP\n",
        "LAWYER",
        "LAWYER",
    ),
    (
        "Petitioner :- [[Osric Penhale]]\nCounsel for Petitioner :- [[I. Duarte]],[[O. Voss]]\n",
        "PARTY",
        "LAWYER",
        "LAWYER",
    ),
    ("Counsel for Revisionist :- [[I. Duarte]],[[O. Voss]]\n", "LAWYER", "LAWYER"),
    (
        "Counsel for the Claimant            Counsel for the Respondent\n\n"
        "Ms. [[Ines Duarte]]                Mr. [[Voss]]\nMr. [[Penhale]]      Dr. [[O. Voss]]\n",
        "LAWYER",
        "LAWYER",
        "LAWYER",
        "LAWYER",
    ),
    (
        "Through: Mr. [[Penhale]], Mr. [[Voss\n     Duarte]] and Ms. [[Ines Voss]], Advocates.",
        "LAWYER",
        "LAWYER",
        "LAWYER",
    ),
    ("The arbitrators [[Penhale]] and Ms. [[Duarte]] met.", "ARBITRATOR", "ARBITRATOR"),
    ("INMATE [[PENHALE]]: Yes.\nINMATE [[PENHALE]]: No.\n", "INMATE", "INMATE"),
    ("INTERPRETER ([[Ines Duarte]]): Sí.\n", "INTERPRETER"),
    # bodies
    ("{{Corvin Harbour Ltd}}, the Respondent, denies it.", "PARTY"),
    ("Messrs. {{Penhale Duarte}} acted.", "LAW_FIRM"),
    ("{{Penhale Duarte}} LLP acted.", "LAW_FIRM"),
]


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: case[1])
def test_a_role_that_shows(case: tuple[str, ...]) -> None:
    text, *roles = case
    assert reported(text) == roles


def test_questions_and_answers_do_not_hide_headings() -> None:
    text = (
        "Counsel for the Claimant\n\nMs. [[Ines Duarte]]\n\nQ.  Who?\nA.  He.\nQ.  Why?\nA.  So.\n"
    )
    assert reported(text) == ["LAWYER"]


def test_a_list_ends_where_prose_begins() -> None:
    text = "Coram:\nHon. Mr. Justice [[Everard Quillon]]\n\n[[Delia Osk]], {}said she fell.\n"
    assert reported(text.format("the victim, ")) == ["JUDGE", "VICTIM"]
    assert reported(text.format("")) == ["JUDGE", ""]
    assert reported(text.format("").replace("[[Delia", "[[Ida Osk]] and [[Delia")) == [
        "JUDGE",
        "",
        "",
    ]


KEPT = ("JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "AUTHOR", "CITED")


@pytest.mark.parametrize("case", SHOWN, ids=lambda case: case[1])
def test_a_kept_role_shows_the_same_where_it_is_plain(case: tuple[str, ...]) -> None:
    text, *roles = case
    assert reported(text, kept=KEPT) == roles


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
    assert reported(text, kept=KEPT) == [role]


@pytest.mark.parametrize(
    "text",
    [
        "Judge [[Osk]] sat.",
        "the Hon'ble Mr. Justice [[Osk]] sat",
        "the learned judge, Dr. [[Osk]], rose",
        "[[Delia Osk]], Additional Sessions Judge, sat.",
        "Coram: [[Delia Osk]]\n",
        "CORAM:\nHON'BLE MS. JUSTICE [[DELIA OSK]]\n",
        "Coram\n\nHon'ble Ms. [[Delia Osk]]\n",
        "The Arbitral Tribunal\n\nDr. [[Delia Osk]]\n",
        "Sole Arbitrator: Dr. [[Delia Osk]] (President)\n",
        "[[Osk]], J.",
        "[[Delia Osk]]\nSole Arbitrator\n",
    ],
)
def test_a_kept_role_that_is_sure(text: str) -> None:
    [(role, sure)] = shown(text, KEPT)
    assert role in KEPT
    assert sure


@pytest.mark.parametrize(
    "text",
    [
        # to whom something is said, and of whom
        "He told the judge [[Delia Osk]] fell.",
        "She asked the learned judge [[Delia Osk]] not to mention it.",
        "He gave the Sole Arbitrator Dr. [[Osk]]'s letter.",
        "PW-1 told the Magistrate [[Osk]] had held her.",
        "told judge [[Delia Osk]] fell",
        "The judge was [[Delia Osk]]'s uncle.",
        "They were appointed by [[Delia Osk]] as arbitrator.",
        # who is spoken to
        "Yes, I saw [[Delia Osk]], Judge.",
        "JUDGE: [[Delia Osk]]?\n",
        "JUDGE: [[Delia Osk]], please stand.\n",
        # a name that just stands below
        "Coram:\n[[Delia Osk]]\n",
        "Coram\n[[Delia Osk]]\n\nThe appeal\n",
        "Bench: [[Delia Osk]]?\n",
        # an initial behind a first name
        "[[Thomas]] J. fell",
    ],
)
def test_a_kept_role_that_may_be_another_persons(text: str) -> None:
    [(role, sure)] = shown(text, KEPT)
    assert role in KEPT
    assert not sure


def test_a_list_of_judges_ends_with_its_block() -> None:
    text = "Coram:\nHon'ble Mr. Justice [[Voss]]\nMs. [[Duarte]]\n\n{}[[Delia Osk]]\n{}"
    assert shown(text.format("", "") + "\n", KEPT)[2] == ("JUDGE", False)
    assert shown(text.format("Mr. ", ""), KEPT)[2] == ("JUDGE", False)
    assert shown(text.format("Hon'ble Ms. ", ""), KEPT) == [("JUDGE", True)] * 3
    assert shown(text.format("", "   Appellant\n"), KEPT)[2] == ("PARTY", True)
    assert shown(text.format("", "  v.\nState\n"), KEPT)[2] == ("PARTY", True)


def test_a_mark_of_another_role_goes_before_a_kept_one() -> None:
    assert reported("[[Anil Penhale]] J. (PW-3) saw it.", kept=KEPT) == ["WITNESS"]
    assert reported("Hon'ble [[Penhale]],J.\n\nLearned counsel rose.", kept=KEPT) == ["JUDGE"]


HIDDEN = [
    "The judge said that it was [[Penhale]].",
    "The Claimant and the others were late, [[Penhale]] said.",
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
    "[[Anil Penhale]],J.S. Duarte,I. Voss",
]


@pytest.mark.parametrize("text", HIDDEN)
def test_no_role_where_none_shows(text: str) -> None:
    assert set(reported(text)) == {""}


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
def test_mentions_that_are_not_people_are_shown(text: str, expected: str) -> None:
    assert reported(text) == [expected]


def test_sentences_do_not_break_at_abbreviations() -> None:
    assert reported("The witness, Hon. Mr. [[Penhale]]") == ["WITNESS"]
    assert reported("Defendant No. [[Penhale]] is the witness.") == ["WITNESS"]
    assert reported("Mr. [[Penhale]] Q.C. The judge left.") == ["LAWYER"]
    assert reported("He saw the witness. Mr. [[Penhale]] came") == [""]


def test_the_rules_add_roles_and_phrases() -> None:
    roles = {"MEDIATOR": {"nouns": ["mediator"]}, "JUDGE": {"titles": ["deemster"]}}
    assert reported("The mediator, Ms. [[Duarte]], and Deemster [[Voss]]", roles=roles) == [
        "MEDIATOR",
        "JUDGE",
    ]


def test_time_grows_with_a_line_of_capitals_alone() -> None:
    def read(count: int) -> None:
        text = "Arbitrator: [[Osk]] " + "QUILLONVERYLONG" * count + " and so on"
        assert shown(text, KEPT)[0][0]

    assert grows_no_faster(read, 400)


def test_the_town_of_a_prison_is_no_person() -> None:
    assert reported("the Superintendent, Central Jail, [[Kesarbagh]].") == ["LOCATION"]
    assert reported("in charge of the Central Jail, Mr. [[Penhale]], came") == [""]
