"""How well a ruleset does on annotated text: what it finds, what it leaks, what it masks in vain.

Gold is read into ``GoldDocument`` s (``readers``), changed if asked
to (``robustness``), filtered (``run``), and the result counted (``metrics`` and its neighbours).
Nothing here prints: ``tables`` makes sheets of the counts, and the command shows them.
"""
