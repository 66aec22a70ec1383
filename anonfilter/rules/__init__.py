"""Rulesets: finding, reading, extending and checking them."""

from anonfilter.rules.load import Instance, Ruleset, load_ruleset, parse_ruleset
from anonfilter.rules.schema import Strict

__all__ = ["Instance", "Ruleset", "Strict", "load_ruleset", "parse_ruleset"]
