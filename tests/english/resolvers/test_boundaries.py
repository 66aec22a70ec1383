"""Spans of names have no titles, articles, punctuation or half words."""

from __future__ import annotations

import pytest
from anonfilter_english.knowledge.people import name_edges as edges
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.boundaries import Boundaries

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import marked_document

SAME = ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # any number of titles and roles
        ("<PERSON Presiding Commissioner Mr. Jones>", "Presiding Commissioner Mr. <PERSON Jones>"),
        # a place after the name, an empty line
        ("<PERSON Kit Harrow of Leeds>", "<PERSON Kit Harrow> of <LOCATION Leeds>"),
        ("<PERSON Joan of Arc>", "<PERSON Joan of Arc>"),
        ("<PERSON Kit Harrow\n\n   Lund>", "<PERSON Kit Harrow>\n\n   <PERSON Lund>"),
        ("<PERSON Dr. Prof. Anna Weber>", "Dr. Prof. <PERSON Anna Weber>"),
        ("<PERSON the late Mr. Bell>", "the late Mr. <PERSON Bell>"),
        ("<PERSON Deputy District Attorney Ortega>", "Deputy District Attorney <PERSON Ortega>"),
        ("<PERSON Lt. Col. Ruth Okoye>", "Lt. Col. <PERSON Ruth Okoye>"),
        ("<PERSON Amb. Lindqvist>", "Amb. <PERSON Lindqvist>"),
        ("<PERSON Lt. Gov. Lindqvist>", "Lt. Gov. <PERSON Lindqvist>"),
        ("<PERSON Atty. Gen. Lindqvist>", "Atty. Gen. <PERSON Lindqvist>"),
        ("<PERSON Lcdr. Ruth Okoye>", "Lcdr. <PERSON Ruth Okoye>"),
        ("<PERSON Tpr. Okoye>", "Tpr. <PERSON Okoye>"),
        ("<PERSON Secretary of State Okoye>", "Secretary of State <PERSON Okoye>"),
        ("<PERSON Secretary of Commerce Okoye>", "Secretary of Commerce <PERSON Okoye>"),
        ("<PERSON Tuan Sen>", "<PERSON Tuan Sen>"),
        ("<PERSON Ms. Amb> came", "Ms. <PERSON Amb> came"),
        ("Mr. <PERSON Fr> came", "Mr. <PERSON Fr> came"),
        ("Ms. <PERSON Gov>. She", "Ms. <PERSON Gov>. She"),
        ("dr <PERSON sec> came", "dr <PERSON sec> came"),
        ("<PERSON Ms. Sen Barua> came", "Ms. <PERSON Sen Barua> came"),
        ("<PERSON Tuan Sen Barua> came", "<PERSON Tuan Sen Barua> came"),
        ("<PERSON Ens> came", "<PERSON Ens> came"),
        ("the <PERSON Sec> came", "the <PERSON Sec> came"),
        ("<PERSON the Sec> came", "the Sec came"),
        ("thanks <PERSON bro>", "thanks bro"),
        ("<PERSON Sgt> came", "Sgt came"),
        ("<PERSON Mr. Dir. Barua> came", "Mr. Dir. <PERSON Barua> came"),
        ("<PERSON Bell, Sgt.>", "<PERSON Bell>, Sgt."),
        ("<PERSON Vice-President Lindqvist>", "Vice-President <PERSON Lindqvist>"),
        ("<PERSON Mr.Lindqvist>", "Mr.<PERSON Lindqvist>"),
        ("<PERSON Mr. and Mrs. Bell>", "Mr. and Mrs. <PERSON Bell>"),
        ("<PERSON Attorney General Ortega>", "Attorney General <PERSON Ortega>"),
        ("<PERSON Uncle Bob>", "Uncle <PERSON Bob>"),
        ("<PERSON DEPOSITION OF ANA BELL>", "DEPOSITION OF <PERSON ANA BELL>"),
        ("<PERSON Ana Bell\n  Officer(s>)", "<PERSON Ana Bell>\n  Officer(s)"),
        ("<PERSON Dear Anna>", "Dear <PERSON Anna>"),
        ("<PERSON Hey Ross>!", "Hey <PERSON Ross>!"),
        ("<PERSON R (Penhale>) v Bell", "R (<PERSON Penhale>) v Bell"),
        ("<PERSON R> (<PERSON Penhale>) v. Bell", "R (<PERSON Penhale>) v. Bell"),
        ("<PERSON R> v Bell", "R v Bell"),
        ("<PERSON R. v. Bell>", "R. v. <PERSON Bell>"),
        ("<PERSON R (Bob) Penhale>", "<PERSON R (Bob) Penhale>"),
        ("<PERSON Osric Penhale & Anr.>", "<PERSON Osric Penhale> & Anr."),
        ("<PERSON Osric Penhale and others>", "<PERSON Osric Penhale> and others"),
        ("<ORGANIZATION CORVIN LTD & ORS.>", "<ORGANIZATION CORVIN LTD> & ORS."),
        ("<PERSON Osric Penhale\nCo-arbitrator>", "<PERSON Osric Penhale>\nCo-arbitrator"),
        ("<PERSON Sri Osric Penhale>", "Sri <PERSON Osric Penhale>"),
        ("<PERSON Shri. O. Penhale>", "Shri. <PERSON O. Penhale>"),
        # titles that are also surnames
        ("<PERSON Judge Bell>", "Judge <PERSON Bell>"),
        ("<PERSON Mr. King>", "Mr. <PERSON King>"),
        ("<PERSON Mr. Ensign>", "Mr. <PERSON Ensign>"),
        ("<PERSON Provost King>", "Provost <PERSON King>"),
        ("<PERSON Judge King>", "Judge <PERSON King>"),
        ("I saw <PERSON Major>.", "I saw <PERSON Major>."),
        ("so <PERSON judge king> said", "so judge <PERSON king> said"),
        ("dr <PERSON bishop> and mr <PERSON ma>", "dr <PERSON bishop> and mr <PERSON ma>"),
        ("so i saw <PERSON king>", "so i saw king"),
        ("the <PERSON bishop> and mr <PERSON speaker>", "the bishop and mr speaker"),
        ("madam <PERSON chair>, <PERSON sergeant major>", "madam chair, sergeant major"),
        ("<PERSON assemblywoman okafor>", "assemblywoman <PERSON okafor>"),
        # a rare English word after a name, in text without capitals
        ("<PERSON osric resentfully>", "<PERSON osric> resentfully"),
        ("<PERSON Osric Resentfully>", "<PERSON Osric Resentfully>"),
        ("<PERSON osric penhale>", "<PERSON osric penhale>"),
        ("<PERSON the Bishop>", "the Bishop"),
        ("<PERSON King-Smith>", "<PERSON King-Smith>"),
        ("<PERSON Dean Lindqvist>", "<PERSON Dean Lindqvist>"),
        ("<PERSON Deshawn Marquis>", "<PERSON Deshawn Marquis>"),
        ("<PERSON Anita Kumari>", "<PERSON Anita Kumari>"),
        # the label of an answer is no initial
        ("Q. Who did?\nA. <PERSON Penhale> did.", "Q. Who did?\nA. <PERSON Penhale> did."),
        ("Q. Who did?\n<PERSON A. Penhale> did.", "Q. Who did?\nA. <PERSON Penhale> did."),
        ("Heard:\nA. <PERSON Penhale>, baker", "Heard:\n<PERSON A. Penhale>, baker"),
        # words such as "and" and "from" at the ends
        ("<ORGANIZATION of the Corvin Board and> I", "of the <ORGANIZATION Corvin Board> and I"),
        ("<PERSON with Osric Penhale>", "with <PERSON Osric Penhale>"),
        ("Corvin<ORGANIZATION 's Office>", "Corvin's <ORGANIZATION Office>"),
        ("<ORGANIZATION of>", "of"),
        ("<ORGANIZATION state bank of>", "<ORGANIZATION state bank> of"),
        ("<ORGANIZATION bank of> <LOCATION ellery>", "<ORGANIZATION bank of> <LOCATION ellery>"),
        ("<PERSON o. penhale was> there", "<PERSON o. penhale> was there"),
        ("<ORGANIZATION the envoy to the> board", "the <ORGANIZATION envoy> to the board"),
        ("<LOCATION Stratford on Avon>", "<LOCATION Stratford on Avon>"),
        ("<ORGANIZATION OR Logistics>", "<ORGANIZATION OR Logistics>"),
        # only a title
        ("<ORGANIZATION Justice> <PERSON Penhale>", "Justice <PERSON Penhale>"),
        ("the <ORGANIZATION Commissioner> said", "the Commissioner said"),
        ("<ORGANIZATION Presiding Commissioner>", "Presiding Commissioner"),
        ("the <PERSON Chief> asked", "the Chief asked"),
        ("MR. <PERSON CHIEF> JUSTICE", "MR. CHIEF JUSTICE"),
        ("Mr. <PERSON Chief> asked", "Mr. <PERSON Chief> asked"),
        ("Call me <PERSON Duke>, the <PERSON Duke>", "Call me <PERSON Duke>, the <PERSON Duke>"),
        ("the <ORGANIZATION Marshall Plan>", "the <ORGANIZATION Marshall Plan>"),
        ("<ORGANIZATION State of M.P.>", "<ORGANIZATION State of M.P.>"),
        ("<ORGANIZATION Justice Department>", "<ORGANIZATION Justice Department>"),
        ("<PERSON Officer>", "Officer"),
        ("<PERSON Presiding Commissioner>", "Presiding Commissioner"),
        ("<PERSON Grandma>", "Grandma"),
        ("<PERSON Your Honor>", "Your Honor"),
        # after the name
        ("<PERSON Jane Smith, Ph.D.>", "<PERSON Jane Smith>, Ph.D."),
        ("<PERSON Jane Smith, Esq.>", "<PERSON Jane Smith>, Esq."),
        ("<PERSON Jane Smith Q.C.>", "<PERSON Jane Smith> Q.C."),
        ("<PERSON Ana Bell, Presiding Commissioner>", "<PERSON Ana Bell>, Presiding Commissioner"),
        ("<PERSON Ana Bell MB BCh FRCP>", "<PERSON Ana Bell> MB BCh FRCP"),
        ("<PERSON Robert Bell Jr.> left.", "<PERSON Robert Bell Jr.> left."),
        ("<PERSON Jane Smith Officer Bell>", "<PERSON Jane Smith> Officer <PERSON Bell>"),
        ("<PERSON Robert Bell>, Jr. left", "<PERSON Robert Bell, Jr.> left"),
        ("<PERSON Robert Bell> III left", "<PERSON Robert Bell III> left"),
        # articles
        ("<PERSON a John Doe>", "a <PERSON John Doe>"),
        ("<ORGANIZATION the Ellery Police>", "the <ORGANIZATION Ellery Police>"),
        ("<LOCATION The Hague>", "<LOCATION The Hague>"),
        ("<PERSON A. Smith>", "<PERSON A. Smith>"),
        # separators of mails, tables and forms
        ("<PERSON Jane Smith | j@x.example>", "<PERSON Jane Smith> | <PERSON j@x.example>"),
        ("<ORGANIZATION Jane Smith | Ellery>", "<ORGANIZATION Jane Smith> | <ORGANIZATION Ellery>"),
        ("<PERSON JANE SMITH      MRN>", "<PERSON JANE SMITH>      <PERSON MRN>"),
        ("To  SSN  <PERSON MRN\nOsric Bell>  1  2", "To  SSN  MRN\n<PERSON Osric Bell>  1  2"),
        ("To  SSN  <PERSON ADA\nOsric Bell>  1  2", "To  SSN  <PERSON ADA\nOsric Bell>  1  2"),
        ("so I met <PERSON JR\nBell> at 5", "so I met <PERSON JR\nBell> at 5"),
        (r"<PERSON C>:\Users, <PERSON C>: so", r"C:\Users, <PERSON C>: so"),
        # possessives and contractions
        ("<PERSON Jane Smith's> car", "<PERSON Jane Smith>'s car"),
        ("<PERSON JANE SMITH'S> car", "<PERSON JANE SMITH>'S car"),
        ("<PERSON Jane><PERSON 's> car", "<PERSON Jane>'s car"),
        ("<PERSON James'> car", "<PERSON James>' car"),
        ("<PERSON Jane'll> go", "<PERSON Jane>'ll go"),
        ("<LOCATION Canada's> north", "<LOCATION Canada>'s north"),
        (
            "the <ORGANIZATION Okoro Bell first quarter> call",
            "the <ORGANIZATION Okoro Bell> first quarter call",
        ),
        ("<ORGANIZATION Okoro Bell Q3 2020>", "<ORGANIZATION Okoro Bell> Q3 2020"),
        ("<ORGANIZATION Quarter Deck>", "<ORGANIZATION Quarter Deck>"),
        ("in <LOCATION Trenton, New Jersey>", "in <LOCATION Trenton>, <LOCATION New Jersey>"),
        ("<LOCATION 9 Elm Street, Apt 4B>", "<LOCATION 9 Elm Street, Apt 4B>"),
        # several people in one span
        ("<PERSON Ana Bell, Osric Penhale>", "<PERSON Ana Bell>, <PERSON Osric Penhale>"),
        ("<PERSON ana and osric>", "<PERSON ana> and <PERSON osric>"),
        (
            "<PERSON Ana, Osric, and Mr. Bell>",
            "<PERSON Ana>, <PERSON Osric>, and Mr. <PERSON Bell>",
        ),
        ("<PERSON Penhale, Osric N.>", "<PERSON Penhale, Osric N.>"),
        ("<ORGANIZATION Penhale and Bell LLP>", "<ORGANIZATION Penhale and Bell LLP>"),
        ("<ORGANIZATION Ellery Bay, Corvin>", "<ORGANIZATION Ellery Bay, Corvin>"),
        # punctuation, brackets, quotes, bullets
        ('<PERSON "Jane Smith,"> he', '"<PERSON Jane Smith>," he'),
        ("<PERSON - (Jane Smith)>", "- (<PERSON Jane Smith>)"),
        ("<PERSON • Jane>", "• <PERSON Jane>"),
        ('<PERSON Robert "Bob"> left', '<PERSON Robert "Bob"> left'),
        ("<ORGANIZATION Bell & Co.> paid", "<ORGANIZATION Bell & Co.> paid"),
        ("<PERSON Richar->", "<PERSON Richar>-"),
        ("<PERSON JONES:> Yes.", "<PERSON JONES>: Yes."),
        ("<PERSON Richar- Ortega>", "<PERSON Richar>- <PERSON Ortega>"),
        ("<PERSON JONES: Ortega>", "<PERSON JONES>: <PERSON Ortega>"),
        # numbers
        ("<PERSON John Smith 2>", "<PERSON John Smith> 2"),
        ("<PERSON 3. John Smith>", "3. <PERSON John Smith>"),
        # whole words, double names, tails
        ("<PERSON Smi>th went", "<PERSON Smith> went"),
        ("Mc<PERSON Donald> went", "<PERSON McDonald> went"),
        ("O'<PERSON Brien> went", "<PERSON O'Brien> went"),
        ("<PERSON O>'Brien went", "<PERSON O'Brien> went"),
        ("<PERSON Okonkwo>-Bell went", "<PERSON Okonkwo-Bell> went"),
        ("Okonkwo-<PERSON Bell> went", "<PERSON Okonkwo-Bell> went"),
        ("<PERSON okonkwo>-lindqvist went", "<PERSON okonkwo-lindqvist> went"),
        ("<PERSON Bell>-led talks", "<PERSON Bell>-led talks"),
        ("<PERSON John-like> man", "<PERSON John>-like man"),
        ("<PERSON pre-Smith> era", "pre-<PERSON Smith> era"),
        ("<LOCATION London-based> firm", "<LOCATION London>-based firm"),
        ("<NRP Canadian-born> man", "<NRP Canadian>-born man"),
        ("J. R. <PERSON Bell> went", "<PERSON J. R. Bell> went"),
        # combining marks of other scripts
        ("<PERSON हिन्दी>", "<PERSON हिन्दी>"),
        # a label whose spans stay as they are
        ("<URL the/x>", "<URL the/x>"),
    ],
)
def test_the_ends_of_a_name(resolve, before: str, after: str) -> None:
    assert resolve(Boundaries, before).marked == after


