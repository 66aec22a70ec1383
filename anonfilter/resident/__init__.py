"""The client of the resident server, which each command loads first, and which is small."""
