"""Attacks on filtered text, and measures of its usefulness.

``sampling`` draws documents, and reviewers fill in sheets (``review_sheets``), from which
``review_figures`` computes figures. ``attacker`` is a program that attacks with what it knows of
the originals. ``utility`` trains small models on originals and on filtered texts.
"""
