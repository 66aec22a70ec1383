"""Everything numeric as it is said: heights, ages, dates, times, numbers, addresses."""

from anonfilter_transcripts.spoken.detector import Spoken

__all__ = ["Spoken"]
