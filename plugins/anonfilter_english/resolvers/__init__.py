"""Resolvers improve the spans of detectors: ``(document, spans) -> spans, changes``.

They run in the order of the rules. Each is one file or one folder; a new one is a line in the
package's table. Resolvers set ``Span.canonical``, the form whose number a surface takes, and
``Span.entity``, a person within the document. They never change the text. A change that is
``excluded`` is final.
"""
