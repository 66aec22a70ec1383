"""The page of a report is complete, well-formed, and loads no other file."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from anonfilter_measure.report import report_facts
from anonfilter_measure.report.report_page import page
from hypothesis import given
from lxml import etree, html

from tests.measure.report.examples import DOCUMENT, FACTS, SIGNED, any_facts


def tree(found: report_facts.Facts) -> html.HtmlElement:
    return html.fromstring(page(found))


def rows(made: html.HtmlElement, caption: str) -> list[list[str]]:
    """The cells of the table with this caption, row by row."""
    [found] = made.xpath("//table[caption=$caption]", caption=caption)
    return [[cell.text_content() for cell in row] for row in found.xpath("tbody/tr")]


def pairs(made: html.HtmlElement) -> dict[str, str]:
    """What stands beside each heading of a row; the first, where a recording has the same."""
    reported = reversed(made.xpath("//tr[th[@scope='row']]"))
    return {row[0].text_content(): row[1].text_content() for row in reported}


def test_every_fact_is_on_the_page():
    made = tree(FACTS)
    said = pairs(made)
    assert said["Rules"].startswith("small 1")
    assert said["Digest of rules, models and code"] == "5e8c"
    assert said["State"] == f"{'a1' * 20}; 2 tracked files differ from it"
    assert said["Verdict"] == "met"
    assert said["Criterion"] == "at most 5 (the rules' max_corpus_risk)"
    assert rows(made, "Tags") == [["PERSON", "7", "3", "1"]]
    assert rows(made, "Findings by label") == [["PERSON", "direct", "5", "2", "1", "1"]]
    assert rows(made, "Documents") == [["notes.txt", "12", "7", "3", "1", "1", "2", "5", "yes"]]
    assert rows(made, "Remaining findings") == [["notes.txt:3:12", "PERSON", "spacy", "0.85"]]
    assert rows(made, "Entries of the allow list that matched") == [
        ["allow.yaml:3:3", "PERSON", "a/**", "the author", "no end", "1"]
    ]
    assert rows(made, "Files that the rules do not select") == [["im.png"]]
    assert rows(made, "Remarks") == [["notes.txt", "encoding: cp1252"]]
    assert rows(made, "By rho") == [["0.50", "0.900", "0.800", "0.847"]]
    assert rows(made, "Signatures") == [
        [
            "notes.txt",
            "A. Marsh, B. Ito",
            "2026-11-19",
            "redact 46, not a person 1",
            "46 of 47",
            "0.79",
            "as signed",
        ]
    ]


def test_a_changed_text_is_not_signed():
    changed = replace(DOCUMENT, signatures=(replace(SIGNED, current=False),))
    made = tree(replace(FACTS, documents=(changed,)))
    assert rows(made, "Documents")[0][-1] == "no"
    assert rows(made, "Signatures")[0][-1] == "changed since"
    assert "1 document is not signed off in the present form." in made.text_content()


def test_values_have_a_column_where_they_are_shown():
    shown = replace(FACTS.left[0], value="Wilma Quillfeather")
    made = tree(replace(FACTS, values_shown=True, left=(shown,)))
    assert rows(made, "Remaining findings")[0][-1] == "Wilma Quillfeather"
    assert "keep it as you keep the originals" in made.text_content()


def test_every_chart_has_a_name_and_its_figures_as_text():
    charts = tree(FACTS).xpath("//*[local-name()='svg']")
    assert len(charts) == 6
    for chart in charts:
        [title], [reported] = chart.xpath("./title"), chart.xpath("./desc")
        assert chart.get("role") == "img"
        assert chart.get("aria-label") == title.text
        assert re.search(r"\d", reported.text)


@pytest.mark.parametrize("most", [0, 1, 10, 11, 273, 10_000])
def test_each_document_is_in_one_range_of_risks(most):
    documents = tuple(replace(DOCUMENT, risk=risk) for risk in {0, 1, most // 2, most})
    [chart] = tree(replace(FACTS, documents=documents)).xpath(
        "//*[local-name()='svg'][@aria-label='Documents by their risk']"
    )
    [reported] = chart.xpath("./desc")
    counts = [int(one.rpartition(": ")[2].rstrip(".")) for one in reported.text.split("; ")]
    assert sum(counts) == len(documents)
    assert len(counts) <= 12


@given(any_facts())
def test_any_name_is_text(found: report_facts.Facts):
    written = page(found).encode(errors="strict")
    parsed = html.document_fromstring(written, parser=html.HTMLParser(encoding="utf-8"))
    tags = {one.tag for one in parsed.iter() if not isinstance(one, etree._Comment)}
    assert tags <= {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "h2",
        "p",
        "div",
        "table",
        "caption",
        "thead",
        "tbody",
        "tr",
        "th",
        "td",
        "figure",
        "figcaption",
        "svg",
        "desc",
        "text",
        "rect",
        "path",
        "span",
    }
    named = {name for one in parsed.iter() for name in one.attrib}
    assert not {name for name in named if name in ("src", "href") or name.startswith("on")}
    assert len(rows(parsed, "Documents")) == len(found.documents)
