"""What the names of this plugin stand for."""

import re

import click
from pydantic import BaseModel, ConfigDict

from anonfilter.contract.document import Change, Needs, Replacement, Span
from anonfilter.contract.tags import Template


class NoConfig(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BadgeDetector:
    """Finds badge numbers: a hash and digits."""

    scope = "field"

    class Config(BaseModel):
        model_config = ConfigDict(extra="forbid")
        label: str = "BADGE"
        digits: int = 4

    def __init__(self, config, setting):
        self._label, self._name = config.label, setting.name
        self._regex = re.compile(rf"#\d{{{config.digits},}}")

    def needs(self):
        return Needs(labels=frozenset({self._label}))

    def detect(self, document, fields):
        for field in fields:
            for match in self._regex.finditer(document.prose, field.start, field.end):
                yield Span(match.start(), match.end(), self._label, self._name)


class PhonesHome(BadgeDetector):
    """The same, but it says that it wants the network."""

    def needs(self):
        return Needs(labels=frozenset({self._label}), network=True)


class DropShort:
    """Drops badges of fewer than six characters."""

    Config = NoConfig

    def __init__(self, config, setting):
        self._name = setting.name

    def resolve(self, document, spans):
        kept = [span for span in spans if len(span) >= 6]
        dropped = [span for span in spans if len(span) < 6]
        return kept, [Change(self._name, "too short", (span,)) for span in dropped]


class StarTagger:
    """One tag for all."""

    Config = NoConfig

    def __init__(self, config, setting):
        pass

    def templates(self, label):
        return (Template("[STAR]"),)

    def replace(self, mention, book):
        return (Replacement(mention.span.start, mention.span.end, "[STAR]"),)


@click.command()
@click.argument("name")
def greet(name):
    """Say hello."""
    click.echo(f"hello {name}")
