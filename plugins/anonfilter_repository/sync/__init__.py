"""Keep redacted copies of originals in a repository; git ignores the folder of originals.

``layout`` names the folders, ``guard`` checks what git ignores, ``source_files`` lists originals,
``plan`` finds outdated copies and the reasons, ``worker`` updates them, ``state`` remembers the
last run. Most runs find nothing to do, so the modules that find this out (all but ``basis``,
``worker`` and ``init``) import neither rules nor engine.
"""
