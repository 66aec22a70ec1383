"""Evaluate redacted recordings against words with times.

The gold (``gold``) has the words of a recording with their times; identifiers have a label. The
silenced intervals (``silence``) are read from a file or from a redacted recording, or made by the
rules (``run``). The silenced share of each word gives the curves (``measures``), the recognised
words give the error rates (``recognition``), and both give the causes of misses (``misses``).
``sections`` makes the tables, ``plots`` the pictures.
"""
