"""The store of earlier results: what was found in files, and what the filter made of them."""
