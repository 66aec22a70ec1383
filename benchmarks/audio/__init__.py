"""Measure the redaction of recordings on speech by espeak-ng, whose words and times are known."""
