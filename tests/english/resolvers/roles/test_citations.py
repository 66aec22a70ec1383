"""Names in citations are those of cases and authors, by the examples of the shipped patterns."""

from __future__ import annotations

import re

import pytest
from anonfilter_english.knowledge.word_lists import table
from anonfilter_english.resolvers.roles import citations
from anonfilter_english.resolvers.roles.cited_text import references
from anonfilter_english.resolvers.roles.roles import Roles

from anonfilter.contract.document import Kind, Label, Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.roles.casting import LABELS, marked, reported, shown

DATA = table("citations")
EXAMPLES = [(one["role"], text) for one in DATA["patterns"] for text in one["examples"]]
COUNTER = [(one["role"], text) for one in DATA["patterns"] for text in one["counterexamples"]]


@pytest.mark.parametrize(("role", "text"), EXAMPLES)
def test_examples(role: str, text: str) -> None:
    assert reported(text) == [role]


@pytest.mark.parametrize(("role", "text"), COUNTER)
def test_counterexamples(role: str, text: str) -> None:
    assert reported(text) != [role]


@pytest.mark.parametrize("written", DATA["reporter_examples"])
def test_text_that_cites_a_law_report(written: str) -> None:
    start = written.index("[[")
    text = written.replace("[[", "", 1).removesuffix("]]")
    found = citations.reporter().match(text, start)
    assert found is not None
    assert found.end() == len(text)


@pytest.mark.parametrize("written", DATA["reporter_counterexamples"])
def test_text_that_cites_no_law_report(written: str) -> None:
    at = written.index("Jones") + len("Jones")
    assert citations.reporter().match(written, at) is None


@pytest.mark.parametrize(
    "written", [text for one in DATA["references"] for text in one["examples"]]
)
def test_statutes_rules_treaties_and_reports_are_references(written: str) -> None:
    before, rest = written.split("[[")
    inside, behind = rest.split("]]")
    place = (len(before), len(before) + len(inside))
    assert place in set(references(before + inside + behind))


@pytest.mark.parametrize(
    "written", [text for one in DATA["references"] for text in one["counterexamples"]]
)
def test_text_that_is_not_a_reference(written: str) -> None:
    assert list(references(written)) == []


@pytest.mark.parametrize(
    "text",
    [
        "See [[Smith]] v. [[Jones]], 5 U.S. 137 (1803), at 12.",
        "as in [[Penhale]] v [[Duarte]] [1932] AC 562.",
        "followed in [[Ram Penhale]] Vs. [[Ines Duarte]], AIR 1973 SC 1461",
        "In [[Penhale]] v. [[Duarte]] the court held otherwise.",
        "[[Penhale]] v. [[Duarte]] (2017) 10 SCC 1",
    ],
)
def test_both_names_of_a_case_that_is_cited(text: str) -> None:
    assert reported(text) == ["CITED", "CITED"]


def test_the_case_itself_is_not_cited() -> None:
    assert reported("[[Penhale]] v. [[Duarte]] (Cr.A. No. 317/2011)") == ["PARTY", "PARTY"]
    text = "the complaint titled as '[[Penhale]] v. [[Duarte]]' was filed here"
    assert "CITED" not in reported(text)


@pytest.mark.parametrize(
    "text",
    ["In [[Penhale]] v. [[Duarte]] it was held so.", "In [[Penhale]]'s case it was held so."],
)
def test_a_case_that_is_only_named_may_be_this_one(text: str) -> None:
    assert {sure for _, sure in shown(text)} == {False}
    again = " See [[Penhale]] v. [[Duarte]], 5 U.S. 137 (1803)."
    assert shown(text + again) == [("CITED", True)] * (text.count("[[") + 2)


def test_co_authors() -> None:
    text = "[[Penhale]] and [[Duarte]] on International Arbitration, para. 3"
    assert reported(text) == ["AUTHOR", "AUTHOR"]


@pytest.mark.parametrize(
    ("keep", "left"), [("keep", ["PERSON", "PERSON"]), ("redact", ["PERSON", "PERSON", "DATE"])]
)
def test_the_rules_say_whether_the_rest_of_a_citation_stays(keep: str, left: list[str]) -> None:
    document, spans = marked("See [[Smith]] v. [[Jones]], 5 U.S. 137 (1803), at 12.")
    year = document.text.index("1803")
    spans.append(Span(year, year + 4, "DATE", "model"))
    made = Roles(Roles.Config(citations=keep), Setting("roles", labels=LABELS))
    found, changes = made.resolve(document, spans)
    assert [span.label for span in found] == left
    assert any(change.excluded for change in changes) == (keep == "keep")


def numbered(text: str, *numbers: str) -> list[str]:
    """What is left of numbers and names where citations are kept."""
    document, spans = marked(text)
    for number in numbers:
        for found in re.finditer(re.escape(number), document.text):
            spans.append(Span(*found.span(), "GENERIC_ID", "patterns"))
    labels = {**LABELS, "GENERIC_ID": Label("GENERIC_ID", kind=Kind.DIRECT)}
    made = Roles(Roles.Config(citations="keep"), Setting("roles", labels=labels))
    left, _ = made.resolve(document, spans)
    return [document.text[span.start : span.end] for span in left if span.label == "GENERIC_ID"]


