"""A corpus and its key: made, found, shared, replaced; and what is sealed with it."""
