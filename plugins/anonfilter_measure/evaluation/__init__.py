"""Score a ruleset on annotated text: what it finds, what it misses, and what it masks needlessly.

``readers`` read gold (annotated text) as ``GoldDocument`` objects; ``letter_case`` and
``simulated_recogniser`` change it on request. ``filtered_gold`` filters it, and
``mention_scores``, ``cluster_scores``, ``role_scores`` and ``residual_risk`` compare the result
with the annotation. Each score is a :class:`anonfilter.reports.tables.Section`, which the command
prints.
"""
