"""Decisions of a reader about the people and names in one file."""
