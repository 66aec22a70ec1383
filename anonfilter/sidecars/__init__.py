"""Sidecars: sealed files that keep the original of each tag of a filtered document.

::

    Redaction ─ recorded ─▶ entries ─ seal_map ─▶ Sidecar ─ render ─▶ file
    file ─ parse ─▶ Sidecar ─ open_map ─▶ Map ─ restored ─▶ the original

A filtered text differs from its original in stretches. Each stretch is recorded with the tag in it.
A tag that means the same everywhere has one occurrence. Any other tag has one occurrence for each
place, with 16 bits about either neighbour, so that an edit elsewhere does not matter and an edit at
the place is noticed. Reading and rendering a sidecar need no key. AES-SIV needs no nonce: equal
input at the same place gives an equal line. This makes diffs by entry possible and reveals nothing
else. A document and its sidecar are replaced in one step: first the sidecar of both states, then
the document, then the sidecar of the new state. The bytes of the document say which state holds.
"""
