"""Long files and live streams, read in parts.

A long file is read a window at a time (:mod:`.long_text`): new text, the preceding text as context,
and a little of the following text, so that nothing is decided at an edge. Originals that were
replaced in one part are known in the following parts (:mod:`.carried`), with the same numbers.
Filtered text waits in a sealed temporary file (:mod:`.spool`). Before it is written, it is searched
for originals that later parts made known.
"""
