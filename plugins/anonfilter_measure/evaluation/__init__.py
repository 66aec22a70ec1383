"""Evaluate a ruleset on annotated text: finds, leaks, false masks.

Gold is read into ``GoldDocument`` objects (``readers``), changed on request (``lettercase``,
``recogniser``), filtered (``run``) and counted (``metrics``, ``clusters``, ``roles``, ``risk`` …).
Each count becomes a :class:`anonfilter.reports.tables.Section`, which the command prints.
"""
