"""The client of the resident server. Each command loads it first, so it is small."""
