"""Rulesets: finding, reading, extending and checking them."""

from anonfilter.rules.load import Instance, Ruleset, load_ruleset, parse_ruleset

__all__ = ["Instance", "Ruleset", "load_ruleset", "parse_ruleset"]
