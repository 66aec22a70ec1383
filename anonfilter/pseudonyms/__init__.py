"""Which tag stands for which name: keys, sidecars, and known originals of a corpus."""