def test_the_number_of_a_cited_case_stays_and_that_of_the_case_goes() -> None:
    text = "(no. 7312/08) see [[Oduya]] v. [[Arden]] [GC], no. 1942/97, § 31, ECHR 2001-II."
    assert numbered(text, "7312/08", "1942/97") == ["7312/08"]


def test_a_case_by_the_name_of_a_person_of_this_one_is_not_kept() -> None:
    text = "Then [[Abel Oduya]] left. See People v. [[Oduya]], No. 1-04-0733 (Ill. App. Ct. 2006)."
    assert numbered(text, "1-04-0733") == ["1-04-0733"]
    assert shown(text)[1] == ("CITED", False)


def test_the_title_above_the_text_is_no_citation() -> None:
    text = """CASE OF [[Oduya]] v. [[Arden]], no. 7312/08, § 3

The case originated in a complaint that was lodged with the court in May.
"""
    assert numbered(text, "7312/08") == ["7312/08"]
    assert "CITED" not in reported(text) or {sure for _, sure in shown(text)} == {False}


def test_a_citation_with_the_number_of_this_case_is_not_kept() -> None:
    text = "(no. 7312/08) In [[Oduya]] v. [[Arden]], no. 7312/08, § 31, it was said."
    assert numbered(text, "7312/08") == ["7312/08", "7312/08"]
    assert shown("In [[Oduya]] v. [[Arden]], no. 7312/08, § 31")[0] == ("CITED", True)


def test_the_case_itself_in_an_earlier_instance_is_not_left_in_clear() -> None:
    kept = Roles(Roles.Config(citations="keep"), Setting("roles", labels=LABELS))
    for cited in ("", " [2018] EWHC 12"):
        text = "Mrs [[Tabitha Penhale]] fell. It was so in {{Penhale v Westholme Trust}}"
        document, spans = marked(f"{text}{cited}.")
        found, _ = kept.resolve(document, spans)
        assert len(found) == 2


def test_a_body_that_is_also_named_outside_is_no_part_of_a_citation_only() -> None:
    document, spans = marked(
        "See {{Corvin Ltd}} v. {{Arden Co}}, 5 U.S. 137 (1803). {{Corvin Ltd}} paid."
    )
    found, _ = Roles(Roles.Config(citations="keep"), Setting("roles", labels=LABELS)).resolve(
        document, spans
    )
    assert [document.text[span.start : span.end] for span in found] == ["Corvin Ltd", "Corvin Ltd"]


def test_time_grows_with_a_text_without_a_stop_alone() -> None:
    def resolve(count: int) -> None:
        text = "[[Penhale]]" + " and Duarte, Voss" * count + " v. " + "Arden & " * count
        document, spans = marked(text)
        Roles(Roles.Config(), Setting("roles", labels=LABELS)).resolve(document, spans)

    assert grows_no_faster(resolve, 2_000)


def test_time_does_not_explode_with_a_word_in_capitals() -> None:
    """A word that could be several, each of them a party's, took twice as long with each letter."""

    def cases(letters: int) -> None:
        word = "A" * letters
        assert list(citations.cases(f"{word}! v. {word}")) == []

    assert grows_no_faster(cases, 24)


@pytest.mark.parametrize(
    "unit", ["Corvin and ", "§ 12 ", "no. 1/2, ", "A. v. B, no. 1/02, § 3, ", "(2001) 1 "]
)
def test_time_grows_with_references_alone(unit: str) -> None:
    def resolve(count: int) -> None:
        document, spans = marked("[[Penhale]] v. [[Duarte]], " + unit * count)
        Roles(Roles.Config(citations="keep"), Setting("roles", labels=LABELS)).resolve(
            document, spans
        )

    assert grows_no_faster(resolve, 1_000)


def test_authors_with_initials_are_authors_but_not_certain() -> None:
    text = "In the words of [[G. Voss-Kohler]] & [[A. Riga]], the seat is decisive."
    assert [role for role, _ in shown(text, kept=("AUTHOR",))] == ["AUTHOR"] * 2
    assert shown(text, kept=("AUTHOR",))[1] == ("AUTHOR", False)
    assert reported("Mr. [[G. Voss-Kohler]] & [[A. Riga]] came.")[0] == ""


def test_the_full_name_of_a_cited_author_is_no_witness() -> None:
    text = (
        "[[Ines Duarte]] agrees. [[Ivo Duarte]] came. See [[I. Duarte]], Evidence in Trials § 12."
    )
    cited = "[[Ines Voss]] agrees. See [[I. Voss]], Evidence in Trials § 12."
    assert shown(cited, kept=("AUTHOR",)) == [("AUTHOR", False), ("AUTHOR", True)]
    assert reported(text.replace("[[Ivo", "Mr. [[Ivo"))[1] == ""
