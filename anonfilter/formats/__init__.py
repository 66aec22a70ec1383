"""Formats read a file's text into fields; writing splices changed fields back."""
