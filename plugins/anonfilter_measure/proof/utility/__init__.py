"""Measure how useful filtered text is: small models trained on filtered and on original texts.

``training_records`` reads and filters the data of a task, ``label_models`` and ``summaries`` are
the two tasks, and ``training_scores`` runs them with several seeds.
"""
