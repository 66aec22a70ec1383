"""Originals in one folder, their redacted twins in another, kept in step.

Most runs find that nothing has changed, so finding that out reads no rules: a ``signature`` is made
of the states of all files that rules were read from or name, and only where it differs are the
rules read and a ``basis`` compared. A file's stamp is git's name for its content, with its state on
the disk once that is two seconds old. ``state`` is kept sealed in the user's cache and decides
nothing: a lost one costs a full run. After each round twins are searched for names that other
documents have made known, and those that hold one are done again.
"""
