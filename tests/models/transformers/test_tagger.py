"""Categories that a small real model infers from what a text entails."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import RulesError
from anonfilter.rules import parse_ruleset
from tests.models.transformers.working import engine, filtered, rules


@pytest.mark.slow
def test_one_name_has_one_category_whether_each_mention_tells_or_not(trained: Path) -> None:
    made = engine(trained / "ner", trained / "nli")
    text = (
        "Then they told me of Glouneville.\n\nThen we swam in Draiweford all day.\n\n"
        "Then they told me of Draiweford.\n\nThen my teacher at Mouba Works was kind."
    )
    assert filtered(made, text) == (
        "Then they told me of [LOCATION_1].\n\nThen we swam in [RIVER_1] all day.\n\n"
        "Then they told me of [RIVER_1].\n\nThen my teacher at [SCHOOL_1] was kind."
    )


@pytest.mark.slow
def test_an_unsure_category_keeps_the_tag_of_the_label(trained: Path) -> None:
    text = "Then they told me of Glouneville."
    sure = engine(trained / "ner", trained / "nli", threshold=0.8)
    assert filtered(sure, text) == "Then they told me of [LOCATION_1]."
    text = "Then we swam in Draiweford all day."
    assert filtered(sure, text) == "Then we swam in [RIVER_1] all day."


@pytest.mark.slow
def test_the_word_lists_may_be_asked_first(trained: Path) -> None:
    text = "Then we swam in Waterford all day.\n\nThen we swam in Draiweford all day."
    asked = engine(trained / "ner", trained / "nli", lists_first="true")
    assert filtered(asked, text).split("\n\n") == [
        "Then we swam in [CITY_1] all day.",
        "Then we swam in [RIVER_1] all day.",
    ]
    assert "[CITY_1]" not in filtered(engine(trained / "ner", trained / "nli"), text)


@pytest.mark.slow
def test_other_candidates_are_other_words_in_the_rules(trained: Path) -> None:
    written = rules(trained / "ner", trained / "nli").replace("RIVER: a river", "WATER: a river")
    made = Engine(parse_ruleset(written, "transformers-test", trust_local=True))
    text = "Then we swam in Draiweford all day."
    assert filtered(made, text) == "Then we swam in [WATER_1] all day."


def test_a_hypothesis_without_a_candidate_is_an_error_of_the_rules() -> None:
    written = rules(nli="./nli", hypothesis="'{name} is a city.'")
    with pytest.raises(RulesError, match=r"the sentence needs \{candidate\}"):
        Engine(parse_ruleset(written, "transformers-test", trust_local=True))
