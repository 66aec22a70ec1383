"""Speech made by espeak-ng, of which all words and times are known, to measure on."""
