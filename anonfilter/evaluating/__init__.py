"""How well a ruleset does on annotated text: what it finds, what it leaks, what it masks in vain.

``readers`` bring four notations of gold to one form, ``evaluation`` runs the engine over it,
``matching`` pairs finds with mentions, ``metrics`` and its neighbours count; ``linking`` judges who
is who apart from what is found; ``recogniser`` writes a text as a speech recogniser would. Exact
scores, clusters and chunks are held against seqeval and scorch in the tests.
"""
