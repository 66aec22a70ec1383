"""Prove that nobody is found in filtered text, and that the text is still of use.

A red team of people draws documents (:mod:`~anonfilter.proving.sample`), fills in sheets
(:mod:`~anonfilter.proving.sheets`), and what they found becomes figures
(:mod:`~anonfilter.proving.verdict`). An attacker that is a program
(:mod:`~anonfilter.proving.attacker`) tries what is known of the originals.
:mod:`~anonfilter.proving.utility` trains small models on originals and on what was made of them.
"""
