"""Finds, reads, extends and checks rulesets."""

from anonfilter.rules.load import Instance, Ruleset, load_ruleset, parse_ruleset

__all__ = ["Instance", "Ruleset", "load_ruleset", "parse_ruleset"]
