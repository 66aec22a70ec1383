"""Test the promises of the filter with hostile documents, and the growth of its time.

``documents`` makes the documents, ``invariants`` has a function for each promise, and ``shapes``
and ``growth`` measure time. ``make fuzz`` runs all of them. A document that breaks a promise is
stored in ``tests/fuzz/past``, so that the ordinary tests try it again.
"""
