"""Resolvers improve the spans of detectors: ``(document, spans) -> spans, changes``.

They run in the order of the rules. Each is one module or one folder, and a line in the table of
``anonfilter_english``. Resolvers set ``Span.canonical``, the form of a name by which it is
numbered, and ``Span.entity``, an identity within the document. They never change the text. A
change that is ``excluded`` is final. The engine sets ``Change.resolver``; resolvers leave it empty.
"""
