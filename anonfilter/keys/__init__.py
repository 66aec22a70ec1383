"""The keys of a corpus.

A key is two secrets: ``master``, which rotation replaces, and ``identity``, from which corpus tags
are derived and which stays the same. HKDF derives everything else from them, including the check
key; nothing leads back from a derived key.
"""
