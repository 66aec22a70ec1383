"""What only the filtered file reads, because a replaced name said how the rest is to be read."""

from __future__ import annotations

import pytest

from anonfilter.engine.pipeline import Engine, Options
from anonfilter.rules import parse_ruleset
from benchmarks.fuzz.invariants import broken, outcome

RULES = r"""
anonfilter: 1
name: short
labels:
  PERSON: {kind: direct, risk: 5, tag: TAGGER, survives: fail}
formats: [{use: eaf}, {use: text}]
detectors:
  - use: patterns
    patterns:
      - {label: PERSON, regex: 'Ada - phones|\bAda\b|\bQ u\b|\bQ (?:&amp;|&) u\b|\bMi\b'}
taggers: [{use: numbered}, {use: name-parts}]
"""
TIER = (
    '<TIER TIER_ID="{}">{}</TIER>',
    '<ALIGNABLE_ANNOTATION ANNOTATION_ID="a{0}" TIME_SLOT_REF1="t{0}" TIME_SLOT_REF2="u{0}">'
    "<ANNOTATION_VALUE>{1}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION>",
)


def eaf(**tiers: list[str]) -> bytes:
    slots = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="{edge}{at}" TIME_VALUE="{at + later}000"/>'
        for at in range(9)
        for later, edge in enumerate("tu")
    )
    written = "".join(
        TIER[0].format(title, "".join(TIER[1].format(*one) for one in enumerate(labels)))
        for title, labels in tiers.items()
    )
    return f"<ANNOTATION_DOCUMENT>{slots}{written}</ANNOTATION_DOCUMENT>".encode()


SOUNDS = {
    "a name": ["Ada", "o"],
    "with an escape": ["Q &amp; u", "o"],
    "over two labels": ["Q", "u"],
    "beside a sound of a name": ["Ada", "Mi"],
}


@pytest.mark.parametrize("tagger", ["numbered", "name-parts"])
@pytest.mark.parametrize("sounds", SOUNDS.values(), ids=SOUNDS)
def test_values_in_unread_places_are_replaced_and_restored(sounds: list[str], tagger: str) -> None:
    engine = Engine(
        parse_ruleset(RULES.replace("TAGGER", tagger), "short"), Options(assume_language=True)
    )
    data = eaf(**{"Ada - words": ["hello", "there"], "Ada - phones": sounds})
    one = outcome(engine, "a.eaf", data)
    assert one.done is not None
    assert not one.done.findings
    assert list(broken(one, engine)) == []
    assert not any(f">{sound}<".encode() in one.done.output for sound in ("Ada", "Mi", "Q"))
