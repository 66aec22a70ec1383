"""Lists of the user win over all shipped detectors and rules, whatever their names."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset

RULES = """\
anonfilter: 1
extends: {base}==1
labels:
  TEAM: {{kind: indirect, risk: 1}}
detectors:
  - {{use: dictionary{name}, label: TEAM, terms: {terms}}}
"""
TEXT = """\
Ana Lindqvist works for Unit 12 of kestrel, in the purple team. Prof. Okay leads it.
The twelve of May are 25 dollars, and Kestrel is Judge Bell.
"""
TERMS = "[kestrel, purple team, Okay, Ana Lindqvist, Unit 12, 25 dollars, May, Judge Bell]"
FOUND = [
    "Ana Lindqvist",
    "Unit 12",
    "kestrel",
    "purple team",
    "Okay",
    "May",
    "25 dollars",
    "Kestrel",
    "Judge Bell",
]


@pytest.mark.parametrize("name", ["", ", name: ours"])
@pytest.mark.parametrize("base", ["fast", "default", "call", "hearing"])
def test_a_list_of_terms_wins_by_any_name(tmp_path: Path, base: str, name: str) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(RULES.format(base=base, name=name, terms=TERMS))
    engine = Engine(load_ruleset(str(path)))
    document = engine.read_document(TEXT.encode(), "a.txt")
    found = engine.analyse(document).spans
    team = [document.text[one.start : one.end] for one in found if one.label == "TEAM"]
    assert team == FOUND
