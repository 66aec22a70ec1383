"""Names that are a modal verb and another verb in lower case, such as Will Grant."""

from __future__ import annotations

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset


@pytest.mark.parametrize(
    ("name", "clause"),
    [("Will Grant", "he will grant the motion"), ("Will Power", "they will power the mill")],
)
def test_a_name_in_lower_case_is_not_found_where_it_is_a_verb(name: str, clause: str) -> None:
    engine = Engine(load_ruleset("fast"))
    text = f"They said {clause}. We met {name} there, and {name.upper()} said so.\n"
    output = engine.redact(engine.read_document(text.encode(), "a.txt")).output.decode()
    assert output.startswith(f"They said {clause}. We met [PERSON_1] there, and [PERSON_1]")
