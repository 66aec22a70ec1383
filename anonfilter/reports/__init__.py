"""What commands, checks and evaluation report with: outputs, spans, tables, versions."""
