"""Review of findings one by one: questions, answers, and what the answers change.

Answers (:mod:`state`) and their results (:mod:`rulings`) are plain data. Only :mod:`screen` and
:mod:`dialogue` use a terminal, and only :mod:`writing` and :mod:`decisions` write files.
"""
