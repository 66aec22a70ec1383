"""Taggers replace mentions by tags; a new one is a line in the package's table.

A tag must be one that ``contract.tags`` knows again in a text: a template such as ``[STEM_{n}]``.
"""
