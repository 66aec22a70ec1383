"""Attacks on filtered text, and measures of its usefulness.

Reviewers draw documents (:mod:`~anonfilter_measure.proof.sample`) and fill in sheets
(:mod:`~anonfilter_measure.proof.sheets`); their findings become figures
(:mod:`~anonfilter_measure.proof.verdict`). A program attacks with what is known of the originals
(:mod:`~anonfilter_measure.proof.attacker`). :mod:`~anonfilter_measure.proof.utility` trains small
models on originals and on filtered texts.
"""
