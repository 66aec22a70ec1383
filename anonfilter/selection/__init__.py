"""Choose the files of a check: of the working tree, of git's index, or of commits.

``target`` is what the user asks for; ``choice`` has the files of the working tree, ``stored`` those
of the index or of a difference, ``history`` those of commits. ``globs`` decides which files are
documents. ``secrets`` and ``unnamed`` look at the files that are none.
"""
