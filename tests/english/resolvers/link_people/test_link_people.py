"""All mentions of one person get one identity; two people get two."""

from __future__ import annotations

import pytest

from tests.english.resolvers.link_people.linked import link, listed

ONE = [
    # examples from the errors of published tools
    ("Sara Mahmood", "Sara Mahmoud"),
    ("Sara Mahmood", "Ms. Mahmoud"),
    ("Mahmood", "Mahmoud"),
    ("Lief", "Liefs"),
    ("Jan Lief", "Liefs"),
    ("Kuan", "Koan"),
    ("Lee Kuan", "Lee Koan"),
    ("Michael S. Blatter", "Blatter"),
    ("Lalit Merchant", "L Merchant"),
    ("Bill Essick", "William Essick"),
    ("Romano F. Subiotto Q.C.", "Subiotto"),
    ("Romano F. Subiotto", "Romano Subiotto Q.C."),
    ("John Roe Doe", "John R. Doe"),
    # initials
    ("Terrance Bell", "T. Bell"),
    ("Terrance Bell", "Terrance B."),
    ("Gerald Winters", "GW"),
    ("J. Edgar Brandvold", "Edgar Brandvold"),
    ("Adaeze N. Okafor", "A. N. Okafor", "A. Okafor"),
    ('Adaeze "Ada" Okafor', "Adaeze Ngozi Okafor", "Adaeze Okafor"),
    # nicknames
    ("Terrance Bell", "Terry"),
    ("Margaret Essick", "Peggy"),
    ("Peggy Essick", "Maggie Essick"),
    ("Deborah", "Deb"),
    ("Rachel Essick", "Rach"),
    ("Phoebe Essick", "Phoebs"),
    ("Katarzyna Essick", "Kasia"),
    ("Zofia", "Zosia"),
    ("Thomas Essick", "Tommo"),
    ("Sharon Essick", "Shaz"),
    # a part of the name
    ("Terrance Okonkwo-Bell", "Mr. Bell", "Okonkwo", "OKONKWO-BELL"),
    ("Terrance Okonkwo-Bell", "Terrance Bell"),
    ("Maria Garcia Lopez", "Ms. Garcia", "Maria Garcia"),
    ("Tom\u00e1s Iv\u00e1n Echeverr\u00eda Quiroga", "Echeverr\u00eda Quiroga", "Mr. Quiroga"),
    ("Gerhard Holst van Dreumel", "Holst van Dreumel"),
    # misspelled names
    ("Terrance Okonkwo-Bell", "Okonkwo-Bel"),
    ("Lydia Brandvold", "Lydia Brandwold"),
    ("Pavel Wisniewski", "Wisnewski"),
    # accents, scripts, particles, suffixes, order
    ("J\u00fcrgen M\u00fcller", "Juergen Mueller", "Mr. Muller"),
    ("\u0410\u043b\u0438 \u0428\u0430\u0431\u0430\u043d", "Ali Shaban"),
    ("Derek De Bruin", "Derek DeBruin", "Mr. Bruin"),
    ("Hector de la Cruz", "Hector Cruz"),
    ("Hector Cruz", "Cruz, Hector", "CRUZ, HECTOR"),
    ("Yuji Unozawa", "Unozawa Yuji"),
    ("Tobias Essick Jr.", "Tobias Essick"),
    ("Tobias Essick III", "Mr. Essick"),
    # titles
    ("Ann Bell", "Ms. Bell", "Officer Bell", "Miss Ann"),
    ("Dr. Hector Cruz", "Dr. Cruz", "Cruz"),
    ("Aunt Peggy", "Peggy"),
    ("Scientist Tom Essick", "Tom Essick"),
    ("Scientologist Tom Essick", "Tom Essick"),
    ("Tom Essick of Civic Forum", "Tom Essick"),
    ("Tommy", "Tommyyyy"),
]
SEVERAL = [
    ("Terrance Bell", "Marcus Bell"),
    ("T. Bell", "Marcus Bell"),
    ("Mr. Bell", "Mrs. Bell"),
    ("Mr. Bell", "Ann Bell"),
    ("Mrs. Bell", "Miss Bell"),
    ("J. R. Bell Jr.", "Ms. Bell"),
    ("Tobias Essick Jr.", "Tobias Essick Sr."),
    ("Abbas II", "Abbas I"),
    ("John Paul Essick", "John Roe Essick"),
    ("Richard", "Richards"),
    ("Maria Bell", "Mario Bell"),
    ("Bell", "Ball"),
    ("Lee Kuan", "Peter Koan"),
    ("the Essicks", "Tobias Essick"),
    ("Mary", "Aunt Polly"),
    ("Johnson", "Johnston"),
    ("Harris", "Harrison"),
    ("Abu Karim", "Umm Karim", "Karim Essick"),
    ("Anna Bell", "Ruth Bell-Voss"),
    ("Tom\u00e1s Iv\u00e1n Elena Quiroga", "Elena Quiroga"),
]


