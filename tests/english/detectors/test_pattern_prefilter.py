"""The prefilter of patterns never excludes a pattern that matches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import regex
from anonfilter_english.detectors.patterns.necessary_regex import necessary, shadow
from anonfilter_english.detectors.patterns.pattern import Pattern
from anonfilter_english.detectors.patterns.pattern_prefilter import spread
from anonfilter_english.detectors.patterns.patterns import PatternsDetector
from anonfilter_english.knowledge.automaton import ENOUGH, Automaton
from hypothesis import given
from hypothesis import strategies as st

from anonfilter import Engine, load_ruleset
from anonfilter.contract.document import Document, Source

_LETTERS = "aAkqQsIiéÉſK7½_. -,'“—\n\tdb\ufffc"
_ATOMS = st.sampled_from(
    [
        "a",
        "A",
        "k",
        "é",
        "ſ",
        "7",
        r"\.",
        r"\-",
        " ",
        ".",
        r"\w",
        r"\W",
        r"\d",
        r"\D",
        r"\s",
        r"\S",
        r"\p{Lu}",
        r"\p{L}",
        r"\p{Ll}",
        r"\p{M}",
        r"\u201c",
        r"\xe9",
        r"\b",
        "^",
        "$",
        r"\Z",
        r"\B",
        "[ab]",
        "[^a]",
        "[^q]",
        "[^Q7]",
        "[a-k]",
        r"[^\w]",
        r"[^\s.]",
        r"[\d-]",
        r"[^\S\n]",
        "[]a]",
        "[é_]",
        "[^é]",
        "(?<!a)",
        r"(?<=\w)",
        "(?!k)",
        r"(?=\w)",
    ]
)


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    sequence = st.lists(inner, min_size=1, max_size=4).map("".join)
    choices = st.lists(sequence, min_size=1, max_size=3).map("|".join)
    opened = st.sampled_from(["(?:", "(", "(?>", "(?i:", "(?-i:", "(?x: ", "(?:(?i)"])
    groups = st.builds(lambda start, body: f"{start}{body})", opened, choices)
    again = st.builds(lambda body: f"(?P<m>{body})(?P=m)", choices)
    counts = st.sampled_from(["?", "*", "+", "{2}", "{1,2}", "{,3}", "{2,}", "{0,9}", "+?", "?+"])
    return st.one_of(sequence, groups, again, st.builds("(?:{}){}".format, choices, counts))


_REGEXES = st.recursive(_ATOMS, _joined, max_leaves=12)
_FLAGS = st.sampled_from(["", "(?i)", "(?x)", "(?m)", "(?ix)"])


@given(_FLAGS, _REGEXES, st.text(_LETTERS, max_size=12))
def test_the_necessary_regex_matches_wherever_the_regex_does(
    flags: str, written: str, text: str
) -> None:
    try:
        compiled = regex.compile(flags + written)
    except regex.error:
        return
    simple = necessary(compiled.pattern, compiled.flags)
    if simple is not None and compiled.search(text):
        assert Automaton([simple]).found(shadow(text)) == [0]


@pytest.mark.parametrize(
    ("written", "simple"),
    [
        (r"(?<!\w)a?b+c(?:de|f?)", "bc"),
        (r"(?:x\d{2,30}y?|z)w*", "(?:x[0-9]{2}|z)"),
        (r"\bjan(?:uary)?\b", r"\bjan"),
        (r"(?:sept?|oct)\b", r"(?:sept{0,1}|oct)\b"),
        ("(?P<m>[-.])7(?P=m)", r"(?:[\x2d-\x2e])7(?:[\x2d-\x2e])"),
    ],
)
def test_the_necessary_regex_has_no_optional_text(written: str, simple: str) -> None:
    assert necessary(written, regex.compile(written).flags) == simple


@pytest.mark.parametrize(
    "written",
    [
        "(?V1)[a--b]",
        "(?s).",
        r"\X",
        "(?|a|b)",
        "(?:ab){e<=1}",
        "a(?i)b",
        r"(a)\1",
        "[[:alpha:]]",
        "(?<name>a)",
        r"[!-/]",
        "(?r)ab",
        r"\N{DIGIT ONE}",
    ],
)
def test_unsupported_syntax_is_not_simplified(written: str) -> None:
    assert necessary(written, regex.compile(written).flags) is None


def _read(engine: Engine, text: str) -> Document:
    return engine.read(Source("talk.txt", text))


def _examples(patterns: tuple[Pattern, ...]) -> Iterator[str]:
    for pattern in patterns:
        for example in (*pattern.rules.examples, *pattern.rules.counterexamples):
            yield example.replace("[[", "").replace("]]", "")


def test_shipped_patterns_find_the_same_with_and_without_the_prefilter() -> None:
    engine = Engine(load_ruleset("hearing"))
    fresh = engine.tools.detectors["patterns"]
    assert isinstance(fresh, PatternsDetector)
    texts = list(_examples(fresh._patterns))
    texts += [text.replace("e", "é").replace('"', "“") for text in texts]
    document = _read(engine, "\n\n".join(texts))
    before = list(fresh.detect(document, document.fields))
    calm = _read(engine, "So we went home, and they said it was late. No one spoke.\n\n" * 2_000)
    assert len(calm.text) > ENOUGH
    assert list(fresh.detect(calm, calm.fields)) == []
    assert next(iter(fresh._prefilter.numbers(["So we went home."]))) == []
    assert list(fresh.detect(document, document.fields)) == before


def test_a_sample_of_a_long_text_is_small() -> None:
    long = "".join(f"{at:06}\n" for at in range(100_000))
    pieces = spread(["So we went home.\n", long])
    assert sum(map(len, pieces)) < ENOUGH / 4
    assert pieces[0].startswith("So we")
    assert pieces[-1].strip().splitlines()[1] > "090000"
    assert spread(["So we", "went home."]) == ["So we\nwent home."]
