"""The originals that a corpus knows, looked for in texts."""
