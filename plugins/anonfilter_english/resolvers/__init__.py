"""Resolvers: ``(document, spans) -> spans, changes``, in the order of the rules.

A resolver is what needs to know the finds of others. One file each, or one folder with its data; a
new one is a line in the package's table. Identity travels in ``Span.canonical``, the form whose
number a surface takes, and ``Span.entity``, a person within the document; resolvers set them and
never change the text. A change that is ``excluded`` is final.
"""
