"""Programs that read texts and write finds, one for each library that has no command.

They run with the interpreter for which the library is installed, so they import no module of this
project that is not available there.
"""
