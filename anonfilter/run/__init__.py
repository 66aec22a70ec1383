"""What all commands on files share: inputs, the loop, jobs, results, and sinks for results."""
