"""The recognizers of presidio: their findings, the texts that they skip, and their log."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from anonfilter_models.presidio import necessary_patterns
from anonfilter_models.presidio.presidio_context import raised, words_before
from anonfilter_models.presidio.presidio_log import silenced

from anonfilter.contract.document import Source, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import Incomplete, RulesError
from anonfilter.rules import parse_ruleset

RULES = """
anonfilter: 1
labels:
  PHONE: {{}}
  MAIL: {{}}
  URL: {{}}
  SSN: {{}}
  CARD: {{}}
  BADGE: {{}}
  ACCOUNT: {{}}
formats: [{{use: text}}]
detectors:
  - use: presidio
    {config}
taggers: [{{use: numbered}}]
"""
EVERYDAY = (
    "entities: {PHONE_NUMBER: PHONE, EMAIL_ADDRESS: MAIL, URL: URL, US_SSN: SSN, "
    "CREDIT_CARD: CARD, US_BANK_NUMBER: ACCOUNT}"
)


def engine(config: str = EVERYDAY) -> Engine:
    made = Engine(parse_ruleset(RULES.format(config=config), "presidio-test"))
    made.load()
    return made


@pytest.fixture(scope="module")
def everyday() -> Engine:
    return engine()


def found(made: Engine, text: str) -> list[tuple[str, str]]:
    document = made.read(Source("test.txt", text))
    return [(span.label, text[span.start : span.end]) for span in made.analyse(document).spans]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Call (212) 555-0143 after nine.", [("PHONE", "(212) 555-0143")]),
        ("Write to ina.bo@example.org.", [("MAIL", "ina.bo@example.org")]),
        ("It is on https://example.org/a?b=c now.", [("URL", "https://example.org/a?b=c")]),
        ("It is on example.community/a now.", [("URL", "example.community/a")]),
        ("My card is 4111 1111 1111 1111.", [("CARD", "4111 1111 1111 1111")]),
        (
            "The card that I had for so many years is 4111 1111\n1111 1111, and it still works.",
            [("CARD", "4111 1111\n1111 1111")],
        ),
        ("No card: 4111 1111 1111 1112.", []),
        ("The end.It was late...An owl called. Mr.Sanders left.", []),
        ("There were 123456789 of them.", []),
        ("Her social security number: 123456788.", [("SSN", "123456788")]),
        ("Her bank accounts were 1234567890.", [("ACCOUNT", "1234567890")]),
    ],
)
def test_findings_of_presidio(everyday: Engine, text: str, expected: list[tuple[str, str]]) -> None:
    assert found(everyday, text) == expected


@pytest.mark.slow
def test_a_declared_recognizer() -> None:
    made = engine(
        """entities: {BADGE_NO: BADGE}
    recognizers:
      - name: badges
        supported_entity: BADGE_NO
        patterns: [{name: b, regex: 'B\\d{4}', score: 0.1}]
        context: [badge]
        deny_list: [the old brass one]"""
    )
    text = "His badge was B1234; then the old brass one.\n\nIt was in room B1235."
    assert found(made, text) == [("BADGE", "B1234"), ("BADGE", "the old brass one")]


@pytest.mark.slow
def test_an_entity_left_out_by_null() -> None:
    made = engine("entities: {URL: null, EMAIL_ADDRESS: MAIL}")
    assert found(made, "See https://example.org, a@example.org.") == [("MAIL", "a@example.org")]


@pytest.mark.slow
def test_an_unknown_entity_is_an_error_of_the_rules_with_its_place() -> None:
    with pytest.raises(RulesError, match=r"presidio-test:13:5: .*'US_SNN'.*did you mean 'US_SSN'"):
        engine("entities: {US_SNN: SSN}")


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (
            "entities: {}\n    recognizers: [{name: x, supported_entity: X, deny_list: [a]}]",
            "gives no label",
        ),
        ("entities: {X: SSN}\n    recognizers: [{name: x, supported_entity: X}]", "deny_list"),
        (
            "entities: {X: SSN}\n    recognizers: [{name: x, supported_entity: X, "
            "patterns: [{regex: '(', score: 1}]}]",
            "not a regular expression",
        ),
    ],
)
def test_mistakes_in_the_rules_are_reported_before_loading(config: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Engine(parse_ruleset(RULES.format(config=config), "presidio-test"))


@pytest.mark.slow
def test_no_recognizer_is_passed_over_that_would_have_found_something() -> None:
    """The prefilter: text made from each recognizer's own patterns meets its condition."""
    from anonfilter_models.presidio.presidio_recognizers import predefined
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st

    known = predefined("en")
    for entity in necessary_patterns.NECESSARY:
        condition = necessary_patterns.compiled(entity, ("US", "GB"))
        assert condition is not None
        for recognizer in known[entity]:
            made = recognizer(supported_language="en")
            patterns = [_for_re(pattern.regex) for pattern in made.patterns]
            texts = st.one_of([st.from_regex(pattern, fullmatch=True) for pattern in patterns])

            def meets(text: str, made: Any, entity: str, condition: re.Pattern[str]) -> None:
                if made.analyze(text, [entity]):
                    assert condition.search(text), entity

            quick = settings(
                max_examples=60,
                database=None,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            )
            quick(given(texts, st.just(made), st.just(entity), st.just(condition))(meets))()


