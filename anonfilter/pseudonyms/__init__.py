"""What tags stand for: keys, sidecars, originals that a corpus knows.

::

    Redaction ─ recorded ─▶ entries ─ seal_map ─▶ Sidecar ─ render ─▶ file
    file ─ parse ─▶ Sidecar ─ open_map ─▶ Map ─ restored ─▶ the original

``keys``: a key is two secrets, ``master``, which rotation replaces, and ``identity``, from which
corpus tags come and which stays. All else is derived by HKDF, the check key too, and never the
other way round.

``sidecars``: a filtered text differs from its original in stretches, and each is recorded with a
tag in it. A tag with one meaning everywhere has one occurrence; another has one for each place,
with 16 bits about either neighbour, so that an edit elsewhere does not matter and an edit at the
place is noticed. Reading and rendering a sidecar take no key. AES-SIV needs no nonce: equal input
at the same place is an equal line, which makes diffs by entry possible and reveals nothing else.
A document and its sidecar are replaced in one step: the sidecar of both states, the document, the
sidecar of the new state; the document's bytes tell which state holds.

``known``: keyed fingerprints of word sequences, the same for the full key and the check key. A
sieve of first words says which stretches are worth looking at; the index is cached under the
digest of all that it was made of.

``inspect``: listing and verifying, without locks, as far as the key at hand goes.
"""