@pytest.mark.parametrize("title", sorted(map(str, table("titles")["titles"])))
def test_each_title_is_cut_off_and_is_no_name_alone(resolve, title: str) -> None:
    assert (
        resolve(Boundaries, f"<PERSON {title} Lindqvist>").marked == f"{title} <PERSON Lindqvist>"
    )
    assert resolve(Boundaries, f"<PERSON {title.title()}>").spans == []


@pytest.mark.parametrize("title", sorted(map(str, table("titles")["short_surnames"])))
def test_each_abbreviated_title_is_cut_off_and_is_a_surname_alone(resolve, title: str) -> None:
    word = title.title()
    for written in (title, word, f"{word}."):
        before = f"<PERSON {written} Lindqvist>"
        assert resolve(Boundaries, before).marked == f"{written} <PERSON Lindqvist>"
    assert resolve(Boundaries, f"<PERSON {word}>").marked == f"<PERSON {word}>"


@pytest.mark.parametrize("word", sorted(map(str, table("titles")["surnames"])))
def test_surnames_that_are_also_titles_are_names_alone(resolve, word: str) -> None:
    surname = word.title()
    assert resolve(Boundaries, f"<PERSON {surname}>").marked == f"<PERSON {surname}>"
    assert resolve(Boundaries, f"<PERSON Jane {surname}>").marked == f"<PERSON Jane {surname}>"


