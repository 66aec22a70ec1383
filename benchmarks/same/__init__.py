"""Compare the results of this checkout with those of another commit: make same BASE=commit

`sample` draws files from the corpora, `checkout` makes a side of a commit, `worker` runs the public
command line of a side over the files, and `compare` finds where the two sides differ.
"""
