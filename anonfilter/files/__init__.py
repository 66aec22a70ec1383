"""Reads and writes files, independent of personal data.

``read`` and ``write`` process a file completely or not at all. ``staging`` writes several files
beside their places and then renames them. ``source_tree`` reads files from the disk or from Git,
and ``paths`` knows what the names of files mean.
"""
