"""Keep redacted twins of originals in a repository; git ignores the folder of originals.

``layout`` names the folders, ``guard`` checks what git ignores, ``source_files`` lists originals,
``plan`` says what is out of date and why, ``worker`` brings it up to date, ``state`` remembers the
last run. Most runs find nothing to do; so what finds this out (all but ``basis``, ``worker`` and
``init``) imports neither rules nor engine.
"""
