"""Is filtered text still of use: small models trained on it, beside models trained on the original.

``records`` reads and filters the data of a task, ``classes`` and ``summaries`` are the two tasks,
and ``report`` runs them with several seeds.
"""
