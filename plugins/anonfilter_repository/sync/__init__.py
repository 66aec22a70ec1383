"""Keep redacted copies of originals in a repository; git ignores the folder of originals.

``folders`` names the folders, ``ignored_originals`` checks what git ignores, ``source_files`` lists
originals, ``sync_plan`` finds outdated copies and the reasons, ``copy_worker`` updates them,
``sync_state`` remembers the last run, and ``sync_run`` is a whole run. Most runs find nothing to
do, so the modules that find this out (all but ``shared_inputs``, ``copy_worker`` and
``set_up_corpus``) import neither rules nor engine.
"""
