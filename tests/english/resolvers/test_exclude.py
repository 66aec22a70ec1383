"""Spans of excluded terms are dropped, by letter case and label, and never come back."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_english.knowledge.people.name_words import is_established
from anonfilter_english.knowledge.word_lists import names, table
from anonfilter_english.resolvers.exclude import Exclude

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError


def test_only_a_span_of_whole_terms_is_dropped(resolve) -> None:
    made = resolve(
        Exclude, "<PERSON Madison> met <PERSON DIS> and <PERSON Dis Bell>", terms=["dis"]
    )
    assert made.marked == "<PERSON Madison> met DIS and <PERSON Dis Bell>"
    assert [change.excluded for change in made.changes] == [True]


def test_letter_case_counts_if_the_term_is_exact(resolve) -> None:
    exact = [{"term": "may", "case": "exact", "reason": "the verb"}]
    made = resolve(Exclude, "<PERSON may> <PERSON May>", terms=exact)
    assert made.marked == "may <PERSON May>"
    assert made.reasons == ["the verb"]


@pytest.mark.parametrize(("score", "stays"), [(0.99, True), (0.6, True), (0.3, False)])
def test_a_span_with_a_high_score_stays_if_the_term_says_so(resolve, score, stays) -> None:
    made = resolve(Exclude, f"in the <LOCATION@caseless={score} US>, and so on")
    assert ("<LOCATION US>" in made.marked) is stays


def test_shipped_terms_do_not_drop_spans_of_the_users_lists(resolve) -> None:
    text = "<PERSON@dictionary Okay> and <PERSON@caseless=0.9 Okay>, <PERSON Okay>"
    assert resolve(Exclude, text).marked == "<PERSON Okay> and Okay, Okay"
    assert resolve(Exclude, text, terms=["okay"]).spans == []


def test_a_number_sign_stands_for_any_number(resolve) -> None:
    text = "<ORGANIZATION PW-12> and <PERSON pw-3>, <PERSON PW-Bell>, <LOCATION Room 4>"
    made = resolve(Exclude, text, terms=["PW-#"])
    assert made.marked == "PW-12 and pw-3, <PERSON PW-Bell>, <LOCATION Room 4>"


@pytest.mark.parametrize(
    "text",
    [
        "<PERSON Sri>",
        "<PERSON Anr>.",
        "<ORGANIZATION Ltd>",
        "<PERSON Anr.> & <PERSON Ors>",
        "<ORGANIZATION J>.",
        "<LOCATION S.C.>",
        "<ORGANIZATION DW-1>",
        "<ORGANIZATION FACTS>",
    ],
)
def test_words_beside_names_in_judgments_are_not_names(resolve, text: str) -> None:
    assert resolve(Exclude, text, lists=["legal"]).spans == []


@pytest.mark.parametrize(
    "text", ["<PERSON Judge>", "<PERSON Sri Devi>", "<PERSON Si>", "<PERSON Heard>"]
)
def test_names_that_look_like_words_of_the_law(resolve, text: str) -> None:
    assert resolve(Exclude, text, lists=["legal"]).marked == text


def test_a_part_of_an_excluded_word_with_points_is_dropped(resolve) -> None:
    text = (
        "Section 164 <PERSON Cr>.<PERSON P>.C. and <PERSON P.C. Bell>, <PERSON Dis>.<PERSON Bell>"
    )
    made = resolve(Exclude, text, terms=["Cr.P.C.", "dis"])
    assert made.marked == "Section 164 Cr.P.C. and <PERSON P.C. Bell>, Dis.<PERSON Bell>"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("<ORGANIZATION Additional Sessions> Judge", "Additional Sessions Judge"),
        ("the <ORGANIZATION Sessions> Judge", "the Sessions Judge"),
        ("asked <PERSON Sessions>, Judge of the county", ""),
        ("<PERSON Ana Sessions>, <ORGANIZATION Sessions Court, Surajgarh>", ""),
    ],
)
def test_courts_and_judges_without_a_name(resolve, text: str, left: str) -> None:
    assert resolve(Exclude, text, lists=["legal"]).marked == (left or text)


@pytest.mark.parametrize("kind", ["City", "Town", "Council"])
@pytest.mark.parametrize(("score", "stays"), [(0.9, True), (0.4, False)])
def test_a_kind_of_body_alone_stays_only_with_a_high_score(resolve, kind, score, stays) -> None:
    made = resolve(Exclude, f"<LOCATION@caseless={score} {kind}>? <LOCATION Kansas {kind}>.")
    assert made.marked == f"{f'<LOCATION {kind}>' if stays else kind}? <LOCATION Kansas {kind}>."


def test_a_term_can_apply_to_some_labels_only(resolve) -> None:
    one = resolve(
        Exclude,
        "<PERSON Acme> <ORGANIZATION Acme>",
        terms=[{"term": "acme", "label": "ORGANIZATION"}],
    )
    assert one.marked == "<PERSON Acme> Acme"
    several = resolve(
        Exclude,
        "<PERSON Acme> <ORGANIZATION Acme> <LOCATION Acme>",
        terms=[{"term": "acme", "labels": ["ORGANIZATION", "LOCATION"]}],
    )
    assert several.marked == "<PERSON Acme> Acme Acme"


def test_a_span_of_several_excluded_terms_is_dropped(resolve) -> None:
    made = resolve(Exclude, "<PERSON Okay, Uh-huh>. <PERSON Okay Lindqvist>.")
    assert made.marked == "Okay, Uh-huh. <PERSON Okay Lindqvist>."


@pytest.mark.parametrize("title", ["DET", "Sgt", "Mr"])
def test_a_form_of_address_is_no_place(resolve, title: str) -> None:
    made = resolve(Exclude, f"<LOCATION {title}>. <PERSON ROWE>: Go on.")
    assert made.marked == f"{title}. <PERSON ROWE>: Go on."


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a <ORGANIZATION Congressional> inquiry", "a Congressional inquiry"),
        (
            "the <NRP Papal> visit, the <LOCATION Cantonal> rules",
            "the Papal visit, the Cantonal rules",
        ),
        ("the <ORGANIZATION bipartisan> bill", "the bipartisan bill"),
        ("the <ORGANIZATION Congressional Black Caucus>", ""),
        ("<ORGANIZATION Presidential Records Office>, <PERSON Papal Reyes>", ""),
        ("an <NRP Episcopal> school, the <ORGANIZATION Imperial>", ""),  # a church, a college
    ],
)
def test_an_adjective_of_an_office_is_no_name(resolve, text: str, marked: str) -> None:
    assert resolve(Exclude, text).marked == (marked or text)


@pytest.mark.slow
def test_the_default_rules_leave_adjectives_of_offices(default_engine: Engine) -> None:
    text = (
        "Congressional approval came late, after a Diocesan review and a Papal letter.\n\n"
        "It was a Parliamentary matter, said Dolores Whitcombe of the Pemberton Institute.\n"
    )
    done = default_engine.redact(default_engine.read_document(text.encode(), "a.txt"))
    assert {one.mention.surface for one in done.tagged} == {
        "Dolores Whitcombe",
        "Pemberton Institute",
    }


def test_terms_of_several_words_match_with_any_blanks(resolve) -> None:
    made = resolve(Exclude, "<ORGANIZATION Acme  Works>", terms=["acme works"])
    assert made.spans == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("terms.txt", "# ours\nAcme\n\nBell Works\n"),
        ("terms.yaml", "terms:\n  - acme\n  - {term: Bell Works, label: ORGANIZATION}\n"),
    ],
)
def test_terms_are_read_from_files(resolve, tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    made = resolve(Exclude, "<ORGANIZATION Acme>, <ORGANIZATION bell works>", files=[name])
    assert made.spans == []


def test_a_missing_file_is_a_rules_error(resolve) -> None:
    with pytest.raises(RulesError, match="there is no file 'gone'"):
        resolve(Exclude, "", files=["gone"])


def test_an_error_in_a_file_states_its_place(resolve, tmp_path: Path) -> None:
    (tmp_path / "terms.yaml").write_text("terms:\n  - {term: acme, labell: ORGANIZATION}\n")
    with pytest.raises(RulesError, match=r"terms.yaml:2:18: unknown key 'labell'"):
        resolve(Exclude, "", files=["terms.yaml"])


@pytest.mark.parametrize(
    "surface",
    [
        "God",
        "Internet",
        "Mm",
        "Uh-huh",
        "okay",
        "Ohhhh",
        "the Internet",
        "Brrrrr",
        "craaazy",
        "VIII",
        "Rule 16",
        "Part III",
        "Ciao",
        "Déjà vu",
        "café",
        "of",
    ],
)
def test_terms_of_the_shipped_list_are_dropped(resolve, surface: str) -> None:
    assert resolve(Exclude, f"<PERSON {surface}>").spans == []
    assert len(resolve(Exclude, f"<PERSON {surface}>", defaults=False).spans) == 1


@pytest.mark.parametrize("marked", ["<PERSON Tommyyyy>", "<ORGANIZATION IEEE>", "<URL wwww>"])
def test_names_and_acronyms_with_a_triple_letter_stay(resolve, marked: str) -> None:
    assert resolve(Exclude, marked).marked == marked


def test_each_shipped_term_is_excluded_with_a_reason(resolve) -> None:
    for group in table("exclude"):
        for term in group["terms"]:
            surface = str(term).replace("#", "16")
            made = resolve(Exclude, f"<{group['labels'][0]} {surface}>")
            assert made.spans == [], term
            assert made.changes[0].reason


def test_a_part_of_an_excluded_phrase_is_dropped(resolve) -> None:
    terms = [{"term": "In re Lawrence", "case": "exact"}, "deputy district attorney"]
    made = resolve(
        Exclude,
        "In re <PERSON Lawrence> was cited by <PERSON Lawrence>, <ORGANIZATION District> in re "
        "<PERSON Lawrence>, Deputy <ORGANIZATION District> Attorney.",
        terms=terms,
    )
    assert made.marked == (
        "In re Lawrence was cited by <PERSON Lawrence>, <ORGANIZATION District> in re "
        "<PERSON Lawrence>, Deputy District Attorney."
    )


def test_a_phrase_matches_at_both_ends_of_a_text(resolve) -> None:
    made = resolve(Exclude, "<PERSON Blue> Lake and Blue <PERSON Lake>", terms=["blue lake"])
    assert made.spans == []
    made = resolve(Exclude, "<PERSON Lake> Blue <PERSON Lake>", terms=["lake blue sky"])
    assert len(made.spans) == 2


def test_shipped_lists_for_a_kind_of_document(resolve) -> None:
    text = "the <ORGANIZATION Panel>, <ORGANIZATION Board of Parole Hearings>, <PERSON Panel Bell>"
    assert len(resolve(Exclude, text).spans) == 3
    made = resolve(Exclude, text, lists=["hearing"])
    assert made.marked == "the Panel, Board of Parole Hearings, <PERSON Panel Bell>"
    with pytest.raises(RulesError, match="did you mean 'hearing'") as caught:
        resolve(Exclude, text, lists=["hearings"])
    assert "call, hearing" in str(caught.value.hint)


@pytest.mark.parametrize("name", ["exclude", *(f"exclude_{name}" for name in names("exclude_"))])
def test_each_shipped_entry_has_a_reason_labels_and_a_case(name: str) -> None:
    for group in table(name):
        assert set(group) <= {"reason", "labels", "case", "unless", "terms"}
        assert group["reason"]
        assert group.get("case", "ignore") in ("ignore", "exact")
        assert all(isinstance(term, str) and term.strip() == term for term in group["terms"])


@pytest.mark.parametrize("name", names("exclude_"))
def test_no_shipped_entry_is_the_name_of_many_people(name: str) -> None:
    called = {
        term
        for group in table(f"exclude_{name}")
        if "PERSON" in group.get("labels", ["PERSON"])
        for term in group["terms"]
        if is_established(term if group.get("case") == "exact" else term.casefold())
    }
    assert called == set()


def test_the_list_for_hearings_has_several_hundred_entries() -> None:
    assert sum(len(group["terms"]) for group in table("exclude_hearing")) > 500
