"""Who has which number."""
