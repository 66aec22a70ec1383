"""Compares what this checkout does with what another commit does: make same BASE=commit

`sample` draws files from the corpora, `checkout` makes a side of a commit, `worker` runs the public
command line of a side over the files, and `compare` tells where the two sides differ.
"""
