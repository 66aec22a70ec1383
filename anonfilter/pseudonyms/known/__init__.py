"""The originals that a corpus knows, and the search for them in texts."""
