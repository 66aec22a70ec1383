"""Lists, counts and verifies sidecars and their documents, without changing them."""
