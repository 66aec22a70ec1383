"""Sidecars: what the tags of a document stand for, recorded, sealed, opened and restored."""
