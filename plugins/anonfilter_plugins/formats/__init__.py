"""Formats: a decoded file becomes a Document; a new one is a line in the table.

None writes a file by a library, because that would change bytes that nothing replaced: each reads
the file's syntax strictly (what does not parse is incomplete, with line and column) and hands the
builder stretches of the file and what they mean. A field knows how its value is written: ``encode``
escapes it, ``BareValue`` puts quotes round it once it no longer fits without. Keys, titles and
markup that may be about a person are fields as well.
"""
