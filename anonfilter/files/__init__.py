"""Bytes in and out; knows nothing of personal data.

``read`` and ``write`` treat a file as whole or untouched; ``staging`` writes several beside their
places first and renames them last. ``source_tree`` says where files come from, ``cache`` keeps
sealed results in the user's cache, and ``paths`` says what the names of files mean.
"""
