"""Sidecars: sealed files that keep the original of each tag of a filtered document.

::

    Redaction ─ recorded ─▶ entries ─ seal_map ─▶ Sidecar ─ render ─▶ file
    file ─ parse ─▶ Sidecar ─ open_map ─▶ Map ─ restored ─▶ the original

A filtered text differs from its original in stretches. Each stretch is recorded with the tag in it.
A tag that means the same everywhere has one occurrence. Any other tag has one occurrence for each
place, with 16 bits about either neighbour: an edit elsewhere does not matter, and an edit at the
place is noticed. Parsing and rendering a sidecar need no key. AES-SIV needs no nonce: equal input
at the same place gives an equal line, so that git can show and merge sidecars by entry. To replace
a document and its sidecar together, a sidecar with both states is written first, then the document,
then the sidecar with the new state. The bytes of the document show which state is valid.
"""
