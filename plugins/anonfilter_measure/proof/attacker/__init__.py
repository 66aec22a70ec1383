"""An attacking program that knows the names in the originals and searches them in any form.

``twins`` reads originals with their filtered texts, ``forms`` lists how a name may be written,
``search`` finds such forms, ``combinations`` and ``linkage`` find people without their names, and
``report`` makes the tables.
"""
