"""Recognisers of speech: pieces of a recording to words with times.

:mod:`anonfilter_audio.sound.recogniser` has the protocol. A new recogniser is a module here and a
line in the feature's table. Nothing is fetched: a model comes with its package, or is a folder
that the rules name.
"""
