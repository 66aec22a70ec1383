"""The sounds of somebody who thinks what to say next."""

HESITATION = r"(?:u+[hm]+|e+r+m?|a+h+|h+m+|mm+)"
"""A regex for one of them; those who use it see to the edges of the word."""
