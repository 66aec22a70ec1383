"""Surrogates: invented names in place of tags, so that what slips through hides among them.

The filter works with tags as ever. What it made is *dressed* at the end (``dressing.py``): the
tagger ``surrogate`` invents what stands in place of each tag, by choices under the corpus's key
(``choosing.py``), and the sidecar seals where they stand (``sidecars/worn.py``). A text that is
read again is *undressed* first, by its sidecar or, of a pipe, by the digest of its bytes
(``wardrobe.py``). So filtering twice changes nothing, `check` sees tags, `restore` finds originals.
"""
