"""What commands, checks and evaluation share in order to report: paths, spans, tables, versions."""
