"""Tags for the parts of what is said: a date's, a number's."""
