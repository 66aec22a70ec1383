"""Evaluate redacted recordings against words with times: what is silenced, and what should be.

Gold (``gold``) has the words of a recording, each with its times and, if it is an identifier, its
label. What is silenced (``silence``) is read from intervals or from a redacted recording, or made
by the rules (``run``). The share of each word that is silenced makes the curves (``measures``), the
words that were heard make the error rates (``recognition``), and both the causes of misses
(``misses``). ``sections`` has the tables, ``plots`` the pictures.
"""
