"""Sidecars and their documents, for whoever looks and changes nothing."""
