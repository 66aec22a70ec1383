"""The prefilter of terms never excludes a text that has a term."""

from __future__ import annotations

from pathlib import Path

from anonfilter_english.detectors.dictionary.term_index import Index, Prefilter
from anonfilter_english.knowledge.automaton import ENOUGH
from hypothesis import example, given
from hypothesis import strategies as st

from anonfilter import Engine, load_ruleset
from anonfilter.contract.document import Source

_LETTERS = st.text("abAB9éÉß_ -.+'\n\t—“´’²ﬁ℠\u0301\xa0\ufffcЖ", min_size=1, max_size=5)


@given(st.lists(_LETTERS, min_size=1, max_size=3), st.lists(_LETTERS, max_size=4))
@example(["a"], ["a℠"])
@example(["a b"], ["a\x1cb"])
@example(["a—b"], ["A—B"])
def test_prefilter_accepts_each_text_with_a_term(terms: list[str], around: list[str]) -> None:
    index = Index()
    for term in terms:
        index.add(term, "PERSON", "ignore", "terms")
    prefilter = Prefilter(index._terms)
    for text in ("".join(around), " ".join([*around, *terms]), "".join([*terms, *around])):
        if any(index.find(text)):
            assert prefilter.may_hold(text)


def test_prefilter_rejects_texts_without_terms() -> None:
    prefilter = Prefilter(["jane okon", "c++", "bell"])
    assert not prefilter.may_hold("Bells rang — and “Jane” wrote C+ to José Okon")
    assert prefilter.may_hold("JANE\n Okon")
    assert prefilter.may_hold("in C++11")


def test_terms_are_found_after_long_text_without_terms(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "anonfilter: 1\nlabels: {PERSON: {}}\nformats: [{use: text}]\n"
        "detectors: [{use: dictionary, label: PERSON, terms: [Jane Okon, Bell]}]\n"
        "taggers: [{use: numbered}]\n"
    )
    engine = Engine(load_ruleset(str(rules)))
    text = "So we went home.\n\n" * (ENOUGH // 8) + "Then Jane\nOkon came.\n\njosé bell, Bell\n"
    document = engine.read(Source("talk.txt", text))
    found = engine.analyse(document).spans
    assert [document.text[span.start : span.end] for span in found] == ["Jane\nOkon", "Bell"]
