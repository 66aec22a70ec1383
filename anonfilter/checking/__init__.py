"""Is personal data left, and where?

``selection``, ``stored`` and ``history`` choose files: of the working tree, of the index or a
difference, of commits. ``dispatch`` asks for an earlier verdict, else hands files to ``scan``, in
one process or several; ``collect`` puts all together. ``accepted`` decides what is let pass.

``verdicts`` keeps what was clean under a keyed digest; ``basis`` is what all verdicts of a run
have in common. Whatever cannot be told from outside (code of the repository, a plugin that does
not say it is pinned, the network) means that there are no verdicts: what is left out of the basis
would let a leak pass.
"""
