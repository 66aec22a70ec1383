"""Check whether personal data is left in files, names and messages.

``scan`` scans the chosen files, in one process or several; ``names`` judges the names of
files; ``uncommittable`` finds sidecars and rosters that must not be committed; ``collect`` puts all
results together and leaves out what is accepted.
"""
