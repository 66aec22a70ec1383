"""A program that knows the names in the originals, and searches filtered texts for them.

``text_pairs`` reads originals with their filtered texts, ``name_forms`` lists how a name may be
written, and ``name_search`` finds these forms. ``rare_combinations`` and ``document_links`` find
people without their names. ``attack`` runs all of them, and makes the tables.
"""
