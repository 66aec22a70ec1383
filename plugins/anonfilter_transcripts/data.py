"""The word lists behind the transcript plugins, in ``data/``."""

from __future__ import annotations

from functools import partial

from anonfilter_english import lists

table = partial(lists.table, package="anonfilter_transcripts")
terms = partial(lists.terms, package="anonfilter_transcripts")
