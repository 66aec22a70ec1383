"""A review in the browser of this machine: ``anonfilter review --web``.

``server`` listens on 127.0.0.1 and lets nothing in without the token of this run; its threads
carry requests to the main thread, where ``desk`` answers them, one after the other, as models and
timers want it. ``page`` is a file as the browser shows it, in its own units of text. What can be
decided, and how it is written, is that of the terminal's review. ``static`` is the page itself:
HTML, CSS and JavaScript modules, as they are.
"""

from anonfilter_review.web.run import serve

__all__ = ["serve"]
