"""The five stages, which turn a document into a redaction or into findings.

``pipeline`` has the stages in order. ``toolbox`` makes the plugins of a ruleset, ``detection``
calls detectors, ``invariants`` enforces what must be true whatever resolvers do, and ``rewrite``
puts replacements into the file. ``original_words`` defines which words give an original away, for
verification in this package and for the originals that a corpus knows.
"""
