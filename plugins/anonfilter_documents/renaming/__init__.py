"""Names for the filter's results: personal data in the names of files and folders is replaced.

A name is read together with the text of its file (``proposed_names.py``), so that a person has the
same tag in both. All files of a run get their paths at once (``result_paths.py``), before any file
is written: no two originals get the same path, and a folder has a single name, even if its files
propose different names.
"""
