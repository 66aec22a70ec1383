"""What the shipped rulesets promise in their first lines."""

from __future__ import annotations

from anonfilter import Engine
from tests import shipped

TALK = b"I met Jane Smith. My sister Denise said so, and so did Officer Dunning.\n"


def test_without_a_model_the_word_of_the_lists_is_enough() -> None:
    engine = Engine(shipped.ruleset("fast"))
    output = engine.redact(engine.decode(TALK, "talk.txt")).output
    assert output == (
        b"I met [PERSON_1]. My sister [PERSON_2] said so, and so did Officer [PERSON_3].\n"
    )
