"""Measure the figures in docs/proof.md about the attacker and about utility."""
