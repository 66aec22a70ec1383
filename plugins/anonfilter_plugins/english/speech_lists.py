"""The word lists behind the transcript plugins, in ``data/``."""

from __future__ import annotations

from functools import partial

from anonfilter_plugins.english import lists

table = partial(lists.table, package="anonfilter_plugins.english")
terms = partial(lists.terms, package="anonfilter_plugins.english")
