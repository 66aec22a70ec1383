"""One run of a command: inputs, work, and the slots that take the results."""
