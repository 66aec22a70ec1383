"""Functions on strings, independent of personal data: cleaning, lines, words, languages."""
