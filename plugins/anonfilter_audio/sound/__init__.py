"""Recordings: words with times, intervals, samples, and the other chunks of a sound file.

This package knows neither rules nor engine; :mod:`anonfilter_audio.recordings` combines them.
"""
