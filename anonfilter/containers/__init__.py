"""From the bytes of a file to text: encodings, and containers.

A container is a file with members: a ``.docx``, an archive, a mail. It becomes one text, in which a
divider with its name precedes each member (:mod:`.member_text`). Edits of that text are edits of
the members, and ``Source.encode`` packs them again. Unchanged members keep their bytes.
"""
