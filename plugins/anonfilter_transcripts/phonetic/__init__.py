"""Letters explained by words, and IDs in whatever form they are said."""
