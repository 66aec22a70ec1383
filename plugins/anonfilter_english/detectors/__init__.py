"""Detectors: each finds spans of personal data in a document, independently of the others.

A detector is one module, or one folder with its data, and one line in the table ``DETECTORS`` of
``anonfilter_english``. Its class has ``scope``, ``Config``, ``needs`` and ``detect``
(:mod:`anonfilter.contract.plugin`); ``speakers.py`` is a short example.

| evidence | detectors |
|---|---|
| regexes | ``patterns`` (new regexes go into a file of ``patterns/packs/``) |
| a model | ``caseless`` |
| lists of the user | ``dictionary``, ``roster`` |
| names in context | ``names`` |
| words before a number | ``named-numbers`` |
| labels and layout | ``keyed``, ``speakers``, ``chat-names``, ``mail-names``, ``front-page`` |
| speech | ``spelled`` (letters), ``phonetic`` ("V as in Victor"), ``spoken`` (numbers in words) |

Word lists are in :mod:`anonfilter_english.knowledge`.
"""
