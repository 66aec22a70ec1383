"""Find personal data in recordings by the engine, and silence it.

A recogniser makes words with times from a recording (``hearing.py``), or the words are given. Both
are a file of words with times, which the engine reads like any other (``transcripts.py``). Its
findings in each wording become intervals (``finding.py``). The intervals are silenced, and the
result is recognised again (``redacting.py``). `anonfilter check` uses ``checking.py`` and
``scanning.py``, without the silencing.
"""
