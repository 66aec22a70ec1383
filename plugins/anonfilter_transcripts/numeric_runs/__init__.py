"""Runs of digits and codes that no other label claims."""
