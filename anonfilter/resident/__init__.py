"""The client of the resident server: small, because each command begins with it."""