@pytest.mark.parametrize("names", ONE, ids=range(len(ONE)))
def test_mentions_of_one_person_are_linked(names: tuple[str, ...]) -> None:
    assert link(listed(*names)).groups == [list(names)]


@pytest.mark.parametrize("names", ONE, ids=range(len(ONE)))
def test_mentions_are_linked_in_any_order(names: tuple[str, ...]) -> None:
    assert link(listed(*reversed(names))).groups == [list(reversed(names))]


@pytest.mark.parametrize("names", SEVERAL, ids=range(len(SEVERAL)))
def test_mentions_of_several_people_are_not_linked(names: tuple[str, ...]) -> None:
    assert link(listed(*names)).groups == [[name] for name in names]


def test_titles_before_a_span_count() -> None:
    made = link("Mr. <PERSON Bell> met Mrs. <PERSON Bell>. Then Mr. <PERSON Bell> left.")
    assert made.groups == [["Bell", "Bell"], ["Bell"]]


def test_a_surname_is_not_taken_for_a_half_of_a_double_one_if_another_person_has_it() -> None:
    made = link(
        "<PERSON Anna Bell> met <PERSON Ruth Bell-Voss>. Ms. <PERSON Bell-Voss> left, "
        "Ms. <PERSON Bell> stayed. <PERSON Voss> came back."
    )
    assert made.groups == [["Anna Bell", "Bell"], ["Ruth Bell-Voss", "Bell-Voss", "Voss"]]


def test_a_mother_called_by_the_name_of_her_son_is_another_person() -> None:
    made = link("Umm <PERSON Karim> came with <PERSON Karim>. Umm <PERSON Karim> left.")
    assert made.groups == [["Karim", "Karim"], ["Karim"]]


AMBIGUOUS = (
    "<PERSON Terrance Bell> came. <PERSON Marcus Bell> left. <PERSON Bell> was late. "
    "<PERSON Terrance> sat down. Then <PERSON Bell> spoke."
)


def test_a_surname_of_two_people_is_linked_to_neither_and_uncertain() -> None:
    made = link(AMBIGUOUS)
    assert made.groups == [["Terrance Bell", "Terrance"], ["Marcus Bell"], ["Bell", "Bell"]]
    assert made.uncertain == ["Bell", "Bell"]
    doubts = [doubt for one in made.clusters for doubt in one.uncertain]
    assert all(set(doubt.others) == {"p1", "p2"} for doubt in doubts)
    assert all("undecided" in doubt.reason for doubt in doubts)


def test_rules_may_prefer_the_nearest_person_before() -> None:
    made = link(AMBIGUOUS, open="nearest")
    assert made.groups == [["Terrance Bell", "Terrance", "Bell"], ["Marcus Bell", "Bell"]]
    assert made.uncertain == ["Bell", "Bell"]
    doubts = [doubt for one in made.clusters for doubt in one.uncertain]
    assert [doubt.others for doubt in doubts] == [("p2",), ("p1",)]


@pytest.mark.parametrize(
    ("preferred", "groups"),
    [
        ("apart", [["Bell"], ["Terrance Bell"], ["Marcus Bell"]]),
        ("nearest", [["Bell", "Terrance Bell"], ["Marcus Bell"]]),
    ],
)
def test_a_surname_before_all_full_names_is_uncertain(
    preferred: str, groups: list[list[str]]
) -> None:
    text = "<PERSON Bell> spoke. <PERSON Terrance Bell> came, <PERSON Marcus Bell> left."
    made = link(text, open=preferred)
    assert made.groups == groups
    assert made.uncertain == ["Bell"]


