"""Known originals: what a corpus has replaced before, looked for in all of its documents.

They are keyed fingerprints of word sequences, the same for the full key and the check key. A filter
of first words says which stretches may hold one; the index is cached under the digest of all that
it was made of.
"""
