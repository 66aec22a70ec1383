"""The five stages: a ruleset and a document become a redaction, or findings.

``pipeline`` is the stages in order. ``toolbox`` makes the plugins of a ruleset, ``detection`` asks
detectors, ``invariants`` holds what must be true whatever resolvers do, ``rewrite`` puts
replacements into the file. Which words give an original away, and how they must stand, is said
once, for verification here and for the originals that a corpus knows.
"""
