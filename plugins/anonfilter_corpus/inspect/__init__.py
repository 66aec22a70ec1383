"""Read-only views of sidecars and their documents: list, count, verify."""