def test_an_organisation_is_divided_where_other_spans_end_and_begin() -> None:
    text = "Ellery Bay, Corvin"
    document, _ = marked_document(text)
    both = Span(0, 18, "ORGANIZATION", "spacy")
    bay, corvin = Span(0, 10, "LOCATION", "model"), Span(12, 18, "LOCATION", "model")
    resolver = Boundaries(Boundaries.Config(), Setting("boundaries"))
    found, _ = resolver.resolve(document, [both, bay, corvin])
    assert {(span.start, span.end) for span in found} == {(0, 10), (12, 18)}


def test_titles_of_the_rules_are_cut_off(resolve) -> None:
    made = resolve(Boundaries, "<PERSON Archivist Bell>", titles=["archivist"])
    assert made.marked == "Archivist <PERSON Bell>"


def test_spans_of_term_lists_stay(resolve) -> None:
    assert resolve(Boundaries, "<PERSON@dictionary Dr. Pepper>").marked == "<PERSON Dr. Pepper>"


def test_a_dropped_title_has_a_reason(resolve) -> None:
    assert resolve(Boundaries, "<PERSON Officer>").reasons == [
        "a title, relation or article without a name"
    ]


def test_a_long_chain_of_hyphens_is_followed_up_to_a_limit() -> None:
    def widen(count: int) -> None:
        text = "Quarnby-" * count
        for at in range(0, len(text), 8):
            start, end = edges.widen_name(text, at, at + 7)
            assert end - start < 200

    assert grows_no_faster(widen, 4_000)


