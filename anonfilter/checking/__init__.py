"""Is personal data left, and where?

``selection``, ``stored`` and ``history`` choose files: of the working tree, of the index or a
difference, of commits. ``dispatch`` asks for an earlier verdict, else hands files to ``scan``, in
one process or several; ``names`` judges the names of files, ``secrets`` and ``uncommittable`` what
must not be committed in any rules; ``collect`` puts all together. ``accepted`` decides what is let
pass, ``next_steps`` what is said after findings.

``verdicts`` keeps what was found (``found``) under a keyed digest; ``basis`` is what all verdicts
of a run have in common. There are none where that cannot be told from outside: with code of the
repository, a plugin that does not say it is pinned, the network. What is left out of the basis
would let a leak pass.
"""
