"""Checking: choose files, scan them, leave out accepted findings, report the rest."""