COUNSEL = "Mr. Y. Kandemir             Dr. <PERSON Freja Penhale\nVan der Bilt"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # a next line that begins left of the column
        (
            f"{COUNSEL} Okafor> LLP          Voss & Partners",
            f"{COUNSEL.replace('Penhale', 'Penhale>').replace('Van', '<PERSON Van')} Okafor> LLP"
            "          Voss & Partners",
        ),
        (
            "Ana Bell             <ORGANIZATION Corvin Ltd\nArden Co>",
            "Ana Bell             <ORGANIZATION Corvin Ltd>\n<ORGANIZATION Arden Co>",
        ),
        (
            "Counsel       Ms. <PERSON Meher\n              Voss>",
            "Counsel       Ms. <PERSON Meher>\n              <PERSON Voss>",
        ),
        # the next line is the name of a firm
        (
            "Dr. <PERSON Freja Penhale\nCorvin> Arden LLP\nLeeds",
            "Dr. <PERSON Freja Penhale>\n<PERSON Corvin> Arden LLP\nLeeds",
        ),
        (
            "Counsel: <PERSON Ana Bell\nVoss> & Partners",
            "Counsel: <PERSON Ana Bell>\n<PERSON Voss> & Partners",
        ),
        # an indented line below a name alone on its line
        ("   <PERSON Ana Bell\n   Ines Voss>", "   <PERSON Ana Bell>\n   <PERSON Ines Voss>"),
        (
            "Present:  <PERSON Ana Bell\n          Ines Voss>",
            "Present:  <PERSON Ana Bell>\n          <PERSON Ines Voss>",
        ),
        (
            "IN THE <ORGANIZATION HIGH COURT\n     COMMERCIAL DIVISION>",
            "IN THE <ORGANIZATION HIGH COURT>\n     <ORGANIZATION COMMERCIAL DIVISION>",
        ),
        # a wrapped line
        ("   Through: Mr. O. Bell with Ms. <PERSON Meher\n            Voss> and others", SAME),
        ("4.   It was paid by Mr. <PERSON Osric\nPenhale> of Leeds", SAME),
        ("and the firm of Ms. <PERSON Ana\nPenhale LLP> was late", SAME),
        ("<PERSON Osric\nPenhale> paid Corvin Ltd", SAME),
        # before the label of a turn
        ("my name is <PERSON mena\nspk_0>: hi", "my name is <PERSON mena>\n<PERSON spk_0>: hi"),
    ],
)
def test_a_name_ends_at_the_end_of_a_list_entry(resolve, before: str, after: str) -> None:
    assert resolve(Boundaries, before).marked == (after or before)


def test_an_alias_is_a_separate_name(resolve) -> None:
    made = resolve(Boundaries, "<PERSON OSRIC PENHALE @ OSKI & ANR.> and <PERSON Ana @home>")
    assert made.marked == "<PERSON OSRIC PENHALE> @ <PERSON OSKI> & ANR. and <PERSON Ana @home>"
