"""How a check reports what it found."""
