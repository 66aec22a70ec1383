"""A check, step by step: what is looked at, what is found in it, what is let pass, what is told."""
