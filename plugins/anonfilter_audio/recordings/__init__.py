"""Personal data in recordings: what is said is found by the engine, and silenced.

A recording is heard by a recogniser (``hearing.py``), or its words are given. Either way they are a
file of words with times, which the engine reads as any other (``transcripts.py``). What it finds in
each wording becomes intervals (``finding.py``); these are silenced, and the result is heard again
(``redacting.py``). ``checking.py`` does the first half, for `anonfilter check`.
"""
