"""The log of a folder: its replacements, its entities, and the places that were kept on purpose.

``replacements`` reads sidecars, ``kept_places`` analyses the filtered documents, ``log_rows`` makes
the tables, and ``log_files`` writes them as CSV, Excel or OpenDocument.
"""
