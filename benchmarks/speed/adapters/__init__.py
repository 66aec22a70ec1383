"""One program for each library that has no command of its own: texts in, finds out.

They run with the interpreter that has the library, so they import nothing of this project that is
not installed there.
"""