def test_a_name_means_the_only_person_mentioned_recently() -> None:
    far = "It rained for days, and nobody who was there could say when it would end. " * 6
    made = link(
        f"<PERSON David Chen> came. {far}<PERSON David Brown> left. <PERSON David> cried. "
        "<PERSON David Chen> laughed. <PERSON David> did not."
    )
    assert made.groups == [["David Chen", "David Chen"], ["David Brown", "David"], ["David"]]
    assert made.uncertain == ["David", "David"]


@pytest.mark.parametrize(
    "text",
    [
        "<PERSON Jack> came. Then <PERSON Jon> left.",
        "<PERSON Jack Essick> came. Then <PERSON Jon> left.",
        "<PERSON Dave> and <PERSON David> left.",
        "<PERSON Peggy Essick> & <PERSON Maggie Essick> left.",
        "<PERSON Mahmood> and <PERSON Mahmoud> left.",
        "<PERSON Kent Miller> came. Mr. <PERSON Kent> left.",
        "<PERSON Kent Miller> came. <PERSON Clark Kent> left.",
    ],
)
def test_similar_names_alone_are_not_linked(text: str) -> None:
    assert len(link(text).groups) == 2


def test_people_named_together_may_have_short_forms_elsewhere() -> None:
    made = link("<PERSON Bell> and <PERSON Marcus Bell> came. <PERSON Bell> left.", open="nearest")
    assert made.groups == [["Bell", "Marcus Bell", "Bell"]]
    whole = link("<PERSON Dave> and <PERSON David> left.", without=["together"])
    assert len(whole.groups) == 1


def test_an_initial_of_two_people_is_uncertain() -> None:
    made = link(listed("Terrance Bell", "Thomas Bell", "T. Bell"))
    assert made.groups == [["Terrance Bell"], ["Thomas Bell"], ["T. Bell"]]
    assert made.uncertain == ["T. Bell"]


def test_certain_links_are_not_uncertain() -> None:
    assert link(listed("Terrance Bell", "Bell", "Terry", "T. Bell")).uncertain == []


def test_a_surname_far_from_all_full_names_means_the_person_usually_called_by_it() -> None:
    far = "It rained for days, and nobody who was there could say when it would end. " * 3
    made = link(
        f"<PERSON Ann Bell> sings. {far}<PERSON Bell> was born here. {far}"
        f"Her brother <PERSON Marcus Bell> does not. {far}<PERSON Bell> tours."
    )
    assert made.groups == [["Ann Bell", "Bell", "Bell"], ["Marcus Bell"]]
    assert made.uncertain == ["Bell", "Bell"]


def test_the_person_addressed_is_the_next_speaker() -> None:
    text = (
        "COMMISSIONER LONG: Good morning.\n"
        "INMATE TERRANCE BELL: Good morning.\n"
        "MR. MARCUS BELL: Good morning.\n"
        "COMMISSIONER LONG: Thank you, Mr. Bell. Now you.\n"
        "INMATE TERRANCE BELL: Yes.\n"
    )
    marked = (
        text.replace("TERRANCE BELL", "<PERSON TERRANCE BELL>")
        .replace("MARCUS BELL", "<PERSON MARCUS BELL>")
        .replace("Mr. Bell", "Mr. <PERSON Bell>")
        .replace("LONG", "<PERSON LONG>")
    )
    made = link(marked)
    assert ["TERRANCE BELL", "Bell", "TERRANCE BELL"] in made.groups
    assert made.uncertain == ["Bell"]
    assert ["Bell"] in link(marked, without=["turns"]).groups


def test_an_inverted_name_is_linked_with_the_name_in_its_usual_order() -> None:
    text = (
        "<PERSON Adaeze Okafor> and <PERSON Chidi Okafor> left. Then <PERSON Okafor>, "
        "<PERSON Adaeze> was read out. <PERSON Okafor>, <PERSON Olga> and others were not."
    )
    made = link(text)
    assert made.groups[:2] == [["Adaeze Okafor", "Okafor", "Adaeze"], ["Chidi Okafor"]]
    assert made.uncertain == ["Okafor"]
    assert link(text, without=["order"]).uncertain == ["Okafor", "Okafor"]


