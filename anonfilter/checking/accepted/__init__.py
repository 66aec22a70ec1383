"""What a check lets pass: first the allow list, then the baseline, file by file in one process.

A ``value`` of the allow list is a decision about that value and holds for a known original as
well; a ``pattern`` is not. A fingerprint of the baseline is an HMAC under a key derived from the
check key. Equal findings of a file are numbered before they are fingerprinted, so a baseline holds
how many there were, and its lines do not show which are equal.
"""