def _for_re(regex: str) -> re.Pattern[str]:
    """presidio's pattern as the standard library reads it, with presidio's flags."""
    return re.compile(regex.replace("(?i)", ""), re.DOTALL | re.MULTILINE | re.IGNORECASE)


@pytest.mark.slow
def test_no_phone_number_is_passed_over() -> None:
    import phonenumbers

    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        at_home = necessary_patterns.compiled("PHONE_NUMBER", (region,))
        elsewhere = necessary_patterns.compiled("PHONE_NUMBER", ("US",))
        assert at_home is not None
        assert elsewhere is not None
        metadata = phonenumbers.PhoneMetadata.metadata_for_region(region)
        shortest = min(n for n in metadata.general_desc.possible_length if n > 0)
        assert elsewhere.search(f"+{metadata.country_code} " + "5" * shortest), region
        number = phonenumbers.example_number(region)
        for style in range(4):
            written = phonenumbers.format_number(number, style)
            assert at_home.search(written), region
            assert elsewhere.search(written) or not written.startswith("+"), region


@pytest.mark.slow
def test_a_number_far_into_one_long_line(everyday: Engine) -> None:
    chance = random.Random(3)
    words = [chance.choice(("so", "then", "we", "walked")) for _ in range(60_000)]
    words[800:800] = ["4111 1111 1111 1111"]
    words[-3:-3] = ["ina.bo@example.org"]
    text = " ".join(words)
    assert found(everyday, text) == [
        ("CARD", "4111 1111 1111 1111"),
        ("MAIL", "ina.bo@example.org"),
    ]


@pytest.mark.slow
def test_a_number_at_every_place_around_the_edge_of_a_window(everyday: Engine) -> None:
    for before in range(3_380, 4_020, 16):
        text = "ab " * (before // 3) + "4111 1111 1111 1111" + " cd" * 1_000
        assert found(everyday, text) == [("CARD", "4111 1111 1111 1111")], before


@pytest.mark.parametrize(
    ("text", "number", "context", "score"),
    [
        ("his passport: 123", "123", ["passport"], 0.4),
        ("his passports 123", "123", ["passport"], 0.4),
        ("in the public 123", "123", ["lic"], 0.05),
        ("his lic no. 123", "123", ["lic"], 0.4),
        ("his social insurance card 123", "123", ["social insurance"], 0.4),
        ("passport seven days before long winter evenings 123", "123", ["passport"], 0.05),
    ],
)
def test_context_words_raise_scores(
    text: str, number: str, context: list[str], score: float
) -> None:
    start = text.index(number)
    words = words_before(text, start, start + len(number), frozenset({"the", "in", "his"}))
    assert raised(0.05, words, context) == pytest.approx(score)


def test_presidios_log_is_held_back_and_a_timeout_is_incomplete(
    caplog: pytest.LogCaptureFixture,
) -> None:
    import logging

    logger = logging.getLogger("presidio-analyzer")
    with silenced():
        logger.error("Failed to validate text %s", "a value")
    assert not caplog.records
    timed_out = logging.makeLogRecord(
        {"name": logger.name, "exc_info": (TimeoutError, TimeoutError(), None)}
    )
    with pytest.raises(Incomplete, match=r"notes\.txt.*timed out"), silenced("notes.txt"):
        logger.handle(timed_out)
    assert not caplog.records


@pytest.mark.slow
def test_results_of_a_field_depend_on_that_field_alone(everyday: Engine) -> None:
    alone = "123-45-6788 is what she wrote"
    together = f"My social security number:\n\n{alone}"
    document = everyday.read(Source("t.txt", together))
    offset = together.index(alone)
    shifted: list[Span] = list(everyday.analyse(document).spans)
    single = everyday.analyse(everyday.read(Source("t.txt", alone))).spans
    assert [(s.start - offset, s.score) for s in shifted] == [(s.start, s.score) for s in single]


def test_the_module_that_is_registered_imports_nothing_heavy(tmp_path: Path) -> None:
    import subprocess
    import sys

    code = (
        "import anonfilter_models.presidio.presidio, sys;"
        "print({'presidio_analyzer', 'spacy', "
        "'phonenumbers', 'tldextract'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert done.stdout.strip() == "set()"
