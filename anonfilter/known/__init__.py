"""Known originals: what a corpus has replaced before, searched in all of its documents.

They are keyed fingerprints of word sequences, equal for the full key and the check key. A filter of
first words selects the stretches that may contain one. The index is cached under the digest of
everything that it was made of.
"""
