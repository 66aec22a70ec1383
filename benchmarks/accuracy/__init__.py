"""Measure which annotated mentions anonfilter and presidio find in many corpora, and how fast."""
