"""A review in the browser of this machine: ``anonfilter review --web``.

``server`` listens on 127.0.0.1 and refuses requests without the token of this run. Its threads pass
requests to the main thread, which models and timers need; there ``desk`` answers them one after the
other. ``page`` is a file as the browser shows it, with offsets in the browser's units. Decisions
are made and written as in the terminal. ``static`` has the page: HTML, CSS and JavaScript modules,
without a build step.
"""

from anonfilter_review.web.run import serve

__all__ = ["serve"]
