"""An attacker that is a program: it knows names of the originals, and looks for them in any form.

``twins`` reads originals with what was made of them, ``forms`` says how a name may be written,
``search`` finds such forms, ``combinations`` and ``linkage`` find people without their names, and
``report`` makes tables of it.
"""
