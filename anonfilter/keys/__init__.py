"""The keys of a corpus.

A key consists of two secrets: ``master``, which rotation replaces, and ``identity``, from which
corpus tags are derived and which stays the same. HKDF derives everything else from them, including
the check key. Nothing leads back from a derived key.
"""
