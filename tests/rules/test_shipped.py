"""The shipped rulesets work as their first lines say."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from anonfilter import Engine
from tests import shipped

ROOT = Path(__file__).parents[2]

TALK = b"I met Jane Smith. My sister Denise said so, and so did Officer Dunning.\n"


def test_without_a_model_names_from_lists_count_alone() -> None:
    engine = Engine(shipped.ruleset("fast"))
    output = engine.redact(engine.read_document(TALK, "talk.txt")).output
    assert output == (
        b"I met [PERSON_1]. My sister [PERSON_2] said so, and so did Officer [PERSON_3].\n"
    )


def test_the_default_rules_are_those_at_the_top_of_the_repository() -> None:
    default = resources.files("anonfilter.rules.shipped") / "default.yaml"
    assert default.read_bytes() == (ROOT / "rules.yaml").read_bytes()
