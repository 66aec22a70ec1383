"""A corpus and its key: created, found, shared and rotated; and sealing values with it."""
