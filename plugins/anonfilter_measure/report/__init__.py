"""What an ethics board or a data-protection file is told of a folder.

``gathering`` fills one dataclass of ``facts``, which ``page`` writes as HTML; ``facts`` has the
JSON and its schema.
"""
