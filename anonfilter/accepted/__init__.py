"""The findings that a check accepts: first by the allow list, then by the baseline.

Acceptance is decided file by file, in one process. A ``value`` of the allow list is a decision
about that value and also accepts a known original; a ``pattern`` does not. A fingerprint of the
baseline is an HMAC under a key derived from the check key. Equal findings of a file are numbered
before they are fingerprinted, so a baseline fixes their number without showing which lines are
equal.
"""
