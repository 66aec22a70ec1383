"""Going through findings one by one: what is asked, what was answered, and what comes of it.

What was answered is plain data (:mod:`state`), and so is what comes of it (:mod:`rulings`). Only
:mod:`screen` and :mod:`talking` know of a terminal, and only :mod:`writing` touches files.
"""
