"""The keys of a corpus.

A key consists of two secrets. ``master`` is replaced by rotation. ``identity`` stays the same, and
the tags of a corpus are derived from it. HKDF derives all other keys from both, including the check
key. No derived key reveals the key that it was made from.
"""
