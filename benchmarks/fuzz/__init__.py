"""Fuzzing: hostile documents must keep the promises of the filter, and take no undue time.

``documents`` makes them, ``invariants`` are the promises, one function each, ``shapes`` and
``growth`` are about time. ``make fuzz`` runs all of it; what it finds stands in ``tests/fuzz/past``
from then on, and the ordinary tests run it.
"""