def test_a_speaker_has_the_name_of_the_introduction() -> None:
    text = (
        "LONG: Is <PERSON Marcus Bell> here?\n"
        "<PERSON TERRANCE BELL>: <PERSON Terrance Bell>. <SPELLED_NAME B-E-L-L>.\n"
        "LONG: Thank you.\n"
        "<PERSON TERRANCE BELL>: And <PERSON Bell> is not here.\n"
        "LONG: Thank you.\n"
    )
    made = link(text, {"B-E-L-L": "Bell"})
    own = ["TERRANCE BELL", "Terrance Bell", "B-E-L-L", "TERRANCE BELL"]
    assert made.groups == [["Marcus Bell", "Bell"], own]


@pytest.mark.parametrize(
    "text",
    [
        "<PERSON Lon Knight>, born <PERSON Alonzo Lettiman>, left.",
        "<PERSON Ramon Essick>, also known as <PERSON C-Note>, left.",
        "<PERSON Lon Knight> (5 May 1930 \u2013 2 June 1999), known as <PERSON Brother Odo>, left.",
        "<PERSON Ann Essick> (born 1968), better known by her stage name <PERSON Opal Dew>, left.",
        "<PERSON Ramon Essick> @ <PERSON Smiley> left.",
        'We saw <PERSON Ramon Essick> (a.k.a. "<PERSON Smiley>") there.',
        "<PERSON Naomi Essick> (Hebrew: <PERSON \u05e0\u05e2\u05de\u05d9>) left.",
    ],
)
def test_aliases_in_the_text_are_linked(text: str) -> None:
    assert len(link(text).groups) == 1
    assert len(link(text, without=["aliases"]).groups) == 2


@pytest.mark.parametrize(
    "text",
    [
        "<PERSON Lon Knight>, known as <PERSON Ramon Essick>'s neighbour, left.",
        "<PERSON Lon Knight> is better known than <PERSON Ramon Essick> is.",
        "<PERSON Lon Knight> is known by <PERSON Ramon Essick> and by all.",
        "<PERSON Lon Knight> (5 May 1930) met <PERSON Ramon Essick> there.",
    ],
)
def test_two_people_named_side_by_side_are_not_linked(text: str) -> None:
    assert len(link(text).groups) == 2


def test_successive_names_are_not_linked() -> None:
    text = "<PERSON Ann Essick>, <PERSON Marcus Bell> (<PERSON Peter Cruz>) and <PERSON Olga Roe>"
    assert len(link(text).groups) == 4


def test_a_spelling_is_linked_with_the_name_that_it_spells() -> None:
    text = "<PERSON Terrance Okonkwo>: <SPELLED_NAME O-K-O-N-K-W-O>. <PERSON Ann Bell> left."
    spelled = {"O-K-O-N-K-W-O": "Okonkwo"}
    assert link(text, spelled).groups == [["Terrance Okonkwo", "O-K-O-N-K-W-O"], ["Ann Bell"]]
    assert link(text, spelled, without=["spelled"]).groups == [["Terrance Okonkwo"], ["Ann Bell"]]


ABLATION = [
    ("parts", ("Terrance Bell", "Bell")),
    ("initials", ("Terrance Bell", "T. Bell")),
    ("nicknames", ("William Essick", "Bill Essick")),
    ("titles", ("Mr. Bell", "Mrs. Bell")),
    ("near", ("Lydia Brandvold", "Lydia Brandwold")),
    ("accents", ("Jurgen Muller", "J\u00fcrgen M\u00fcller")),
    ("particles", ("Derek De Bruin", "Derek DeBruin")),
    ("double", ("Terrance Okonkwo-Bell", "Terrance Bell")),
    ("suffixes", ("Tobias Essick Jr.", "Tobias Essick Sr.")),
    ("order", ("Hector Cruz", "Cruz, Hector")),
]


@pytest.mark.parametrize(("evidence", "names"), ABLATION)
def test_each_kind_of_evidence_can_be_left_out(evidence: str, names: tuple[str, ...]) -> None:
    whole, without = link(listed(*names)), link(listed(*names), without=[evidence])
    assert {len(whole.groups), len(without.groups)} == {1, 2}


def test_the_evidence_of_distance_can_be_left_out() -> None:
    text = listed("Terrance Bell", "Marcus Bell", "Bell")
    assert link(text, open="nearest").groups[1] == ["Marcus Bell", "Bell"]
    first = link(text, open="nearest", without=["distance"])
    assert first.groups[0] == ["Terrance Bell", "Bell"]
