"""Measures what docs/proof.md says of the attacker and of utility."""
