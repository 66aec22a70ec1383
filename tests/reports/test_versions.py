"""The digest of the rules that reports print."""

from __future__ import annotations

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.reports.versions import full_digest, published_digest, versions
from anonfilter.rules import parse_ruleset
from tests.conftest import TERMS_RULES


def digest(text: str) -> str:
    return published_digest(parse_ruleset(text, "terms"))


@pytest.mark.parametrize(("old", "new"), [("Jane Smith", "Rosa Quirk"), ("QX-1234", "QX-9999")])
def test_no_guess_of_a_word_in_the_rules_can_be_confirmed(old: str, new: str) -> None:
    assert digest(TERMS_RULES) == digest(TERMS_RULES.replace(old, new))
    engines = [Engine(parse_ruleset(TERMS_RULES.replace(old, one), "terms")) for one in (old, new)]
    assert len({versions(engine).line() for engine in engines}) == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("risk: 4", "risk: 3"), ("{4}", "{5}"), ("      - {term: Quill, label: PERSON}\n", "")],
)
def test_patterns_and_numbers_of_words_change_the_digest(old: str, new: str) -> None:
    text = TERMS_RULES.replace(old, new, 1)
    assert text != TERMS_RULES
    assert published_digest(parse_ruleset(text.replace("QX-1234", "QX-12345"), "terms")) != digest(
        TERMS_RULES
    )


def test_the_full_digest_changes_with_the_rules_and_not_with_comments() -> None:
    def full(text: str) -> str:
        return full_digest(parse_ruleset(text, "terms"))

    assert full(TERMS_RULES) == full("# why\n" + TERMS_RULES)
    assert full(TERMS_RULES) != full(TERMS_RULES.replace("risk: 4", "risk: 3"))
    assert full(TERMS_RULES) != full(TERMS_RULES.replace("Jane Smith", "Rosa Quirk"))
