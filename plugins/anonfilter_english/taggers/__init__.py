"""Taggers, which replace mentions by tags. The table ``TAGGERS`` of the feature lists them.

``contract.tags`` must recognise each tag in a text: its template is of the form ``[STEM_{n}]``.
"""
