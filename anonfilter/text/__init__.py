"""Strings: cleaning, lines, windows, words, languages; knows nothing of personal data."""
