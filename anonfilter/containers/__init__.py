"""From a file's bytes to text: encodings, and files that hold others.

A file of several parts (a ``.docx``, an archive, a mail) becomes one text: each part behind a
divider with its name (:mod:`.dividing`). Edits of that text are edits of the parts, and
``Source.encode`` packs them again: what was not changed keeps its bytes.
"""
