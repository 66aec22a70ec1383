"""How fast anonfilter and its peers read the same text, in what memory, and what they find."""
