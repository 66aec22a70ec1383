"""Measure how useful filtered text is: small models trained on filtered and on original texts.

``records`` reads and filters the data of a task, ``classes`` and ``summaries`` are the two tasks,
and ``report`` runs them with several seeds.
"""
