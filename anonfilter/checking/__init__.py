"""Check whether personal data is left in files, names and messages.

``selection``, ``stored`` and ``history`` choose files: of the working tree, of the index or a
difference, of commits. ``dispatch`` asks for an earlier verdict, else hands files to ``scan``, in
one process or several; ``names`` judges the names of files; ``secrets`` and ``uncommittable`` find
files that must not be committed under any rules; ``collect`` puts all results together.
``accepted`` decides which findings are accepted, and ``next_steps`` suggests commands after
findings.

``verdicts`` stores the findings of each file (``found``) under a keyed digest; ``basis`` is what
all verdicts of a run depend on. No verdict is stored if the dependencies cannot be determined: with
code of the repository, a plugin that does not declare itself pinned, or the network. A dependency
that the basis lacked would let a leak pass.
"""
