"""Long files and live streams, read in parts.

A file beyond `whole_megabytes` of the rules is read a window at a time: text that is new, what
precedes it as context, and a little of what follows, so that nothing is decided at an edge. What
was replaced so far is known in the parts that follow (:mod:`.carried`), by the same numbers. What
is filtered waits in a sealed temporary file (:mod:`.spool`), which is searched for what became
known later before anything is let out.
"""
