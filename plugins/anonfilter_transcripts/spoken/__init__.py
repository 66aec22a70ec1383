"""Everything numeric as it is said: heights, ages, dates, times, numbers, addresses."""
