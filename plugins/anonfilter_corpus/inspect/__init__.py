"""List, count and verify sidecars and their documents, without changing them."""
