"""Names for what the filter writes: personal data in the names of files and folders is replaced.

A name is read together with the text of its file (``naming.py``), so that a person has the same tag
in both. Then places are given to all files of a run at once (``places.py``), before any is written:
no two originals get one, and a folder has one name, whatever its files would call it.
"""
