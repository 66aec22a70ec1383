"""Detectors: each finds spans of personal data in a document, independently of the others.

A detector is one module, or one folder with its data, and one line in the table ``DETECTORS`` of
``anonfilter_english``. Its class has ``scope``, ``Config``, ``needs`` and ``detect``
(:mod:`anonfilter.contract.plugin`); ``keyed.py`` is a short example.

| evidence | detectors |
|---|---|
| regexes | ``patterns`` (new ones go into a file of ``patterns/packs/``), ``presidio`` |
| models | ``caseless``, ``spacy``, ``stanza``, ``token_classification`` |
| lists of the user | ``dictionary``, ``roster`` |
| names in context | ``names`` |
| structure | ``keyed`` (JSON keys, columns), ``speakers`` (labels of turns), ``front_page`` |
| speech | ``spelled`` (letters), ``phonetic`` ("V as in Victor"), ``spoken`` (numbers in words) |

Word lists stand in :mod:`anonfilter_english.knowledge`.
"""
