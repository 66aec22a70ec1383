"""Recognisers of speech: pieces of a recording to words with times.

One file each (:mod:`anonfilter.audio.recogniser` has the protocol); a new one is a line in the
package's table. Nothing is fetched: a model comes with its package, or is a folder of the rules.
"""
