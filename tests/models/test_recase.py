"""Capitals are added only where names may be."""

from __future__ import annotations

import pytest
from anonfilter_models.spacy.capitalise_names import recased


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("this is rosa lindqvist from medford", "this is Rosa Lindqvist from Medford"),
        ("and i'm grace and i will go", "and I'm Grace and I will go"),
        ("he will mark the penny", "he will mark the penny"),
        ("my son mark bell is here", "my son Mark Bell is here"),
        ("so mark young came", "so Mark Young came"),
        ("we went to lindqvist's place", "we went to Lindqvist's place"),
        ("we may hope so", "we may hope so"),
        ("Already has capitals, rosa", "Already has capitals, rosa"),
        ("émile zola", "Émile Zola"),
        ("", ""),
    ],
)
def test_recased(text: str, expected: str) -> None:
    assert recased(text) == expected


def test_no_character_comes_or_goes() -> None:
    text = "ßtrange ŉames ﬁnd ǰohn i̇stanbul rosa"
    assert len(recased(text)) == len(text)
