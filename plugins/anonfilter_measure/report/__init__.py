"""The report on a folder for an ethics board or a data-protection file.

``gathering`` fills the dataclasses of ``facts``; ``page`` writes them as HTML. ``facts`` also has
the JSON form and its schema.
"""
