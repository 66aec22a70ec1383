"""Originals in a folder that git ignores, and their redacted twins in the repository.

``layout`` says which folders, ``guard`` whether git leaves the right one out, ``tree`` what is in
it, ``plan`` what is out of date and why, ``work`` brings it up to date, ``state`` is what the last
run knew. Most runs find that nothing has changed; so what finds it out (all but ``basis``,
``known``, ``work`` and ``setting_up``) imports neither rules nor engine.
"""
