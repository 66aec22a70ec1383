"""Prove that nobody is found in filtered text, and that the text is still of use.

A red team of people draws documents (:mod:`~anonfilter_measure.proof.sample`), fills in sheets
(:mod:`~anonfilter_measure.proof.sheets`), and what they found becomes figures
(:mod:`~anonfilter_measure.proof.verdict`). An attacker that is a program
(:mod:`~anonfilter_measure.proof.attacker`) tries what is known of the originals.
:mod:`~anonfilter_measure.proof.utility` trains small models on originals and on filtered texts.
"""
