"""Reports of a check: text, json, jsonl, sarif, github; a new one is a line in the table.

``sarif`` and ``github`` are published: no values go with them, a region has no end, which would
tell how long a value is, and a fingerprint is there only where a key makes it.
"""
