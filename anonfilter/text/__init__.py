"""Strings: cleaning with origins, lines, windows, words, languages; knows nothing of personal data."""
