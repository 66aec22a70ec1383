"""Rules and engines with the models that the tests of transformers train."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from anonfilter.contract.document import Source, Span
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import parse_ruleset

COMMIT = "0123456789abcdef0123456789abcdef01234567"
LABELS = "{PER: PERSON, LOC: LOCATION, ORG: ORGANIZATION}"
RULES = """
anonfilter: 1
labels:
  PERSON: {{}}
  LOCATION: {{tag: {tag}}}
  ORGANIZATION: {{tag: {tag}}}
formats: [{{use: text}}]
detectors:
  - {{use: token-classification, model: '{ner}', labels: {labels}, {more}}}
taggers:
  - use: numbered
"""
ZERO_SHOT = """
  - use: zero-shot
    model: '{nli}'
    candidates:
      LOCATION: {{CITY: a city, RIVER: a river}}
      ORGANIZATION: {{BANK: a bank, SCHOOL: a school}}
    {settings}
"""
TEXT = (
    "Yesterday Stouba Dreigason met Wazesen in Glouneville.\n\n"
    "Then we walked through the streets of\nGlouneville.\n\n"
    "Then I had an account at Trouva Bank.\n"
)


def rules(ner: str | Path = "./ner", nli: str | Path = "", more: str = "", **settings: Any) -> str:
    text = RULES.format(ner=ner, labels=LABELS, more=more, tag="zero-shot" if nli else "numbered")
    written = "\n    ".join(f"{name}: {value}" for name, value in settings.items())
    return text + (ZERO_SHOT.format(nli=nli, settings=written) if nli else "")


def engine(ner: str | Path, nli: str | Path = "", more: str = "", **settings: Any) -> Engine:
    made = Engine(
        parse_ruleset(rules(ner, nli, more, **settings), "transformers-test", trust_local=True)
    )
    made.load()
    return made


def spans(made: Engine, text: str) -> tuple[Span, ...]:
    return made.analyse(made.read(Source("test.txt", text))).candidates


def names(made: Engine, text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.label) for span in spans(made, text)]


def words_named(made: Engine, text: str) -> list[str]:
    return [word for name, _ in names(made, text) for word in name.split()]


def filtered(made: Engine, text: str) -> str:
    return made.redact(made.read(Source("test.txt", text))).output.decode()
