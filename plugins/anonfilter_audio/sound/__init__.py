"""Recordings: words with times, intervals, samples and what else a file of sound holds.

It knows neither rules nor engine; :mod:`anonfilter_audio.recordings` brings them together.
"""
