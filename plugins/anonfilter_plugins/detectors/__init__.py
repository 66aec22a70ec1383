"""Detectors: one file each, or one folder with its data; a new one is a line in the table.

Detectors do not know of each other, so an ensemble is a list and its vote is a union: what any
of them finds is masked. Which words of one detector's alone count is a matter of the resolver
``agreement``. ``scope = "field"`` promises that what is found in a field depends on it alone.
"""
