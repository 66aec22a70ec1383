"""A review in the browser of this machine: ``anonfilter review --web``.

``server`` listens on 127.0.0.1 and refuses requests without the token of this run. Its threads pass
requests to the main thread, which models and timers need; there ``page_requests`` answers them one
after the other. ``web_page`` is a file as the browser shows it, with offsets in the browser's
units. Decisions are made and written as in the terminal. ``static`` has the page: HTML, CSS and
JavaScript modules, without a build step.
"""
