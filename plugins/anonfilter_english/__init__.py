"""What is known of English, each list once: titles, names, numbers, dates, places, contexts.

A list may name another: ``[<dates.months>, today]`` holds all ``months`` of ``dates.yaml``.
"""
