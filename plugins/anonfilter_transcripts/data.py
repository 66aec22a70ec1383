"""The word lists behind the transcript plugins, in ``data/``."""

from __future__ import annotations

from functools import partial

from anonfilter import wordlists

table = partial(wordlists.table, "anonfilter_transcripts")
terms = partial(wordlists.terms, "anonfilter_transcripts")
