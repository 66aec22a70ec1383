"""Serving: a resident process runs commands for others, so that none waits for start-up.

The server loads modules and models once and forks for each command. The fork takes over the
client's arguments, folder, environment, limits and standard streams, and then runs what the
client would have run: output and exit code are the same, byte for byte. Rules, lists, decisions and
keys are read anew by each command; only code and models stay.

A client that finds no server of its own setting, or one that does not answer, runs the command
itself. `wire` and `client` import next to nothing, because each command begins with them.
"""
